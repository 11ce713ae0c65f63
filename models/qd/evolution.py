"""CMA-ME and CMA-ES: emitters that adapt the distribution of their proposals.

Solutions are vectors of real numbers, such as the weights of a player's network. Both algorithms
keep an archive; only CMA-ME's emitters use it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

import numpy as np
from pydantic import Field

from models.qd.archive import Elites, GridArchive, GridConfig
from models.qd.ribs_proposals import Parents
from models.settings.config import Config

if TYPE_CHECKING:
    from models.qd.ribs_classes import Cma

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

    All emitters start from a (solution_dim,) array.

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
        self._elites = _Elites(self.archive, len(start), seed.spawn(1)[0])
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
        from models.qd.ribs_classes import Cma

        self._strategies.append(Cma(**options))
        return self._strategies[-1]


class _Elites(Parents):
    """The elites of an archive without solutions, and their solutions by cell."""

    def __init__(
        self, archive: GridArchive, solution_dim: int, seed: np.random.SeedSequence
    ) -> None:
        super().__init__(archive, seed)
        self.solution_dim = solution_dim
        self._solutions = np.zeros((archive.n_cells, solution_dim))
        self._n_offered = 0

    def _solutions_of(self, elites: Elites) -> np.ndarray:
        return self._solutions[elites.cells]

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
