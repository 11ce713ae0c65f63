"""Our archives as pyribs' archives and in its tables; CMA-ES for its emitters."""

from collections.abc import Collection

import numpy as np
from numpy.typing import ArrayLike
from ribs.archives import ArchiveDataFrame, GridArchive
from ribs.emitters.opt import CMAEvolutionStrategy
from threadpoolctl import threadpool_limits

from models.qd.archive import OFFSET, Archive


class RibsArchive(GridArchive):
    """pyribs' grid archive with the cells of one of our archives, of equal width or not.

    It has the elites of that archive, each in the cell with the same index. Solutions added later
    fall into the same cells. The cells do not move after the conversion, not even those of a
    sliding or growing archive. pyribs' emitters, schedulers and plots accept it as a `GridArchive`.

    Solutions are float64, because pyribs' emitters compute in the type of the archive's solutions.
    `stats.qd_score` is 60 times ours: pyribs subtracts an offset (-30) and does not divide.

    Args:
        archive: The archive to convert; it does not change.
        seed: Seed of `sample_elites`, which picks the emitters' parents.

    Raises:
        ValueError: The archive's boundaries slide and nothing has been added to it yet.
    """

    def __init__(self, archive: Archive, seed: int | None = None) -> None:
        self._edges = archive.edges()
        self._same_cells = archive.emptied()
        super().__init__(
            solution_dim=archive.solution_dim,
            dims=archive.shape,
            ranges=[(edges[0], edges[-1]) for edges in self._edges],
            qd_score_offset=OFFSET,
            seed=seed,
        )
        elites = archive.elites()
        if elites.cells.size:
            self.add(elites.solutions, elites.objectives, elites.measures)

    @property
    def boundaries(self) -> list[np.ndarray]:
        """For each measure, the (n_cells_of_it + 1,) ascending edges of its cells."""
        return [edges.copy() for edges in self._edges]

    def index_of(self, measures: ArrayLike) -> np.ndarray:
        """Returns the cells of (batch_size, measure_dim) measures: a (batch_size,) array of int32.

        Raises:
            ValueError: The shape is wrong, or a measure is not finite.
        """
        return self._same_cells.index_of(np.asarray(measures)).astype(np.int32)

    def retessellate(self, new_dims: Collection[int]) -> None:
        """Raises `ValueError`: the cells are those of another archive."""
        raise ValueError(
            "the cells are those of a Hearthlight archive and cannot change; add the elites to a "
            "ribs.archives.GridArchive of the dims that you need"
        )


def to_pandas(archive: Archive) -> ArchiveDataFrame:
    """Returns the elites as a table; see `Archive.to_pandas`."""
    elites = archive.elites()
    columns = {f"solution_{i}": copies for i, copies in enumerate(elites.solutions.T)}
    columns["objective"] = elites.objectives
    columns |= {f"measures_{axis}": values for axis, values in enumerate(elites.measures.T)}
    columns["index"] = elites.cells.astype(np.int32)
    columns |= {"evaluation": elites.ids, "visits": elites.visits}
    return ArchiveDataFrame(columns)


class Cma(CMAEvolutionStrategy):
    """CMA-ES with positive weights and no bounds, for pyribs' emitters.

    It is pyribs' implementation with the update of the published algorithm. pyribs 0.12 leaves the
    evolution path of the covariance unscaled (Hansen divides the step by sigma) and multiplies the
    rank-one term by its learning rate twice, so that this term almost vanishes. The constants, the
    lazy eigendecomposition and the criteria of a restart are pyribs'.

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
