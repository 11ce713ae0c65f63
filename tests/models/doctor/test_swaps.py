"""Swaps keep to the limits, follow the beliefs, and are measured on new deals."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from engine.card_data import find_card
from engine.decks import class_pool, deck_from_code, validate_deck
from models.doctor.beliefs import Beliefs, beliefs_of
from models.doctor.swaps import DOUBLES, SINGLES, SWAPS, Limits, Swapping, better_versions
from models.metagame.race import with_card
from models.players.decks import named_deck
from models.players.field import as_opponent

DECK = named_deck("Zoolock")
POOL = class_pool("WARLOCK", "blackrock")
ALL = frozenset(DECK.cards)
NONE = Limits()


def card(name: str) -> str:
    return find_card(name).id


def swapping(limits=NONE, worth=None) -> Swapping:
    beliefs = beliefs_of(DECK, POOL)
    if worth is not None:
        mean = np.array([worth.get(each, 0.0) for each in beliefs.cards])
        beliefs = Beliefs(beliefs.cards, mean, np.eye(len(mean)) * 1e-12)
    return Swapping(DECK, POOL, limits, beliefs)


def changes(deck) -> tuple[Counter, Counter]:
    old, new = Counter(DECK.cards), Counter(deck.cards)
    return old - new, new - old


def test_candidates_are_different_legal_and_one_or_two_swaps_away():
    found = swapping().candidates(np.random.default_rng(1))
    assert len(found) == SINGLES + DOUBLES
    assert len({tuple(sorted(each.cards)) for each in found}) == len(found)
    sizes = [changes(each)[0].total() for each in found]
    assert sizes == [1] * SINGLES + [2] * DOUBLES
    for each in found:
        validate_deck(each, format="blackrock")


def test_the_worst_cards_leave_for_the_best():
    worst, best, next_best = card("Soulfire"), card("Dr. Boom"), card("Chillwind Yeti")
    worth = {worst: -1.0, best: 1.0, next_best: 0.5}
    rng = np.random.default_rng(1)
    one = next(swapping(worth=worth).proposals(1, rng))
    assert changes(one) == (Counter({worst: 1}), Counter({best: 1}))
    two = next(swapping(worth=worth).proposals(2, rng))  # a legendary card comes once
    assert changes(two) == (Counter({worst: 2}), Counter({best: 1, next_best: 1}))


def test_cards_to_keep_stay_and_cards_to_avoid_do_not_come():
    keep = frozenset({card("Soulfire"), card("Doomguard")})
    avoid = frozenset({card("Dr. Boom"), card("Zombie Chow")})
    for deck in swapping(Limits(keep, avoid)).candidates(np.random.default_rng(2)):
        left, came = changes(deck)
        assert not keep & set(left)
        assert not avoid & set(came)


def test_dust_limits_cards_that_one_lacks():
    boom = card("Dr. Boom")
    owned = {boom: 1}
    for limits, most in ((Limits(dust=100), 100), (Limits(owned=owned), 0), (Limits(dust=0), 0)):
        found = swapping(limits).candidates(np.random.default_rng(3))
        assert found
        assert all(limits.crafting(DECK, deck, POOL) <= most for deck in found)
    with_boom = with_card(DECK, 0, boom)
    assert Limits(owned=owned).crafting(DECK, with_boom, POOL) == 0
    assert Limits().crafting(DECK, with_boom, POOL) == 1600
    assert Limits().crafting(DECK, DECK, POOL) == 0


def test_nothing_to_swap_gives_an_empty_table(field):
    found = better_versions(swapping(Limits(keep=ALL)), field, 0, 2, 2, np.random.default_rng(1))
    assert found.is_empty()
    assert found.columns == list(SWAPS)


def test_versions_are_measured_against_the_deck_on_new_deals(field):
    found = better_versions(swapping(), field, 1000, 2, 20, np.random.default_rng(1))
    assert found.height == 8
    assert found["change"].is_sorted(descending=True)
    for row in found.to_dicts():
        deck = deck_from_code(row["code"], format=None)
        left, came = changes(deck)
        assert (sorted(left.elements()), sorted(came.elements())) == (
            sorted(row["out"]),
            sorted(row["into"]),
        )
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


@pytest.mark.parametrize("n_swaps", [1, 2])
def test_equal_draws_propose_equal_decks(n_swaps):
    some = [
        list(islice(swapping().proposals(n_swaps, np.random.default_rng(9)), 5)) for _ in range(2)
    ]
    assert some[0] == some[1]
