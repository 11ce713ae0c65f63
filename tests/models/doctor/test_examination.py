"""Rounds double, go on from those before, and are the same on any number of threads."""

from dataclasses import replace

import numpy as np
import pytest

from models.doctor.examination import FEWEST_GAMES, GAMES, RESULTS, Sizes, examine
from models.metagame.swaps import Limits
from models.players.field import as_opponent
from tests.models.doctor.conftest import DECK, POOL

SMALL = 1_000


def test_rounds_double_and_have_about_the_games_asked_for():
    for games in (FEWEST_GAMES, GAMES, 1_000_000):
        first, second = (Sizes.of(games, number).games(20) for number in (0, 1))
        assert first == pytest.approx(games, rel=0.15)
        assert second == pytest.approx(2 * first, rel=0.15)


def test_a_round_goes_on_from_those_before_it(field):
    first = examine(DECK, POOL, field, Limits(), SMALL)
    second = examine(DECK, POOL, field, Limits(), SMALL, [first])
    for each in (first, second):
        assert dict(each.results.schema) == RESULTS
        assert set(each.results["part"]) == {"own", "forced", "without"}
    deals = [set(each.results.filter(part="own")["deal"]) for each in (first, second)]
    assert deals[0] == set(range(len(deals[0])))
    assert deals[1] == set(range(len(deals[0]), len(deals[0]) + len(deals[1])))
    own = second.results.filter(part="own")
    start = len(deals[0])
    won = field.play_all([as_opponent(DECK)], start, len(deals[1]))[0]
    np.testing.assert_array_equal(own["change"].to_numpy().reshape(-1, 2), won)
    np.testing.assert_array_equal(own["opponent"], own["deal"] % 3)


def test_equal_seeds_find_the_same_on_any_number_of_threads(field):
    one, two = (
        examine(DECK, POOL, replace(field, threads=threads), Limits(), SMALL) for threads in (1, 2)
    )
    assert one.results.equals(two.results)
    assert one.swaps.equals(two.swaps)
    assert one.cards.equals(two.cards)
    other = examine(DECK, POOL, replace(field, seed=6), Limits(), SMALL)
    assert not other.results.equals(one.results)
