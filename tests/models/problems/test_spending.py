from itertools import accumulate

import pytest

from models.problems.spending import Spending


@pytest.mark.parametrize("spending", [Spending(12, 24, 100), Spending(7, 7, 0), Spending(5, 2, 31)])
def test_games_and_decks_are_those_of_counting_one_by_one(spending):
    counted = [0, *accumulate(spending.of_deck(number) for number in range(60))]
    assert [spending.of_decks(n) for n in range(61)] == counted
    for games in range(counted[-1]):
        assert spending.decks(games) == max(n for n in range(61) if counted[n] <= games)


def test_the_later_decks_begin_before_the_games_are_exceeded():
    spending = Spending(12, 24, 100)
    assert (spending.of_decks(7), spending.of_deck(7)) == (84, 12)
    assert (spending.of_decks(8), spending.of_deck(8)) == (96, 24)
