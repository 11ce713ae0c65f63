"""Versions of a deck are measured against it on new deals."""

from collections import Counter

import numpy as np

from engine.decks import deck_from_code
from models.doctor.beliefs import beliefs_of
from models.doctor.swaps import SWAPS, better_versions
from models.metagame.swaps import Limits, Swapping, with_card
from models.players.field import as_opponent
from tests.models.doctor.conftest import DECK, POOL
from tests.models.metagame.test_swaps import card, changes, swapping

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
