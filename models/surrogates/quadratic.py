"""`Quadratics`: quadratic functions of card counts, and the Gaussian process that they come from.

The covariance of two decks is k(x, x') = a0 + a1 z.z' + a2 (z.z')^2, with z = x - centre: a
constant, and effects of every card and pair of cards. A sum of such covariances over decks is one
quadratic function, so a product with the covariance matrix of n decks costs n times the pairs of a
deck, and no matrix of n x n numbers.

A function is f(x) = c + w.x + sum of q_ij x_i x_j over i <= j. Decks have some 22 of 180 cards, so
all compiled loops run over a deck's own cards: a value costs some 250 products, and so does a deck
in a moment. All sums are in float64 and in a fixed order: the bits depend on nothing else.
"""

from typing import NamedTuple

import numba
import numpy as np
from numba import float64, void

from engine.core.jit import kernel_of
from models.surrogates import surrogate as _surrogate
from models.surrogates.surrogate import PREDICT

kernel = kernel_of(__file__, _surrogate.__file__)


class Decks(NamedTuple):
    """Decks as lists of their cards, one after the other."""

    starts: np.ndarray  #: (n_decks + 1,) int64: where each deck begins
    cards: np.ndarray  #: (n_entries,) int64: numbers of cards, ascending within a deck
    copies: np.ndarray  #: (n_entries,) float64


DECKS_T = numba.typeof(Decks(np.zeros(1, np.int64), np.zeros(1, np.int64), np.zeros(1)))


def decks_of(counts: np.ndarray) -> Decks:
    """The decks of an (n_decks, n_cards) array of copies."""
    rows, cards = np.nonzero(counts)
    starts = np.searchsorted(rows, np.arange(len(counts) + 1))
    return Decks(starts.astype(np.int64), cards.astype(np.int64), counts[rows, cards].astype(float))


@kernel(void(DECKS_T, float64[:, ::1], float64[::1], float64[:, ::1], float64[:, :, ::1]))
def add_moments(decks, values, sums, linear, pairs):
    """Adds the sums over decks of v, v x, and v x_i x_j for i <= j, for each column of `values`."""
    for deck in range(values.shape[0]):
        end = decks.starts[deck + 1]
        for k in range(values.shape[1]):
            sums[k] += values[deck, k]
        for a in range(decks.starts[deck], end):
            i = decks.cards[a]
            for k in range(values.shape[1]):
                linear[i, k] += decks.copies[a] * values[deck, k]
            for b in range(a, end):
                j, x = decks.cards[b], decks.copies[a] * decks.copies[b]
                for k in range(values.shape[1]):
                    pairs[i, j, k] += x * values[deck, k]


@kernel(void(DECKS_T, float64[::1], float64[:, ::1], float64[:, :, ::1], float64[:, ::1]))
def values_into(decks, constants, linear, pairs, outputs):
    """The values of quadratic functions of decks: a row per deck, a column per function."""
    for deck in range(outputs.shape[0]):
        end = decks.starts[deck + 1]
        for k in range(outputs.shape[1]):
            outputs[deck, k] = constants[k]
        for a in range(decks.starts[deck], end):
            for k in range(outputs.shape[1]):
                outputs[deck, k] += decks.copies[a] * linear[decks.cards[a], k]
        for a in range(decks.starts[deck], end):
            i = decks.cards[a]
            for b in range(a, end):
                j, x = decks.cards[b], decks.copies[a] * decks.copies[b]
                for k in range(outputs.shape[1]):
                    outputs[deck, k] += x * pairs[i, j, k]


@kernel(PREDICT)
def predict_into(predictor, decks, outputs):
    """Predicts the rows of `decks` into the rows of `outputs`.

    The predictor's `sizes` are cards and targets; its `parameters` are the constants, (n_targets,),
    the linear parts, (n_cards, n_targets), and the pairs, (n_cards, n_cards, n_targets). Its
    `scratch` has room for the cards of a deck and for their copies.
    """
    n_cards, n_targets = predictor.sizes[0], predictor.sizes[1]
    linear_at, pairs_at = n_targets, n_targets * (1 + n_cards)
    cards, copies = predictor.scratch[:n_cards], predictor.scratch[n_cards:]
    p = predictor.parameters
    for row in range(decks.shape[0]):
        n = 0
        for place in range(decks.shape[1]):
            card = decks[row, place]
            if card < 0:
                break
            if n > 0 and cards[n - 1] == card:
                copies[n - 1] += 1.0
            else:
                cards[n], copies[n] = card, 1.0
                n += 1
        for k in range(n_targets):
            outputs[row, k] = p[k]
        for a in range(n):
            i = int(cards[a])
            x = copies[a]
            for k in range(n_targets):
                outputs[row, k] += x * p[linear_at + i * n_targets + k]
            for b in range(a, n):
                j = int(cards[b])
                xx = x * copies[b]
                at = pairs_at + (i * n_cards + j) * n_targets
                for k in range(n_targets):
                    outputs[row, k] += xx * p[at + k]


class Covariance(NamedTuple):
    """The covariances of some functions, with the centre that they share."""

    constant: np.ndarray  #: (n_functions,) a0
    linear: np.ndarray  #: (n_functions,) a1
    pairs: np.ndarray  #: (n_functions,) a2
    centre: np.ndarray  #: (n_cards,) the mean deck

    def of(self, columns: np.ndarray) -> "Covariance":
        """The covariances of some of the functions, in that order."""
        a0, a1, a2 = (part[columns] for part in (self.constant, self.linear, self.pairs))
        return Covariance(a0, a1, a2, self.centre)


class Quadratics(NamedTuple):
    """Some quadratic functions of card counts."""

    constants: np.ndarray  #: (n_functions,) float64
    linear: np.ndarray  #: (n_cards, n_functions) float64
    #: (n_cards, n_cards, n_functions) float64: factors of x_i x_j for i <= j, else 0
    pairs: np.ndarray

    @classmethod
    def centred(
        cls, constants: np.ndarray, linear: np.ndarray, pairs: np.ndarray, centre: np.ndarray
    ) -> "Quadratics":
        """The functions c + w.z + z'Mz of z = x - centre, with M symmetric."""
        by_centre = (pairs * centre[None, :, None]).sum(axis=1)
        upper = np.triu(np.ones(pairs.shape[:2]), 1)[:, :, None] * 2.0
        upper[np.arange(len(centre)), np.arange(len(centre))] = 1.0
        weight = centre[:, None]
        return cls(
            constants - (weight * linear).sum(axis=0) + (weight * by_centre).sum(axis=0),
            np.ascontiguousarray(linear - 2.0 * by_centre),
            np.ascontiguousarray(pairs * upper),
        )

    def values(self, decks: Decks) -> np.ndarray:
        """(n_decks, n_functions) values."""
        outputs = np.zeros((len(decks.starts) - 1, len(self.constants)))
        values_into(decks, *self, outputs)
        return outputs

    def plus(self, other: "Quadratics") -> "Quadratics":
        """The sums of the functions with others."""
        return Quadratics(*(a + b for a, b in zip(self, other, strict=True)))

    def some(self, columns: np.ndarray) -> "Quadratics":
        """Some of the functions, in that order."""
        return Quadratics(*(np.ascontiguousarray(part[..., columns]) for part in self))


def moments(
    decks: Decks, values: np.ndarray, centre: np.ndarray
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Sums over decks of v, v z and v z z', for each column of `values`.

    Args:
        values: (n_decks, n_functions) array.
        centre: (n_cards,) array; z = x - centre.

    Returns:
        Arrays (n_functions,), (n_cards, n_functions) and (n_cards, n_cards, n_functions).
    """
    n_cards, n_functions = len(centre), values.shape[1]
    values = np.ascontiguousarray(values)
    sums, pairs = np.zeros(n_functions), np.zeros((n_cards, n_cards, n_functions))
    linear = np.zeros((n_cards, n_functions))
    add_moments(decks, values, sums, linear, pairs)
    pairs += np.triu(np.ones((n_cards, n_cards)), 1).T[:, :, None] * pairs.transpose(1, 0, 2)
    crossed = centre[:, None, None] * linear[None, :, :]
    squared = centre[:, None, None] * centre[None, :, None] * sums
    pairs += squared - crossed - crossed.transpose(1, 0, 2)
    return sums, linear - centre[:, None] * sums, pairs


def spread(covariance: Covariance, decks: Decks, values: np.ndarray) -> Quadratics:
    """The functions sum of v_i k(., x_i) over decks, one per column of `values`."""
    sums, linear, pairs = moments(decks, values, covariance.centre)
    return Quadratics.centred(
        covariance.constant * sums,
        covariance.linear * linear,
        covariance.pairs * pairs,
        covariance.centre,
    )


def drawn(covariance: Covariance, rng: np.random.Generator) -> Quadratics:
    """Functions drawn from the Gaussian processes of these covariances."""
    n_cards, n = len(covariance.centre), len(covariance.constant)
    pairs = np.sqrt(covariance.pairs) * rng.standard_normal((n_cards, n_cards, n))
    return Quadratics.centred(
        np.sqrt(covariance.constant) * rng.standard_normal(n),
        np.sqrt(covariance.linear) * rng.standard_normal((n_cards, n)),
        0.5 * (pairs + pairs.transpose(1, 0, 2)),
        covariance.centre,
    )
