"""Kernels: random streams, and how decks are made and changed. `emitters` has functions to call.

A stream is four words in an array, which give the same numbers compiled and interpreted. The
generator is xoshiro128++ (Blackman and Vigna 2021, "Scrambled linear pseudorandom number
generators", public domain): 32-bit words, period 2^128 - 1. The words are kept in int64 and masked,
because Numba turns mixed uint64 and int64 arithmetic into floats.

A deck is a row of card counts. Source: the paper's program as described in its class for
individuals: cyclic permutation, geometric number of removals, and the off-by-one in the removal.
"""

from collections.abc import Sequence

import numba
import numpy as np
from numba import int8, int64, void

from engine.core.jit import kernel_of
from models.qd import deck_rules as _deck_rules
from models.qd.deck_rules import deck_rules

kernel = kernel_of(__file__, _deck_rules.__file__)
STREAM_T = int64[::1]
RULES_T = numba.typeof(deck_rules(np.ones(1), 1))
MASK = 0xFFFFFFFF
HALF = 1 << 31


def new_stream(seed: int | Sequence[int] | np.random.SeedSequence) -> np.ndarray:
    """Makes a random stream.

    Args:
        seed: Entropy for a `SeedSequence`, or one already made.

    Returns:
        (4,) array of int64, each word in [0, 2^32): the whole state. Drawing changes it in place;
        a copy of it is a checkpoint.
    """
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return sequence.generate_state(4, np.uint32).astype(np.int64)


@kernel(int64(int64, int64))
def rotate_left(word, bits):
    """A 32-bit word rotated."""
    return ((word << bits) & MASK) | (word >> (32 - bits))


@kernel(int64(STREAM_T))
def next_word(stream):
    """The next number, uniform in [0, 2^32)."""
    a, b, c, d = int(stream[0]), int(stream[1]), int(stream[2]), int(stream[3])
    word = (rotate_left((a + d) & MASK, 7) + a) & MASK
    c ^= a
    d ^= b
    stream[0] = a ^ d
    stream[1] = b ^ c
    stream[2] = c ^ ((b << 9) & MASK)
    stream[3] = rotate_left(d, 11)
    return word


@kernel(int64(STREAM_T, int64))
def below(stream, n):
    """The next number, uniform in [0, n); the bias is under n / 2^32."""
    return (next_word(stream) * n) >> 32


@kernel(void(STREAM_T, int64[::1]))
def shuffle_cyclic(stream, entries):
    """Permutes in place by swapping each entry with one before it (Sattolo's algorithm)."""
    for i in range(entries.size - 1, 0, -1):
        j = below(stream, i)
        kept = entries[i]
        entries[i] = entries[j]
        entries[j] = kept


@kernel(void(RULES_T, STREAM_T, int8[::1]))
def fill_random(rules, stream, deck):
    """A random deck: the first cards of a random permutation of all copies."""
    entries = rules.copies.copy()
    shuffle_cyclic(stream, entries)
    deck[:] = 0
    for i in range(rules.size):
        deck[entries[i]] += 1


@kernel(void(int64, STREAM_T, int8[::1]))
def remove_card(n_left, stream, deck):
    """Takes one of the deck's `n_left` cards out.

    The walk stops at zero, not below it: the first card present gets one chance in `n_left` more
    than its share and the last card one less, as in the paper's program.
    """
    rest = below(stream, n_left)
    for card in range(deck.size):
        if deck[card] > 0:
            rest -= deck[card]
            if rest <= 0:
                deck[card] -= 1
                return


@kernel(void(RULES_T, int64, STREAM_T, int8[::1]))
def refill(rules, n_missing, stream, deck):
    """Adds cards, each uniform among the card types the deck may still take."""
    n_open = 0
    for card in range(deck.size):
        n_open += deck[card] < rules.max_copies[card]
    for _ in range(n_missing):
        rest = below(stream, n_open)
        for card in range(deck.size):
            if deck[card] < rules.max_copies[card]:
                if rest == 0:
                    deck[card] += 1
                    n_open -= deck[card] == rules.max_copies[card]
                    break
                rest -= 1


@kernel(void(RULES_T, STREAM_T, int8[::1]))
def mutate_deck(rules, stream, deck):
    """Replaces k cards, P(k) = 2^-k, at most all."""
    n_left = rules.size
    while True:
        remove_card(n_left, stream, deck)
        n_left -= 1
        if n_left == 0 or next_word(stream) >= HALF:
            break
    refill(rules, rules.size - n_left, stream, deck)


@kernel(void(RULES_T, int64, int8[:, ::1], STREAM_T, int8[:, ::1]))
def propose_into(rules, n_random, elites, stream, decks):
    """Fills `decks`: `n_random` random ones, then mutations of uniform random rows of `elites`.

    While there are no elites, all are random.
    """
    n_elites = elites.shape[0]
    for i in range(decks.shape[0]):
        if i < n_random or n_elites == 0:
            fill_random(rules, stream, decks[i])
        else:
            parent = below(stream, n_elites)
            for card in range(decks.shape[1]):
                decks[i, card] = elites[parent, card]
            mutate_deck(rules, stream, decks[i])


@kernel(void(RULES_T, STREAM_T, int8[:, ::1]))
def mutate_all(rules, stream, decks):
    """Mutates every row in place."""
    for i in range(decks.shape[0]):
        mutate_deck(rules, stream, decks[i])
