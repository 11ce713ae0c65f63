import pytest

from tests.models.self_play.small_games.games import (
    Chance,
    Decision,
    End,
    kuhn_poker,
    leduc_poker,
    rock_paper_scissors,
)


def test_rock_paper_scissors():
    assert rock_paper_scissors((0,)) == Decision(1, (0, 1, 2), "player 1")
    outcomes = [[rock_paper_scissors((a, b)).reward for b in range(3)] for a in range(3)]
    assert outcomes == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


#: Deal 2 of Kuhn poker gives queen and jack, deal 1 jack and king.
@pytest.mark.parametrize(
    ("actions", "reward"),
    [
        ((2, 0, 0), 1), ((2, 1, 1), 2), ((2, 0, 1, 1), 2), ((2, 1, 0), 1), ((2, 0, 1, 0), -1),
        ((1, 0, 0), -1), ((1, 1, 1), -2), ((1, 1, 0), 1),
    ],
)  # fmt: skip
def test_kuhn_poker_pays_ante_and_bet(actions, reward):
    assert kuhn_poker(actions) == End(reward)


def test_kuhn_poker_hides_the_other_card():
    assert kuhn_poker((2, 1)) == Decision(1, (0, 1), "J1")
    assert kuhn_poker((4, 1)) == Decision(1, (0, 1), "J1")  # king and jack


#: Deals are pairs of ranks: 1 is jack and queen, 3 queen and jack, 8 two kings.
@pytest.mark.parametrize(
    ("actions", "reward"),
    [
        ((1, 2, 0), 1),  # raise, fold: the ante
        ((1, 1, 2, 0), -1),
        ((1, 2, 2, 0), -3),  # raise, raise, fold: ante and the first raise
        ((1, 1, 1, 2, 1, 1), -1),  # no raise, the queen is higher
        ((1, 1, 1, 0, 1, 1), 1),  # a jack on the table pairs player 0's
        ((3, 2, 1, 2, 2, 1), 7),  # 1 + 2 + 4
        ((3, 2, 2, 1, 0, 1, 2, 2, 1), -13),  # the most: 1 + 2 + 2 + 4 + 4
        ((8, 1, 1, 0, 1, 1), 0),
    ],
)
def test_leduc_poker_pays_what_the_loser_put_in(actions, reward):
    assert leduc_poker(actions) == End(reward)


def test_leduc_poker_limits_raises_and_folds():
    assert leduc_poker((3,)) == Decision(0, (1, 2), "Q:")
    assert leduc_poker((3, 2)) == Decision(1, (0, 1, 2), "J:r")
    assert leduc_poker((3, 2, 2)) == Decision(0, (0, 1), "Q:rr")
    assert leduc_poker((3, 2, 2, 1, 2)) == Decision(0, (1, 2), "QK:rrc/")


def test_leduc_poker_deals_what_is_left_of_six_cards():
    assert leduc_poker(()).chances[0] == pytest.approx(1 / 15)
    assert leduc_poker(()).chances[1] == pytest.approx(2 / 15)
    assert sum(leduc_poker(()).chances) == pytest.approx(1)
    assert leduc_poker((1, 1, 1)) == Chance((0.25, 0.25, 0.5))
    assert leduc_poker((8, 1, 1)) == Chance((0.5, 0.5, 0.0))
