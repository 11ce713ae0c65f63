"""Solves (K + N) a = y for a Gaussian process on decks, by conjugate gradients.

Source:
    Shewchuk 1994, "An introduction to the conjugate gradient method without the agonizing pain".
    The preconditioner has the constant and linear parts exactly, and the pairs of cards on its
    diagonal.
"""

from collections.abc import Callable

import numpy as np
import torch

from models.surrogates.dense import one_thread
from models.surrogates.quadratic import Covariance, spread
from models.surrogates.quadratic_kernel import Decks

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
    """The inverse of a simpler covariance: all parts of low rank, and the pairs' diagonal.

    By Woodbury's identity it needs one small system per function, with a row per card.
    """
    z = _centred(decks, covariance.centre)
    lengths = np.square(z).sum(axis=1)
    inverse = 1.0 / (noise + covariance.pairs * lengths[:, None] ** 2)
    features, roots = _low_rank(z, covariance)
    rows, both = torch.from_numpy(features), np.concatenate([roots.T, inverse])
    factors: list[torch.Tensor] = []
    with one_thread():
        for k in range(noise.shape[1]):
            same = (np.array_equal(both[:, j], both[:, k]) for j in range(k))
            if (first := next((j for j, each in enumerate(same) if each), None)) is not None:
                factors.append(factors[first])
                continue
            scaled = rows * torch.from_numpy(np.ascontiguousarray(inverse[:, k]))[:, None]
            small = torch.from_numpy(np.outer(roots[k], roots[k])) * (scaled.T @ rows)
            small.diagonal().add_(1.0)
            factors.append(torch.linalg.cholesky(small))

    def apply(values: np.ndarray) -> np.ndarray:
        scaled = inverse * values
        with one_thread():
            right = roots.T * (rows.T @ torch.from_numpy(scaled)).numpy()
            solved = [
                torch.cholesky_solve(torch.from_numpy(right[:, k : k + 1].copy()), factor).numpy()
                for k, factor in enumerate(factors)
            ]
            weights = np.ascontiguousarray(roots.T * np.concatenate(solved, axis=1))
            outputs = (rows @ torch.from_numpy(weights)).numpy()
        return scaled - inverse * outputs

    return apply


def _centred(decks: Decks, centre: np.ndarray) -> np.ndarray:
    """(n_decks, n_cards) z of each deck."""
    z = np.tile(-centre, (len(decks.starts) - 1, 1))
    rows = np.repeat(np.arange(len(z)), np.diff(decks.starts))
    z[rows, decks.cards] += decks.copies
    return z


def _low_rank(z: np.ndarray, covariance: Covariance) -> tuple[np.ndarray, np.ndarray]:
    """Features whose products are the constant and linear parts, by weights.

    Returns:
        Arrays (n_decks, n_features), and (n_functions, n_features) of the weights' roots.
    """
    features = np.concatenate([np.ones((len(z), 1)), z], axis=1)
    weights = [covariance.constant[:, None], np.tile(covariance.linear[:, None], z.shape[1])]
    return features, np.sqrt(np.concatenate(weights, axis=1))


def _dots(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a * b).sum(axis=0)


def _ratio(above: np.ndarray, below: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Above / below; 0 elsewhere, so that a solved column stays as it is."""
    return np.where(where, above / np.where(where, below, 1.0), 0.0)
