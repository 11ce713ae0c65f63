"""Rounds double, go on from those before, and are the same on any number of threads."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from engine.decks import deck_from_code
from models.doctor.beliefs import beliefs_of
from models.doctor.examination import (
    FEWEST_GAMES,
    GAMES,
    RESULTS,
    SWAPS,
    Sizes,
    better_versions,
    examine,
)
from models.metagame.swaps import Limits, Swapping, with_card
from models.players.field import as_opponent
from tests.models.doctor.conftest import DECK, POOL
from tests.models.metagame.test_swaps import card, changes, swapping

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


ALL = frozenset(DECK.cards)


def test_nothing_to_swap_gives_an_empty_table(field):
    found = better_versions(swapping(Limits(keep=ALL)), field, 0, 2, 2, np.random.default_rng(1))
    assert found.is_empty()
    assert found.columns == list(SWAPS)


def test_versions_are_measured_against_the_deck_on_new_deals(field):
    found = better_versions(swapping(Limits()), field, 1000, 2, 20, np.random.default_rng(1))
    assert found.height == 8
    assert found["change"].is_sorted(descending=True)
    for row in found.to_dicts():
        deck = deck_from_code(row["code"], format=None)
        assert changes(deck) == (Counter(row["out"]), Counter(row["into"]))
        assert row["n"] == 20
        assert 0 <= row["chance"] <= 1


def test_a_deck_of_bad_cards_gets_better(field):
    wisps = [card("Wisp")] * 2 + [card("Magma Rager")] * 2
    deck = DECK
    for place, each in enumerate(wisps):
        deck = with_card(deck, place, each)
    worse = Swapping(deck, POOL, Limits(), beliefs_of(deck, POOL))
    found = better_versions(worse, field, 0, 12, 200, np.random.default_rng(1))
    assert found["change"].max() > 0
    assert found["chance"].max() > 0.9
    won = field.play_all([as_opponent(deck)], 0, 50)
    assert 0 < won.mean() < 1
