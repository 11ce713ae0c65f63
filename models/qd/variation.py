"""Kernels: random streams, and how decks are made and changed. `emitters` has functions to call.

A stream is four words in an array, which give the same numbers compiled and interpreted. The
generator is xoshiro128++ (Blackman and Vigna 2021, "Scrambled linear pseudorandom number
generators", public domain): 32-bit words, period 2^128 - 1. The words are kept in int64 and masked,
because Numba turns mixed uint64 and int64 arithmetic into floats.

A deck is an ascending list of its cards (`engine.pools.card_lists`), which takes half the time of
counts. Source: the paper's program as described in its class for individuals: cyclic permutation,
geometric number of removals, and the off-by-one in the removal.
"""

from collections.abc import Sequence

import numba
import numpy as np
from numba import int16, int64, void

from engine.core.jit import kernel_of
from models.qd import deck_rules as _deck_rules
from models.qd.deck_rules import deck_rules

kernel = kernel_of(__file__, _deck_rules.__file__)
STREAM_T = int64[::1]
DECK_T, DECKS_T = int16[::1], int16[:, ::1]
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


@kernel(void(int64, int64, DECK_T))
def insert_card(card, n, deck):
    """Adds a card to the first `n` of a deck, in its place."""
    place = n
    while place > 0 and deck[place - 1] > card:
        deck[place] = deck[place - 1]
        place -= 1
    deck[place] = card


@kernel(void(RULES_T, STREAM_T, DECK_T))
def fill_random(rules, stream, deck):
    """A random deck: the first cards of a random permutation of all copies."""
    entries = rules.copies.copy()
    shuffle_cyclic(stream, entries)
    for n in range(rules.size):
        insert_card(entries[n], n, deck)


@kernel(void(int64, STREAM_T, DECK_T))
def remove_card(n, stream, deck):
    """Takes one of a deck's first `n` cards out.

    As in the paper's program the first card has one chance in `n` more than its share, the last
    one less.
    """
    place = below(stream, n)
    for i in range(place if place > 0 else 1, n):
        deck[i - 1] = deck[i]


@kernel(void(RULES_T, int64, STREAM_T, DECK_T))
def refill(rules, n_left, stream, deck):
    """Fills a deck of `n_left` cards; each is uniform among the card types it may still take."""
    for n in range(n_left, rules.size):
        n_full, copies = 0, 0
        for i in range(n):
            copies = copies + 1 if i > 0 and deck[i] == deck[i - 1] else 1
            n_full += copies == rules.max_copies[deck[i]]
        kind = below(stream, rules.types.size - n_full)
        for i in range(n):
            if rules.rank[deck[i]] > kind:
                break
            copies = copies + 1 if i > 0 and deck[i] == deck[i - 1] else 1
            kind += copies == rules.max_copies[deck[i]]
        insert_card(rules.types[kind], n, deck)


@kernel(void(RULES_T, STREAM_T, DECK_T))
def mutate_deck(rules, stream, deck):
    """Replaces k cards, P(k) = 2^-k, at most all."""
    n = rules.size
    while True:
        remove_card(n, stream, deck)
        n -= 1
        if n == 0 or next_word(stream) >= HALF:
            break
    refill(rules, n, stream, deck)


@kernel(void(RULES_T, int64, DECKS_T, STREAM_T, DECKS_T))
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
            for place in range(decks.shape[1]):
                decks[i, place] = elites[parent, place]
            mutate_deck(rules, stream, decks[i])


@kernel(void(RULES_T, STREAM_T, DECKS_T))
def mutate_all(rules, stream, decks):
    """Mutates every row in place."""
    for i in range(decks.shape[0]):
        mutate_deck(rules, stream, decks[i])
