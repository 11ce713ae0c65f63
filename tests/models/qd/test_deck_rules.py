"""Repair: always a legal deck, the nearest one, and the same for the same vector."""

from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from engine.decks import pool, validate_deck
from models.qd.deck_rules import nearest_decks
from models.qd.emitters import new_stream, random_decks

POOL = pool("rogue-dsame")
ANY = st.floats(allow_nan=False, allow_infinity=False)
CLOSE = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0])


@settings(max_examples=60, deadline=None)
@given(solutions=arrays(np.float64, (3, 180), elements=st.one_of(ANY, CLOSE)))
def test_any_finite_vector_has_a_legal_deck(solutions):
    decks = nearest_decks(solutions, POOL.max_copies)
    assert decks.dtype == np.int8
    for counts in decks:
        validate_deck(POOL.deck(counts))
    np.testing.assert_array_equal(nearest_decks(decks, POOL.max_copies), decks)


@settings(max_examples=100, deadline=None)
@given(
    solution=arrays(np.float64, 5, elements=st.floats(-3, 4, width=16)),
    limits=st.lists(st.integers(0, 3), min_size=5, max_size=5).filter(lambda x: sum(x) >= 4),
)
def test_no_legal_deck_is_nearer(solution, limits):
    deck = nearest_decks(solution[None], np.array(limits), 4)[0]
    legal = [x for x in product(*(range(n + 1) for n in limits)) if sum(x) == 4]
    assert tuple(deck) in legal
    nearest = min(((solution - np.array(other)) ** 2).sum() for other in legal)
    assert ((solution - deck) ** 2).sum() == pytest.approx(nearest, abs=1e-9)


def test_of_equally_good_cards_the_first_of_the_pool_win():
    deck = nearest_decks(np.zeros((1, 180)), POOL.max_copies)[0]
    np.testing.assert_array_equal(deck, np.arange(180) < 30)


def test_a_row_does_not_depend_on_the_others():
    rng = np.random.default_rng(1)
    solutions = rng.normal(0.2, 1, (40, 180))
    together = nearest_decks(solutions, POOL.max_copies)
    one_by_one = [nearest_decks(row[None], POOL.max_copies)[0] for row in solutions]
    np.testing.assert_array_equal(together, one_by_one)


def test_the_noise_that_changes_few_cards_is_as_documented():
    """In `RibsConfig` and docs/deck-task.md."""
    decks = random_decks(POOL.max_copies, 1000, new_stream(1))
    rng = np.random.default_rng(2)
    for sigma, changed in ((0.2, 0.3), (0.25, 1.5), (0.3, 3), (0.4, 7)):
        near = nearest_decks(decks + rng.normal(0, sigma, decks.shape), POOL.max_copies)
        assert np.abs(near - decks).sum(axis=1).mean() / 2 == pytest.approx(changed, rel=0.15)


@pytest.mark.parametrize(
    ("solutions", "message"),
    [
        (np.zeros(180), r"one vector; use solutions\[None\]"),
        (np.zeros((2, 5)), r"expected shape \(n, 180\), one number per card .*; got \(2, 5\)"),
        (np.full((2, 180), np.nan), "row 0, entry 0 is nan; replace NaN and infinity"),
        (np.where(np.arange(360).reshape(2, 180) == 185, -np.inf, 0), "row 1, entry 5 is -inf"),
        ([["many"] * 180], "solutions: not an array of numbers"),
        (None, r"got \(\)"),
    ],
)
def test_what_is_no_batch_of_vectors_is_refused(solutions, message):
    with pytest.raises(ValueError, match=f"solutions: .*{message}|{message}"):
        nearest_decks(solutions, POOL.max_copies)
