"""CMA-ES: pyribs' implementation with the update of the published algorithm.

pyribs 0.12 leaves the evolution path of the covariance unscaled (Hansen divides the step by sigma)
and multiplies the rank-one term by its learning rate twice, so that this term almost vanishes. The
constants, the lazy eigendecomposition and the criteria of a restart are pyribs'.
"""

import numpy as np
from ribs.emitters.opt import CMAEvolutionStrategy
from threadpoolctl import threadpool_limits


class Cma(CMAEvolutionStrategy):
    """CMA-ES with positive weights and no bounds, for pyribs' emitters.

    Source:
        Hansen 2016, "The CMA Evolution Strategy: A Tutorial", arXiv 1604.00772, appendix A.
    """

    # One thread: the matrices are small, and the bits must not depend on the number of cores.
    @threadpool_limits.wrap(limits=1, user_api="blas")
    def ask(self, batch_size: int | None = None) -> np.ndarray:
        """Returns (batch_size, solution_dim) samples, which `tell` then ranks."""
        self.cov.update_eigensystem(self.current_eval, self.lazy_gap_evals)
        spread = self.cov.eigenbasis * np.sqrt(self.cov.eigenvalues)
        size = (batch_size or self.batch_size, self.solution_dim)
        self._solutions = self.mean + self.sigma * self._rng.normal(size=size) @ spread.T
        return self._solutions.copy()

    @threadpool_limits.wrap(limits=1, user_api="blas")
    def tell(
        self, ranking_indices: np.ndarray, ranking_values: np.ndarray, num_parents: int
    ) -> None:
        """Moves mean, step size and covariance towards the best solutions of the last `ask`.

        Args:
            ranking_indices: (batch_size,) array of int: the solutions, best first.
            ranking_values: The values of the ranking; part of pyribs' interface, unused.
            num_parents: Number of parents, from the best; with 0 nothing changes.
        """
        self.current_eval += self.batch_size
        if num_parents == 0:
            return
        n = self.solution_dim
        weights, mueff, cc, cs, c1, cmu = self._calc_strat_params(num_parents)
        steps = (self._solutions[ranking_indices[:num_parents]] - self.mean) / self.sigma
        step = weights @ steps
        self.mean = self.mean + self.sigma * step

        expected = np.sqrt(n) * (1 - 1 / (4 * n) + 1 / (21 * n**2))  # length of a normal vector
        self.ps = (1 - cs) * self.ps + np.sqrt(cs * (2 - cs) * mueff) * (self.cov.invsqrt @ step)
        length = np.linalg.norm(self.ps) / expected
        generation = self.current_eval / self.batch_size
        is_long = length >= (1.4 + 2 / (n + 1)) * np.sqrt(1 - (1 - cs) ** (2 * generation))
        self.pc = (1 - cc) * self.pc
        if not is_long:
            self.pc += np.sqrt(cc * (2 - cc) * mueff) * step

        kept = 1 - c1 - cmu + (c1 * cc * (2 - cc) if is_long else 0.0)
        rank_one = c1 * np.outer(self.pc, self.pc)
        rank_mu = cmu * (weights[:, None] * steps).T @ steps
        self.cov.cov = kept * self.cov.cov + rank_one + rank_mu
        damping = 1 + 2 * max(0.0, np.sqrt((mueff - 1) / (n + 1)) - 1) + cs
        self.sigma *= float(np.exp(min(1.0, cs / damping * (length - 1))))
