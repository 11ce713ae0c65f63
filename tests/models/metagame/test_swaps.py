"""Swaps keep to the limits and follow the beliefs."""

from collections import Counter
from itertools import islice

import numpy as np
import pytest

from engine.card_data import find_card
from engine.decks import validate_deck
from models.doctor.beliefs import beliefs_of
from models.metagame.swaps import Limits, Swapping, with_card
from models.statistics.beliefs import Beliefs
from tests.models.doctor.conftest import DECK, POOL

SINGLES, DOUBLES = 40, 24
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
    found = swapping().candidates(SINGLES, DOUBLES, np.random.default_rng(1))
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
    limited = swapping(Limits(keep, avoid))
    for deck in limited.candidates(SINGLES, DOUBLES, np.random.default_rng(2)):
        left, came = changes(deck)
        assert not keep & set(left)
        assert not avoid & set(came)


def test_dust_limits_cards_that_one_lacks():
    boom = card("Dr. Boom")
    owned = {boom: 1}
    for limits, most in ((Limits(dust=100), 100), (Limits(owned=owned), 0), (Limits(dust=0), 0)):
        found = swapping(limits).candidates(SINGLES, DOUBLES, np.random.default_rng(3))
        assert found
        assert all(limits.crafting(DECK, deck, POOL) <= most for deck in found)
    with_boom = with_card(DECK, 0, boom)
    assert Limits(owned=owned).crafting(DECK, with_boom, POOL) == 0
    assert Limits().crafting(DECK, with_boom, POOL) == 1600
    assert Limits().crafting(DECK, DECK, POOL) == 0


@pytest.mark.parametrize("n_swaps", [1, 2])
def test_equal_draws_propose_equal_decks(n_swaps):
    some = [
        list(islice(swapping().proposals(n_swaps, np.random.default_rng(9)), 5)) for _ in range(2)
    ]
    assert some[0] == some[1]
