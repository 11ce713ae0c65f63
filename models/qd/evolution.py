"""CMA-ME and CMA-ES: emitters that adapt the distribution of their proposals.

Solutions are vectors of real numbers, such as the weights of a player's network. Both algorithms
keep an archive; only CMA-ME's emitters use it.
"""

from collections.abc import Sequence
from typing import Literal

import numpy as np
from pydantic import Field
from ribs.emitters.opt import CMAEvolutionStrategy
from threadpoolctl import threadpool_limits

from models.qd.archive import GridArchive, GridConfig
from models.settings.config import Config

PAPER = "Zhang 2022, arXiv 2112.03534, published program"


class EvolutionConfig(Config):
    """Settings of CMA-ME and CMA-ES."""

    algorithm: Literal["cma-me", "cma-es"] = Field(
        "cma-me",
        description="Selection of parents. cma-me: solutions that entered the archive, new cells "
        "first; cma-es: the better half by objective.",
    )
    emitters: int = Field(15, ge=1, le=1_000, description=f"Independent CMA-ES. {PAPER}.")
    population: int = Field(
        37, ge=4, le=100_000, description=f"Solutions per emitter and generation. {PAPER}."
    )
    step_size: float = Field(
        0.05, gt=0, le=100, description=f"Standard deviation at the start and restarts. {PAPER}."
    )

    @property
    def generation(self) -> int:
        """Solutions of all emitters in a generation."""
        return self.emitters * self.population


class Evolution:
    """Emitters and the archive that they fill.

    Solution i of emitter e is row i * n_emitters + e of a generation. The archive gets rows in this
    order, so that no emitter finds all new cells before the others.

    Args:
        config: Settings of the emitters.
        grid: The archive.
        start: (solution_dim,) array: the start of all emitters.
        seed: Seed of all random numbers.

    Attributes:
        archive: Evaluation numbers and results of the elites; its solutions are empty.

    Source:
        Fontaine et al. 2020, "Covariance Matrix Adaptation for the Rapid Illumination of Behavior
        Space", arXiv 1912.02400: the improvement emitter.
    """

    def __init__(
        self,
        config: EvolutionConfig,
        grid: GridConfig,
        start: np.ndarray,
        seed: np.random.SeedSequence,
    ) -> None:
        from ribs.emitters import EvolutionStrategyEmitter  # here, as it takes a second to import

        self.archive = grid.build(0)
        self._config = config
        self._elites = _Elites(self.archive, len(start), len(grid.measures), seed.spawn(1)[0])
        self._strategies: list[Cma] = []
        by_improvement = config.algorithm == "cma-me"
        self._emitters = [
            EvolutionStrategyEmitter(
                self._elites,
                x0=start,
                sigma0=config.step_size,
                ranker="2imp" if by_improvement else "obj",
                es=self._new_strategy,
                selection_rule="filter" if by_improvement else "mu",
                restart_rule="no_improvement" if by_improvement else "basic",
                batch_size=config.population,
                seed=emitter_seed,
            )
            for emitter_seed in seed.spawn(config.emitters)
        ]

    @property
    def restarts(self) -> int:
        """Restarts of all emitters so far."""
        return sum(emitter.restarts for emitter in self._emitters)

    @property
    def step_sizes(self) -> np.ndarray:
        """(n_emitters,) array of float64: each emitter's step size."""
        return np.array([strategy.sigma for strategy in self._strategies])

    def ask(self) -> np.ndarray:
        """Returns the next generation, a (generation, solution_dim) array of float64."""
        asked = [emitter.ask() for emitter in self._emitters]
        return np.stack(asked, axis=1).reshape(self._config.generation, -1)

    def tell(self, solutions: np.ndarray, objectives: np.ndarray, measures: np.ndarray) -> dict:
        """Adds evaluated solutions to the archive and updates the emitters.

        Args:
            solutions: (n, solution_dim) array: the result of `ask`; or, at the end of a budget,
                its first n rows, which do not update the emitters.
            objectives: (n,) array of numbers to maximise.
            measures: (n, n_measures) array.

        Returns:
            `status`, (n,) array of int8: 0 not added, 1 improved its cell, 2 filled a new cell;
            `value`, (n,) array of float64: the objective in a new cell, else the gain over its
            elite.

        Raises:
            ValueError: A number is not finite.
        """
        info = self._elites.add(solutions, objectives, measures)
        if len(solutions) == self._config.generation:
            for row, emitter in enumerate(self._emitters):
                own = slice(row, None, len(self._emitters))
                emitter.tell(
                    solutions[own],
                    objectives[own],
                    measures[own],
                    {name: values[own] for name, values in info.items()},
                )
        return info

    def _new_strategy(self, **options) -> "Cma":
        """The CMA-ES of one emitter."""
        from models.qd.evolution import Cma

        self._strategies.append(Cma(**options))
        return self._strategies[-1]


class _Elites:
    """The interface of pyribs' emitters to our archive."""

    def __init__(
        self,
        archive: GridArchive,
        solution_dim: int,
        measure_dim: int,
        seed: np.random.SeedSequence,
    ) -> None:
        self.dtypes = dict.fromkeys(("solution", "objective", "measures"), np.float64)
        self.solution_dim = solution_dim
        self.measure_dim = measure_dim
        self._archive = archive
        self._solutions = np.zeros((archive.n_cells, solution_dim))
        self._n_offered = 0
        self._rng = np.random.default_rng(seed)

    def sample_elites(self, n: int) -> dict[str, np.ndarray]:
        """Solutions of uniform random elites."""
        cells = self._archive.elites().cells
        return {"solution": self._solutions[cells[self._rng.integers(len(cells), size=n)]]}

    def add(
        self, solutions: np.ndarray, objectives: Sequence[float], measures: np.ndarray
    ) -> dict[str, np.ndarray]:
        """Adds solutions in order; returns the status and value of each."""
        objectives, n = np.asarray(objectives, np.float64), len(solutions)
        elites = self._archive.elites()
        best = dict(zip(elites.cells.tolist(), elites.objectives.tolist(), strict=True))
        ids = self._n_offered + np.arange(n)
        status = self._archive.add(np.zeros((n, 0), np.int8), objectives, measures, ids)
        self._n_offered += n
        value = np.empty(n)
        for row, cell in enumerate(self._archive.index_of(measures).tolist()):
            value[row] = objectives[row] - best.get(cell, 0.0)
            if status[row]:
                best[cell] = objectives[row]
                self._solutions[cell] = solutions[row]
        return {"status": status, "value": value}


class Cma(CMAEvolutionStrategy):
    """pyribs' CMA-ES with the update of the published algorithm; positive weights, no bounds.

    pyribs 0.12 leaves the evolution path of the covariance unscaled (Hansen divides the step by
    sigma) and multiplies the rank-one term by its learning rate twice, so that this term almost
    vanishes. The constants, the lazy eigendecomposition and the criteria of a restart are pyribs'.

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
