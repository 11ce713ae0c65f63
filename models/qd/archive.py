"""Archives: the interface `Archive`, and `GridArchive` with fixed, equal cells."""

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Annotated, Literal, NamedTuple, Self

import numpy as np
from pydantic import AfterValidator, Field, FiniteFloat, model_validator

from models.qd.cells import Cells, cells_of, empty_cells, insert_all
from models.settings.config import Config

if TYPE_CHECKING:
    from ribs.archives import ArchiveDataFrame

    from models.qd.individuals import Individuals
    from models.qd.ribs_classes import RibsArchive


def _can_be_drawn(measures: tuple[str, ...]) -> tuple[str, ...]:
    if len(measures) > 3:
        raise ValueError(f"{len(measures)} measures; give one to three, which reports can draw")
    return measures


#: Names of an archive's measures.
Measures = Annotated[tuple[str, ...], Field(min_length=1), AfterValidator(_can_be_drawn)]


def _rising(ranges: tuple[tuple[float, float], ...]) -> tuple[tuple[float, float], ...]:
    for low, high in ranges:
        if not low < high:
            raise ValueError(f"a range of {low} to {high}; it must rise")
    return ranges


#: The lowest and the highest value of each measure.
Ranges = Annotated[tuple[tuple[FiniteFloat, FiniteFloat], ...], AfterValidator(_rising)]


class Elites(NamedTuple):
    """The elites of an archive, a row each, in the order in which their cells were filled first."""

    cells: np.ndarray  #: (n_elites,) int64: cell, row-major over the measures' axes
    solutions: np.ndarray  #: (n_elites, solution_dim) int8: card counts
    objectives: np.ndarray  #: (n_elites,) float64
    measures: np.ndarray  #: (n_elites, n_measures) float64
    ids: np.ndarray  #: (n_elites,) int64: evaluation numbers
    visits: np.ndarray  #: (n_elites,) int64: proposals that fell into the cell, added or not


#: In the QD score losing by 30 health counts 0, as an empty cell, and winning by 30 counts 1.
OFFSET, SCALE = -30.0, 60.0


def qd_score(objectives: np.ndarray) -> float:
    """The sum of (objective - OFFSET) / SCALE over the (n_elites,) objectives of filled cells.

    Source:
        Zhang 2022, arXiv 2112.03534, as its published analysis computes it.
    """
    return float(np.sum((np.asarray(objectives, dtype=np.float64) - OFFSET) / SCALE))


class Archive(ABC):
    """Keeps the best solution of each cell of the measure space.

    Solutions are added one after the other. Only a strictly greater objective replaces an elite.
    Elites are in the order in which their cells were first filled.
    """

    shape: tuple[int, ...]
    solution_dim: int
    arrays: "Cells | Individuals"
    """The arrays of the compiled kernels; read-only elsewhere."""

    ## What an archive must define ##

    @abstractmethod
    def _insert(self, *batch: np.ndarray) -> None:
        """Offers checked solutions, objectives, measures and ids in order; fills in the status."""

    @abstractmethod
    def _locate(self, measures: np.ndarray, indices: np.ndarray) -> None:
        """Fills in the cells of checked measures."""

    @abstractmethod
    def _filled(self) -> tuple[np.ndarray, np.ndarray]:
        """The filled cells, in order, and the rows of their elites in `arrays`."""

    @property
    @abstractmethod
    def n_elites(self) -> int:
        """Number of filled cells."""

    @abstractmethod
    def emptied(self) -> "Archive":
        """An empty archive with the present cells; they never change."""

    @abstractmethod
    def edges(self) -> list[np.ndarray]:
        """Returns the edges of the cells.

        Returns:
            For each measure, an (n + 1,) ascending array: cell i of n lies between numbers i and
            i + 1. The first and the last cell also have all measures beyond them.

        Raises:
            ValueError: The cells are not known yet.
        """

    ## Derived from it ##

    def add(
        self, solutions: np.ndarray, objectives: np.ndarray, measures: np.ndarray, ids: np.ndarray
    ) -> np.ndarray:
        """Adds solutions to the archive, in order.

        Args:
            solutions: (batch_size, solution_dim) array of int8.
            objectives: (batch_size,) array of numbers to maximise.
            measures: (batch_size, n_measures) array of coordinates.
            ids: (batch_size,) array of int64, kept with the elites.

        Returns:
            (batch_size,) array of int8: 0 not added, 1 improved its cell, 2 filled a new cell. If
            cells change on the way, those right after the solution was added.

        Raises:
            ValueError: A shape is wrong, an objective or measure is not finite, or a solution has
                other than whole numbers. Then nothing is added.
        """
        if np.ndim(objectives) != 1:
            raise ValueError(f"expected objectives of shape (n,), got {np.shape(objectives)}")
        n = len(objectives)
        batch = (
            _checked(solutions, "solutions", np.int8, (n, self.solution_dim)),
            _checked(objectives, "objectives", np.float64, (n,)),
            _checked(measures, "measures", np.float64, (n, len(self.shape))),
            _checked(ids, "ids", np.int64, (n,)),
        )
        status = np.zeros(n, dtype=np.int8)
        self._insert(*batch, status)
        return status

    def index_of(self, measures: np.ndarray) -> np.ndarray:
        """The cells of (batch_size, n_measures) measures: a (batch_size,) array of int64.

        Raises:
            ValueError: The shape is wrong, or a measure is not finite.
        """
        measures = _checked(measures, "measures", np.float64, (len(measures), len(self.shape)))
        indices = np.zeros(len(measures), dtype=np.int64)
        self._locate(measures, indices)
        return indices

    def elites(self) -> Elites:
        """Copies of all elites."""
        arrays, (cells, rows) = self.arrays, self._filled()
        return Elites(
            cells=cells,
            solutions=arrays.solutions[rows],
            objectives=arrays.objectives[rows],
            measures=arrays.measures[rows],
            ids=arrays.ids[rows],
            visits=arrays.visits[cells],
        )

    @property
    def ranges(self) -> tuple[tuple[float, float], ...]:
        """Lowest and highest value per measure, where cells divide ranges."""
        return tuple(zip(self.arrays.low.tolist(), self.arrays.high.tolist(), strict=True))

    def ticks(self) -> list[tuple[list[int], list[float]]]:
        """For each measure, some cells with a value in each, as labels of the axes.

        Where cells divide ranges, these are the lowest, middle and highest value of each; of values
        that share a cell, only the lowest is returned.
        """
        values = [[low, (low + high) / 2, high] for low, high in self.ranges]
        cells = self.index_of(np.array(list(zip(*values, strict=True))))
        ticks = []
        for places, numbers in zip(np.unravel_index(cells, self.shape), values, strict=True):
            found, first = np.unique(places, return_index=True)
            ticks.append((found.tolist(), [numbers[row] for row in first]))
        return ticks

    @property
    def n_cells(self) -> int:
        """Number of cells, filled or not."""
        return int(np.prod(self.shape))

    @property
    def coverage(self) -> float:
        """Filled cells / cells, in [0, 1]."""
        return self.n_elites / self.n_cells

    def qd_score(self) -> float:
        """The sum over elites of their objectives, each from 0 to 1."""
        return qd_score(self.elites().objectives)

    def summary(self) -> dict[str, float]:
        """`n_elites`, `coverage`, `qd_score`, `max_objective` and `mean_objective`.

        The last two are NaN for an empty archive.
        """
        objectives = self.elites().objectives
        return {
            "n_elites": float(objectives.size),
            "coverage": self.coverage,
            "qd_score": qd_score(objectives),
            "max_objective": float(objectives.max()) if objectives.size else float("nan"),
            "mean_objective": float(objectives.mean()) if objectives.size else float("nan"),
        }

    def objective_grid(self) -> np.ndarray:
        """The objective of every cell: an array of the archive's shape, NaN where it is empty."""
        elites = self.elites()
        grid = np.full(self.n_cells, np.nan)
        grid[elites.cells] = elites.objectives
        return grid.reshape(self.shape)

    def to_ribs(self, seed: int | None = None) -> "RibsArchive":
        """Returns a pyribs archive of the same cells and elites; see `RibsArchive`.

        Args:
            seed: Seed of its `sample_elites`, which picks the parents of pyribs' emitters.

        Raises:
            ValueError: Boundaries slide and nothing has been added yet.
        """
        from models.qd.ribs_classes import RibsArchive  # imported here, because it takes a second

        return RibsArchive(self, seed)

    def to_pandas(self) -> "ArchiveDataFrame":
        """Returns the elites as a pandas table with pyribs' columns.

        Returns:
            One row per elite, in the order of `elites()`: `solution_0` ... (copies of each card),
            `objective`, `measures_0` ..., `index` (the cell), `evaluation` (its number) and
            `visits` (proposals that fell into the cell).
        """
        from models.qd.ribs_classes import to_pandas

        return to_pandas(self)


class GridConfig(Config):
    """A grid archive. Source: Zhang 2022, arXiv 2112.03534 (40 x 40, turns 5-15, hand 1-7)."""

    kind: Literal["grid"] = Field("grid", description="Kind of archive.")
    measures: Measures = Field(("turns", "hand_size"), description="Outcomes that span the cells.")
    shape: tuple[Annotated[int, Field(ge=1, le=10_000)], ...] = Field(
        (40, 40), description="Cells per measure."
    )
    ranges: Ranges = Field(
        ((5.0, 15.0), (1.0, 7.0)), description="Lowest and highest value per measure."
    )

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if not len(self.measures) == len(self.shape) == len(self.ranges):
            raise ValueError("measures, shape and ranges must have one entry per measure")
        return self

    def build(self, solution_dim: int) -> "GridArchive":
        """An empty archive for solutions of that length."""
        return GridArchive(self.shape, self.ranges, solution_dim)


class GridArchive(Archive):
    """An archive of equal cells over fixed ranges; measures outside fall into the border cells.

    Args:
        shape: Cells per measure.
        ranges: Lowest and highest value per measure.
        solution_dim: Length of a solution.

    Source:
        The index rule is that of the paper's program: cells are (high - low + 1) / n wide, so of
        40 x 40 cells over turns 5-15 and hand 1-7 only 38 x 36 can ever be filled. Coverage is
        out of all 1600, as published.
    """

    arrays: Cells

    def __init__(
        self, shape: tuple[int, ...], ranges: tuple[tuple[float, float], ...], solution_dim: int
    ) -> None:
        self.shape = shape
        self.solution_dim = solution_dim
        self.arrays = empty_cells(shape, ranges, solution_dim)

    def _insert(self, *batch: np.ndarray) -> None:
        insert_all(self.arrays, *batch)

    def _locate(self, measures: np.ndarray, indices: np.ndarray) -> None:
        cells_of(self.arrays, measures, indices)

    def _filled(self) -> tuple[np.ndarray, np.ndarray]:
        return self.arrays.cells[: self.n_elites].copy(), np.arange(self.n_elites)

    @property
    def n_elites(self) -> int:
        """See `Archive.n_elites`."""
        return int(self.arrays.n_elites[0])

    def emptied(self) -> "GridArchive":
        """See `Archive.emptied`."""
        return GridArchive(self.shape, self.ranges, self.solution_dim)

    def edges(self) -> list[np.ndarray]:
        """See `Archive.edges`; they end at high + 1, as cells are (high - low + 1) / n wide."""
        sized = zip(self.shape, self.ranges, strict=True)
        return [np.linspace(low, high + 1, n + 1) for n, (low, high) in sized]


def _checked(values: np.ndarray, name: str, dtype: type, shape: tuple[int, ...]) -> np.ndarray:
    """`values` as a contiguous array of that type.

    Raises:
        ValueError: The shape is wrong, or a number is not finite or does not fit the type.
    """
    given = np.asarray(values)
    with np.errstate(invalid="ignore"):  # what does not fit is refused below
        array = np.require(given, dtype, ["C", "W"])  # kernels reject read-only arrays
    if array.shape != shape:
        raise ValueError(f"expected {name} of shape {shape}, got {array.shape}")
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        row = int(np.argwhere(~np.isfinite(array))[0][0])
        raise ValueError(f"{name} of row {row} are not finite: {array[row]}")
    if array.dtype.kind == "i" and given.dtype != array.dtype and (array != given).any():
        row = int(np.argwhere(array != given)[0][0])
        raise ValueError(
            f"{name} of row {row} are not whole numbers that {array.dtype} holds: {given[row]}"
        )
    return array
