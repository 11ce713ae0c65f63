"""Scales of a Gaussian process on decks: its marginal likelihood, and their estimate.

The scales of one target are a1 and a2, the variances of the linear and the pairs' effects, and
tau2, the variance of what neither explains. a0, the constant's, is ten times the targets' variance.
"""

from typing import NamedTuple

import numpy as np
import torch
from scipy.optimize import minimize

from models.surrogates.dense_training import one_thread

#: Width of the prior of each scale, in natural logarithms; its median is `typical_scales`.
PRIOR_WIDTH = 1.5
#: The first simplex's steps, in natural logarithms.
STEP = 0.7


class Scales(NamedTuple):
    """The scales of one target.

    Attributes:
        constant: a0.
        linear: a1.
        pairs: a2.
        rest: tau2.
    """

    constant: float
    linear: float
    pairs: float
    rest: float


def typical_scales(products: np.ndarray, targets: np.ndarray, noise: np.ndarray) -> Scales:
    """Scales at which each part explains a fair share of the targets' variance.

    Args:
        products: (n, n) array of z.z'.
        targets: (n,) array.
        noise: (n,) array of variances of the targets' noise.
    """
    variance = max(float(targets.var()), 1e-12)
    signal = max(variance - float(noise.mean()), 0.1 * variance)
    length = float(np.diag(products).mean())
    return Scales(10 * variance, signal / length, 0.2 * signal / length**2, 0.1 * signal)


def estimate_scales(
    products: np.ndarray,
    targets: np.ndarray,
    noise: np.ndarray,
    start: Scales | None,
    n_steps: int,
) -> Scales:
    """The scales of the largest marginal likelihood, under a weak prior.

    Args:
        products: (n, n) array of z.z'.
        targets: (n,) array.
        noise: (n,) array of variances of the targets' noise.
        start: Where the search starts; the typical scales by default.
        n_steps: Evaluations of the likelihood, by the method of Nelder and Mead.
    """
    typical = typical_scales(products, targets, noise)
    middle = np.log(typical[1:])
    first = middle if start is None else np.log(start[1:])
    centred = torch.from_numpy(targets - targets.mean())
    squares, linear = torch.from_numpy(products**2), torch.from_numpy(products)

    def loss(logs: np.ndarray) -> float:
        a1, a2, rest = np.exp(np.clip(logs, -40, 40))
        matrix = typical.constant + a1 * linear + a2 * squares
        matrix.diagonal().add_(torch.from_numpy(noise + rest))
        factor, failed = torch.linalg.cholesky_ex(matrix)
        if failed:
            return np.inf
        white = torch.linalg.solve_triangular(factor, centred[:, None], upper=False)
        fit = 0.5 * float(white.square().sum()) + float(factor.diagonal().log().sum())
        return fit + 0.5 * float((((logs - middle) / PRIOR_WIDTH) ** 2).sum())

    simplex = np.concatenate([first[None], first + STEP * np.eye(3)])
    with one_thread():
        best = minimize(
            loss,
            first,
            method="Nelder-Mead",
            options={"maxfev": n_steps, "initial_simplex": simplex},
        ).x
    return Scales(typical.constant, *np.exp(np.clip(best, -40, 40)).tolist())
