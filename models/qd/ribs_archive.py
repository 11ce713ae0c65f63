"""Our archives as pyribs' archives, and as pandas tables in pyribs' columns."""

from collections.abc import Collection

import numpy as np
from numpy.typing import ArrayLike
from ribs.archives import ArchiveDataFrame, GridArchive

from models.qd.archive import Archive

#: Losing by 30 health counts 0 in the QD score, as in ours.
QD_SCORE_OFFSET = -30.0


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
            qd_score_offset=QD_SCORE_OFFSET,
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
        measures = np.asarray(measures, np.float64)
        if not np.isfinite(measures).all():
            raise ValueError("measures: a number is not finite; replace NaN and infinity")
        return self._same_cells.index_of(measures).astype(np.int32)

    def retessellate(self, new_dims: Collection[int]) -> None:
        """Raises an error: the cells are those of another archive.

        Raises:
            ValueError: Always.
        """
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
