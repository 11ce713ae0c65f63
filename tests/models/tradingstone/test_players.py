import pytest

from models.settings.config import ConfigError
from models.tradingstone.players import Deal, play, player_record, seeds_of, start_games
from models.tradingstone.rules import RULES

DEALS = [Deal(i % 2, seed) for i, seed in enumerate(seeds_of(7, n=200))]


def test_a_deal_names_its_game_whatever_the_threads():
    players = ["is-mcts:30", "greedy"]
    one, two = (play(RULES["noisy"], players, DEALS[:40], threads=n) for n in (1, 2))
    assert one.equals(two)
    part = play(RULES["noisy"], players, DEALS[10:20], threads=1)
    assert part.equals(one[10:20])


def test_the_literal_first_player_wins_four_games_in_five():
    rows = play(RULES["literal"], ["greedy"] * 2, DEALS)
    share = (rows["reward"] == (rows["first"] == 0).cast(float)).mean()
    assert 0.7 < share < 0.9


def test_greedy_beats_random_and_a_search_beats_both_in_the_balanced_game():
    for strong, weak, least in (("greedy", "random", 0.9), ("mcts:1000", "greedy", 0.55)):
        rows = play(RULES["balanced"], [strong, weak], DEALS)
        assert rows["reward"].mean() > least
    assert rows["simulations"].sum() == 1000 * rows["decisions"].sum()


def test_a_search_solves_puzzles():
    rows = play(RULES["puzzle"], ["mcts:1000", "random"], DEALS[:50])
    assert rows["reward"].mean() > 0.95


def test_paired_deals_have_equal_cards():
    games = start_games(RULES["literal"], [Deal(0, 5), Deal(1, 5)])
    assert (games["hand_attack"][0] == games["hand_attack"][1]).all()
    assert games["mover"].tolist() == [0, 1]


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("alpha", "^alpha: no player of TradingStone; use one of random, greedy, mcts:1000"),
        ("mcts:many", "^mcts:many: 'many' is no number of simulations; write mcts:1000$"),
        ("mcts:0", "simulations"),
    ],
)
def test_unknown_players_are_named_with_the_remedy(name, error):
    with pytest.raises(ConfigError, match=error):
        player_record(name)
