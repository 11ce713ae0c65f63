from collections import Counter

import numpy as np
import pytest

from models.qd.archive import GridConfig
from models.qd.emitters import mutate, new_stream, propose, random_decks
from models.qd.variation import remove_card
from tests.models.qd import naive

LIMITS = naive.card_limits()


def assert_legal(decks):
    assert decks.dtype == np.int8
    assert (decks >= 0).all()
    assert (decks <= LIMITS).all()
    assert (decks.sum(1) == 30).all()


def test_random_decks_equal_the_naive_ones():
    stream = new_stream(1)
    slow = naive.Stream(stream)
    expected = [naive.random_deck(LIMITS, slow) for _ in range(20)]
    np.testing.assert_array_equal(random_decks(LIMITS, 20, stream), expected)


def test_random_decks_are_uniform_over_copies():
    decks = random_decks(LIMITS, 20_000, new_stream(2))
    assert_legal(decks)
    np.testing.assert_allclose(decks.mean(0), 30 * LIMITS / LIMITS.sum(), rtol=0.1)


def test_mutations_equal_the_naive_ones():
    stream = new_stream(3)
    parents = random_decks(LIMITS, 300, stream)
    slow = naive.Stream(stream)
    expected = [naive.mutated(parent, LIMITS, slow) for parent in parents]
    children = mutate(parents, LIMITS, stream)
    np.testing.assert_array_equal(children, expected)
    assert_legal(children)
    assert list(stream) == slow.words


def test_mutation_where_the_pool_is_nearly_the_deck():
    limits = np.array([*[2] * 15, 1])
    stream = new_stream(4)
    parents = random_decks(limits, 200, stream)
    slow = naive.Stream(stream)
    expected = [naive.mutated(parent, limits, slow) for parent in parents]
    np.testing.assert_array_equal(mutate(parents, limits, stream), expected)


def test_the_number_of_replaced_cards_is_geometric():
    limits = np.ones(20_000)  # so large that hardly a removed card comes back
    parents = random_decks(limits, 4000, new_stream(5))
    replaced = np.abs(mutate(parents, limits, new_stream(6)) - parents).sum(1) // 2
    for k in (1, 2, 3, 4):
        assert np.mean(replaced == k) == pytest.approx(2.0**-k, abs=0.02)


def test_the_first_card_is_removed_once_too_often_and_the_last_once_too_rarely():
    deck = np.array([1, 1, 2, 4, 4, 5, 5], np.int16)
    removed = Counter()
    for position in range(7):  # the stream's next number below 7
        word, rest = -(-position * 2**32 // 7), deck.copy()
        remove_card(7, np.array([0, 0, 0, (word >> 7 | word << 25) % 2**32]), rest)
        removed += Counter(deck.tolist()) - Counter(rest[:6].tolist())
    assert removed == {1: 3, 2: 1, 4: 2, 5: 1}


def test_proposals_are_random_without_elites_and_else_their_children():
    archive = GridConfig().build(180)
    assert_legal(propose(archive, LIMITS, 10, new_stream(1)))
    parents = random_decks(LIMITS, 5, new_stream(7))
    measures = np.column_stack([np.arange(6, 11), np.arange(1, 6)])
    archive.add(parents, np.zeros(5), measures, np.arange(5))
    decks = propose(archive, LIMITS, 300, new_stream(8))
    assert_legal(decks)
    distances = np.abs(decks[:, None].astype(int) - parents[None]).sum(2) // 2
    assert np.median(distances.min(1)) <= 2
    assert (np.bincount(distances.argmin(1), minlength=5) > 30).all()


def test_pools_that_cannot_be_are_rejected():
    with pytest.raises(ValueError, match="29 card copies cannot fill a deck of 30"):
        random_decks(np.ones(29), 1, new_stream(1))
    with pytest.raises(ValueError, match="numbers from 0 to 127"):
        random_decks(np.array([40, -1]), 1, new_stream(1))
