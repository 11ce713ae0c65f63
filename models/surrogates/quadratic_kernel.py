"""Compiled algebra of quadratic functions of card counts: values, and moments over decks.

A function is f(x) = c + w.x + sum of q_ij x_i x_j over i <= j. Decks have some 22 of 180 cards, so
all loops run over a deck's own cards: a value costs some 250 products, and so does a deck in a
moment. All sums are in float64 and in a fixed order: the bits depend on nothing else.
"""

from typing import NamedTuple

import numba
import numpy as np
from numba import float64, void

from engine.core.jit import kernel_of
from models.surrogates import predictor as _predictor
from models.surrogates.predictor import PREDICT

kernel = kernel_of(__file__, _predictor.__file__)


class Decks(NamedTuple):
    """Decks as lists of their cards, one after the other.

    Attributes:
        starts: (n_decks + 1,) int64: where each deck begins.
        cards: (n_entries,) int64: numbers of cards, ascending within a deck.
        copies: (n_entries,) float64.
    """

    starts: np.ndarray
    cards: np.ndarray
    copies: np.ndarray


DECKS_T = numba.typeof(Decks(np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1)))


def decks_of(counts: np.ndarray) -> Decks:
    """The decks of an (n_decks, n_cards) array of copies."""
    rows, cards = np.nonzero(counts)
    starts = np.searchsorted(rows, np.arange(len(counts) + 1))
    return Decks(starts.astype(np.int64), cards.astype(np.int64), counts[rows, cards].astype(float))


@kernel(void(DECKS_T, float64[:, ::1], float64[::1], float64[:, ::1]))
def add_linear_moments(decks, values, sums, linear):
    """Adds the sums over decks of v and v x, for each column of `values`."""
    for deck in range(values.shape[0]):
        for k in range(values.shape[1]):
            sums[k] += values[deck, k]
        for a in range(decks.starts[deck], decks.starts[deck + 1]):
            for k in range(values.shape[1]):
                linear[decks.cards[a], k] += decks.copies[a] * values[deck, k]


@kernel(void(DECKS_T, float64[:, ::1], float64[:, :, ::1]))
def add_pair_moments(decks, values, pairs):
    """Adds the sums over decks of v x_i x_j for i <= j, for each column of `values`."""
    for deck in range(values.shape[0]):
        end = decks.starts[deck + 1]
        for a in range(decks.starts[deck], end):
            i = decks.cards[a]
            for b in range(a, end):
                j, x = decks.cards[b], decks.copies[a] * decks.copies[b]
                for k in range(values.shape[1]):
                    pairs[i, j, k] += x * values[deck, k]


@kernel(void(DECKS_T, float64[::1], float64[:, ::1], float64[:, ::1]))
def linear_values(decks, constants, linear, outputs):
    """The values of linear functions of decks: one row per deck, one column per function."""
    for deck in range(outputs.shape[0]):
        for k in range(outputs.shape[1]):
            outputs[deck, k] = constants[k]
        for a in range(decks.starts[deck], decks.starts[deck + 1]):
            for k in range(outputs.shape[1]):
                outputs[deck, k] += decks.copies[a] * linear[decks.cards[a], k]


@kernel(void(DECKS_T, float64[:, :, ::1], float64[:, ::1]))
def add_pair_values(decks, pairs, outputs):
    """Adds the quadratic parts of functions of decks."""
    for deck in range(outputs.shape[0]):
        end = decks.starts[deck + 1]
        for a in range(decks.starts[deck], end):
            i = decks.cards[a]
            for b in range(a, end):
                j, x = decks.cards[b], decks.copies[a] * decks.copies[b]
                for k in range(outputs.shape[1]):
                    outputs[deck, k] += x * pairs[i, j, k]


@kernel(PREDICT)
def predict_into(predictor, counts, outputs):
    """Predicts the rows of `counts` into the rows of `outputs`.

    The predictor's `sizes` are cards and targets; its `parameters` are the constants, (n_targets,),
    the linear parts, (n_cards, n_targets), and the pairs, (n_cards, n_cards, n_targets).
    """
    n_cards, n_targets = predictor.sizes[0], predictor.sizes[1]
    linear_at, pairs_at = n_targets, n_targets * (1 + n_cards)
    cards, p = predictor.scratch, predictor.parameters
    for row in range(counts.shape[0]):
        n = 0
        for card in range(n_cards):
            if counts[row, card] != 0:
                cards[n] = card
                n += 1
        for k in range(n_targets):
            outputs[row, k] = p[k]
        for a in range(n):
            i = int(cards[a])
            x = float(counts[row, i])
            for k in range(n_targets):
                outputs[row, k] += x * p[linear_at + i * n_targets + k]
            for b in range(a, n):
                j = int(cards[b])
                xx = x * counts[row, j]
                at = pairs_at + (i * n_cards + j) * n_targets
                for k in range(n_targets):
                    outputs[row, k] += xx * p[at + k]
