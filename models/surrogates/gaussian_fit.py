"""A Gaussian process on decks: its scales, and its linear systems.

The scales of one target are a1 and a2, the variances of the effects of cards and pairs of cards,
tau2, the variance of what these do not explain, and a factor of the noise. a0, the constant's, is
ten times the targets' variance. `estimate_scales` maximises the marginal likelihood.

`solve` solves (K + N) a = y by conjugate gradients. The preconditioner has the constant and linear
parts exactly, and the pairs of cards on its diagonal.

Source:
    Shewchuk 1994, "An introduction to the conjugate gradient method without the agonizing pain".
"""

from collections.abc import Callable
from typing import Literal, NamedTuple

import numpy as np
import torch
from scipy.optimize import minimize

from models.surrogates.dense import one_thread
from models.surrogates.quadratic import Covariance, Decks, spread

#: The variances of the noise: as given, times an estimated factor, or 0.
NoiseModel = Literal["given", "scaled", "none"]
#: Widths of the priors of a1, a2, tau2 and the noise's factor, in natural logarithms; the medians
#: are `typical_scales`.
PRIOR_WIDTHS = np.array([1.5, 1.5, 1.5, 0.1])
#: The first simplex's steps, in natural logarithms.
STEPS = np.array([0.7, 0.7, 0.7, 0.2])
#: Medians of the shares of the signal's variance. In 1,000 decks with 12 games each, those of the
#: pairs were 0.4 % (hand size) to 13 % (health); in 5,700 with up to 200 games, tau2's was 0.1 %.
#: A larger tau2 makes the elites' beliefs too high, by their luck.
PAIRS_SHARE, REST_SHARE = 0.1, 1e-3
#: a0 as a multiple of the targets' variance.
CONSTANT_SHARE = 10.0
#: Least tau2 as a share of the targets' variance. The sum of a deck's mana costs is exactly linear,
#: so its likelihood rises with every smaller tau2, until float64 cannot solve the systems.
LEAST_REST = 1e-7
#: Steps of `solve` at most.
MAX_STEPS = 200


class Scales(NamedTuple):
    """The scales of one target: a0, a1, a2, tau2, and the factor of the noise's variances."""

    constant: float
    linear: float
    pairs: float
    rest: float
    noise: float

    def but(self, logs: np.ndarray, free: np.ndarray) -> "Scales":
        """The same scales, except the free ones of a1, a2, ...: their natural logarithms."""
        scales = np.array(self)
        scales[1:][free] = np.exp(np.clip(logs, -40, 40))
        return Scales(*scales.tolist())


def typical_scales(products: np.ndarray, targets: np.ndarray, noise: np.ndarray) -> Scales:
    """Scales at which each part explains a fair share of the targets' variance."""
    variance = max(float(targets.var()), 1e-12)
    signal = max(variance - float(noise.mean()), 0.1 * variance)
    length = float(np.diag(products).mean())
    pairs = PAIRS_SHARE * signal / length**2
    return Scales(CONSTANT_SHARE * variance, signal / length, pairs, REST_SHARE * signal, 1.0)


def estimate_scales(
    products: np.ndarray,
    targets: np.ndarray,
    noise: np.ndarray,
    start: Scales | None,
    n_steps: int,
    noise_model: NoiseModel = "scaled",
    pairs: bool = True,
) -> Scales:
    """The scales of the largest marginal likelihood, under a weak prior.

    The products z.z' are (n, n); targets, and variances of their noise, are (n,). The search starts
    at `start`, or the typical scales, and takes `n_steps` evaluations of the likelihood, by the
    method of Nelder and Mead. Without pairs, a2 is 0.
    """
    typical = typical_scales(products, targets, noise)
    if not pairs:
        typical = typical._replace(pairs=0.0)
    free = np.array(typical[1:]) > 0
    free[-1] = noise_model == "scaled"
    middle = np.log(np.array(typical[1:])[free])
    first = middle if start is None else np.log(np.array(start[1:])[free])
    misfit = _misfit(products, targets, noise)

    def loss(logs: np.ndarray) -> float:
        surprise = ((logs - middle) / PRIOR_WIDTHS[free]) ** 2
        return misfit(typical.but(logs, free)) + 0.5 * float(surprise.sum())

    simplex = np.concatenate([first[None], first + np.diag(STEPS[free])])
    with one_thread():
        best = minimize(
            loss,
            first,
            method="Nelder-Mead",
            options={"maxfev": n_steps, "initial_simplex": simplex},
        ).x
    found = typical.but(best, free)
    return found._replace(rest=max(found.rest, LEAST_REST * typical.constant / CONSTANT_SHARE))


def _misfit(
    products: np.ndarray, targets: np.ndarray, noise: np.ndarray
) -> Callable[[Scales], float]:
    """The negative logarithm of the marginal likelihood, up to a constant."""
    centred = torch.from_numpy(targets - targets.mean())
    linear = torch.from_numpy(products)
    squares = linear.square()

    def misfit(scales: Scales) -> float:
        matrix = scales.constant + scales.linear * linear + scales.pairs * squares
        matrix.diagonal().add_(torch.from_numpy(scales.noise * noise + scales.rest))
        factor, failed = torch.linalg.cholesky_ex(matrix)
        if failed:
            return np.inf
        white = torch.linalg.solve_triangular(factor, centred[:, None], upper=False)
        return 0.5 * float(white.square().sum()) + float(factor.diagonal().log().sum())

    return misfit


#: A product with the inverse of a preconditioner: (n_decks, n_functions) to the same.
Approximate = Callable[[np.ndarray], np.ndarray]


def solve(
    decks: Decks,
    covariance: Covariance,
    noise: np.ndarray,
    wanted: np.ndarray,
    tolerance: float,
) -> np.ndarray:
    """Solves one system per column of y, `wanted`: (n_decks, n_functions), as is the result.

    There is one covariance per column, and `noise` has the variances of what it does not cover. A
    column is solved at a residual of the relative length `tolerance`, in the norm of the
    preconditioner, and left as it is after `MAX_STEPS`.
    """
    approximate = preconditioner(decks, covariance, noise)
    solution, residual = np.zeros_like(wanted), wanted.copy()
    better = approximate(residual)
    direction, length = better.copy(), _dots(residual, better)
    goal = tolerance**2 * length
    for _ in range(MAX_STEPS):
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
    """Features, (n_decks, n_features), whose products are the constant and linear parts.

    Also the roots of their weights, (n_functions, n_features).
    """
    features = np.concatenate([np.ones((len(z), 1)), z], axis=1)
    weights = [covariance.constant[:, None], np.tile(covariance.linear[:, None], z.shape[1])]
    return features, np.sqrt(np.concatenate(weights, axis=1))


def _dots(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return (a * b).sum(axis=0)


def _ratio(above: np.ndarray, below: np.ndarray, where: np.ndarray) -> np.ndarray:
    """Above / below; 0 elsewhere, so that a solved column stays as it is."""
    return np.where(where, above / np.where(where, below, 1.0), 0.0)
