"""Solves (K + N) a = y for a Gaussian process on decks, by conjugate gradients.

Source:
    Shewchuk 1994, "An introduction to the conjugate gradient method without the agonizing pain".
    The preconditioner has the constant and linear part exactly, and the rest on its diagonal.
"""

from collections.abc import Callable

import numpy as np
import torch

from models.surrogates.dense_training import one_thread
from models.surrogates.quadratic import Covariance, moments, spread
from models.surrogates.quadratic_kernel import Decks, add_linear_moments, linear_values

#: A product with the inverse of a preconditioner: (n_decks, n_functions) to the same.
Approximate = Callable[[np.ndarray], np.ndarray]


def solve(
    decks: Decks,
    covariance: Covariance,
    noise: np.ndarray,
    wanted: np.ndarray,
    tolerance: float,
    max_steps: int = 200,
) -> np.ndarray:
    """Solves one system per column.

    Args:
        decks: The decks.
        covariance: One covariance per column.
        noise: (n_decks, n_functions) array: variances of what is not covered by the covariance.
        wanted: (n_decks, n_functions) array y.
        tolerance: Relative length of the residual, in the norm of the preconditioner, at which a
            column is solved.
        max_steps: Steps after which columns are left as they are.

    Returns:
        (n_decks, n_functions) array a.
    """
    approximate = preconditioner(decks, covariance, noise)
    solution, residual = np.zeros_like(wanted), wanted.copy()
    better = approximate(residual)
    direction, length = better.copy(), _dots(residual, better)
    goal = tolerance**2 * length
    for _ in range(max_steps):
        unsolved = length > goal
        if not unsolved.any():
            break
        product = spread(covariance, decks, direction).values(decks) + noise * direction
        step = _ratio(length, _dots(direction, product), unsolved)
        solution += step * direction
        residual -= step * product
        better = approximate(residual)
        before, length = length, np.where(unsolved, _dots(residual, better), 0.0)
        direction = better + _ratio(length, before, unsolved) * direction
    return solution


def preconditioner(decks: Decks, covariance: Covariance, noise: np.ndarray) -> Approximate:
    """The inverse of a simpler covariance: constant and linear part, and the rest's diagonal.

    By Woodbury's identity it needs one small system per function, with a row per card.
    """
    centre = covariance.centre
    squares = _squared_lengths(decks, centre)
    inverse = 1.0 / (noise + covariance.pairs * squares[:, None] ** 2)
    roots = np.sqrt(np.stack([covariance.constant, covariance.linear]))
    sums, linear, pairs = moments(decks, inverse, centre)
    n_cards = len(centre)
    factors = []
    with one_thread():
        for k in range(noise.shape[1]):
            small = np.eye(n_cards + 1)
            small[0, 0] += roots[0, k] ** 2 * sums[k]
            small[0, 1:] = small[1:, 0] = roots[0, k] * roots[1, k] * linear[:, k]
            small[1:, 1:] += roots[1, k] ** 2 * pairs[:, :, k]
            factors.append(torch.linalg.cholesky(torch.from_numpy(small)))

    def apply(values: np.ndarray) -> np.ndarray:
        scaled = inverse * values
        summed, projected = np.zeros(values.shape[1]), np.zeros((n_cards, values.shape[1]))
        add_linear_moments(decks, scaled, summed, projected)
        projected -= centre[:, None] * summed
        right = np.concatenate([(roots[0] * summed)[None], roots[1] * projected])
        with one_thread():
            solved = [
                torch.cholesky_solve(torch.from_numpy(right[:, k : k + 1].copy()), factor).numpy()
                for k, factor in enumerate(factors)
            ]
        small = np.concatenate(solved, axis=1)
        weights = np.ascontiguousarray(roots[1] * small[1:])
        constants = roots[0] * small[0] - (centre[:, None] * weights).sum(axis=0)
        outputs = np.zeros_like(values)
        linear_values(decks, constants, weights, outputs)
        return scaled - inverse * outputs

    return apply


def _squared_lengths(decks: Decks, centre: np.ndarray) -> np.ndarray:
    """(n_decks,) z.z of each deck."""
    squares = np.add.reduceat(
        decks.copies * (decks.copies - 2 * centre[decks.cards]), decks.starts[:-1]
    )
    return squares + (centre**2).sum()


def _dots(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a * b).sum(axis=0)


def _ratio(above: np.ndarray, below: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Above / below; 0 elsewhere, so that a solved column stays as it is."""
    return np.where(where, above / np.where(where, below, 1.0), 0.0)
