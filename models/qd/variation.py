"""How decks are made and changed: the kernels. `emitters` has the functions to call.

A deck is a row of card counts. Source: the paper's program as described in its class for
individuals: cyclic permutation, geometric number of removals, and the off-by-one in the removal.
"""

import numba
import numpy as np
from numba import int8, int64, void

from engine.core.jit import kernel_of
from models.qd import deck_rules as _deck_rules
from models.qd import streams as _streams
from models.qd.deck_rules import deck_rules
from models.qd.streams import STREAM_T, below, next_word, shuffle_cyclic

kernel = kernel_of(__file__, _deck_rules.__file__, _streams.__file__)
HALF = 1 << 31


RULES_T = numba.typeof(deck_rules(np.ones(1), 1))


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
