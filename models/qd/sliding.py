"""Archives with moving cells: sliding boundaries, and a growing grid.

Source: Fontaine, Lee, Soros, De Mesentier Silva, Togelius, Hoover 2019, "Mapping Hearthstone deck
spaces through MAP-Elites with sliding boundaries" (MESB), as its program computes it.
"""

from typing import Literal, Self

import numpy as np
from pydantic import Field, FiniteFloat, model_validator

from models.qd import individuals as ind
from models.qd.archive import (
    Archive,
    Elites,
    Measures,
    checked_array,
    checked_batch,
    range_ticks,
)
from models.settings.config import Config

_ROOM = 1024  # initial capacity; doubled whenever it is full


class _Remapped(Archive):
    """An archive that keeps every individual, so that elites can return when cells change.

    Only a strictly greater objective replaces an elite. The elites are in the order in which their
    cells were filled since the last remap.
    """

    arrays: ind.Individuals

    def __init__(self, rule, ranges, solution_dim: int) -> None:
        self.solution_dim = solution_dim
        self.n_measures = len(ranges)
        self.arrays = ind.no_individuals(rule, ranges, solution_dim, _ROOM)

    @property
    def shape(self) -> tuple[int, ...]:
        """Cells per measure now."""
        return (int(self.arrays.counts[ind.SIZE]),) * self.n_measures

    @property
    def n_individuals(self) -> int:
        """Number of individuals so far, all of them kept."""
        return int(self.arrays.counts[ind.N])

    @property
    def n_elites(self) -> int:
        """See `Archive.n_elites`."""
        return int(self.arrays.counts[ind.N_ELITES])

    def add(self, solutions, objectives, measures, ids) -> np.ndarray:
        """See `Archive.add`; the status is for the cells right after the individual arrived."""
        batch = checked_batch(
            solutions, objectives, measures, ids, self.solution_dim, self.n_measures
        )
        self._make_room(len(batch[0]))
        status = np.zeros(len(batch[0]), dtype=np.int8)
        ind.add_all(self.arrays, *batch, status)
        return status

    def _make_room(self, n: int) -> None:
        needed, capacity = self.n_individuals + n, self.arrays.objectives.size
        if needed <= capacity:
            return
        while capacity < needed:
            capacity *= 2
        larger = {}
        for name in ind.PER_INDIVIDUAL:
            old = getattr(self.arrays, name)
            larger[name] = np.zeros((capacity, *old.shape[1:]), old.dtype)
            larger[name][: len(old)] = old
        ordered = np.zeros((self.n_measures, capacity))
        ordered[:, : self.arrays.ordered.shape[1]] = self.arrays.ordered
        self.arrays = self.arrays._replace(ordered=ordered, **larger)

    def index_of(self, measures) -> np.ndarray:
        """See `Archive.index_of`."""
        measures = checked_array(measures, "measures", np.float64, (len(measures), self.n_measures))
        indices = np.zeros(len(measures), dtype=np.int64)
        ind.cells_of(self.arrays, measures, indices)
        return indices

    def elites(self) -> Elites:
        """See `Archive.elites`."""
        arrays = self.arrays
        cells = arrays.order[: self.n_elites].copy()
        rows = arrays.rows[cells]
        return Elites(
            cells=cells,
            solutions=arrays.solutions[rows],
            objectives=arrays.objectives[rows],
            measures=arrays.measures[rows],
            ids=arrays.ids[rows],
            visits=arrays.visits[cells],
        )

    def emptied(self) -> Self:
        """See `Archive.emptied`."""
        size, rule = self.shape[0], self.arrays.rule
        archive = type(self).__new__(type(self))
        ranges = tuple(zip(self.arrays.low.tolist(), self.arrays.high.tolist(), strict=True))
        fixed = (size, size, ind.NEVER, 1, bool(rule[ind.SLIDES]))
        _Remapped.__init__(archive, fixed, ranges, self.solution_dim)
        archive.arrays.boundaries[:] = self.arrays.boundaries[:, :size]
        return archive


class SlidingBoundariesArchive(_Remapped):
    """Cells between quantiles of all individuals seen, moved every `remap_every` arrivals.

    Args:
        solution_dim: Length of a solution.
        n_measures: Number of measures.
        first_size, last_size: Cells per measure at first and at last.
        budget: Number of individuals at which `last_size` is reached.
        remap_every: The boundaries move when N mod `remap_every` is 1.

    Raises:
        ValueError: A number is below 1, or the last size below the first.

    Source:
        MESB's program; the published 2 to 20 cells over 10,000 individuals end at 19 x 19.
    """

    def __init__(
        self,
        solution_dim: int,
        n_measures: int = 2,
        first_size: int = 2,
        last_size: int = 20,
        budget: int = 10_000,
        remap_every: int = 100,
    ) -> None:
        _check_sizes(first_size, last_size, budget, remap_every)
        rule = (first_size, last_size, remap_every, budget, True)
        super().__init__(rule, ((0.0, 1.0),) * n_measures, solution_dim)

    @property
    def boundaries(self) -> np.ndarray:
        """(n_measures, size) lower boundaries of the cells; infinite while the archive is empty."""
        return self.arrays.boundaries[:, : self.shape[0]].copy()

    def ticks(self) -> list[tuple[list[int], list[float]]]:
        """See `Archive.ticks`; the lower boundaries of the first, middle and last cell."""
        cells = sorted({0, self.shape[0] // 2, self.shape[0] - 1})
        return [(cells, lower[cells].tolist()) for lower in self.boundaries]

    def edges(self) -> list[np.ndarray]:
        """See `Archive.edges`; the first and the last are at the extremes of all individuals."""
        lower, seen = self.boundaries, self.arrays.measures[: self.n_individuals]
        if np.isinf(lower).any():
            raise ValueError(
                "an empty sliding-boundary archive has no cells; add at least one solution first"
            )
        first = np.minimum(lower[:, :1], seen.min(axis=0, initial=np.inf)[:, None])
        last = np.maximum(lower[:, -1:], seen.max(axis=0, initial=-np.inf)[:, None])
        return list(np.hstack([first, lower[:, 1:], last]))


class GrowingGridArchive(_Remapped):
    """Equal cells over fixed ranges, refined over time: the fixed-boundary baseline of MESB.

    Args:
        solution_dim: Length of a solution.
        ranges: Lowest and highest value per measure; measures outside fall into the border cells.
        first_size, last_size, budget: As for `SlidingBoundariesArchive`.

    Raises:
        ValueError: A range is empty, a number is below 1, or the last size below the first.
    """

    def __init__(
        self,
        solution_dim: int,
        ranges: tuple[tuple[float, float], ...] = ((30.0, 165.0), (2.0, 5.5)),
        first_size: int = 2,
        last_size: int = 20,
        budget: int = 10_000,
    ) -> None:
        _check_sizes(first_size, last_size, budget, 1)
        _check_ranges(ranges)
        rule = (first_size, last_size, 1, budget, False)
        super().__init__(rule, tuple((float(a), float(b)) for a, b in ranges), solution_dim)

    def ticks(self) -> list[tuple[list[int], list[float]]]:
        """See `Archive.ticks`; the lowest, middle and highest value."""
        ranges = zip(self.arrays.low.tolist(), self.arrays.high.tolist(), strict=True)
        return range_ticks(self, tuple(ranges))

    def edges(self) -> list[np.ndarray]:
        """See `Archive.edges`."""
        ranges = zip(self.arrays.low, self.arrays.high, strict=True)
        return [np.linspace(low, high, self.shape[0] + 1) for low, high in ranges]


class SlidingConfig(Config):
    """A sliding-boundary archive. Source: MESB (mana sum and variance, 2 x 2 to 20 x 20)."""

    kind: Literal["sliding"] = "sliding"
    measures: Measures = ("deck_mana_sum", "deck_mana_variance")
    first_size: int = Field(2, ge=1, le=1000, description="Cells per measure at the start.")
    last_size: int = Field(20, ge=1, le=1000, description="Cells per measure at the end.")
    budget: int = Field(
        10_000, ge=1, le=100_000_000, description="Decks until `last_size` is reached."
    )
    remap_every: int = Field(
        100, ge=1, le=100_000_000, description="Decks between moves of the boundaries."
    )

    @model_validator(mode="after")
    def _grows(self) -> Self:
        _check_sizes(self.first_size, self.last_size, self.budget, self.remap_every)
        return self

    def build(self, solution_dim: int) -> SlidingBoundariesArchive:
        """An empty archive for solutions of that length."""
        return SlidingBoundariesArchive(
            solution_dim,
            len(self.measures),
            self.first_size,
            self.last_size,
            self.budget,
            self.remap_every,
        )


class GrowingGridConfig(Config):
    """The fixed-boundary baseline of MESB."""

    kind: Literal["growing-grid"] = "growing-grid"
    measures: Measures = ("deck_mana_sum", "deck_mana_variance")
    ranges: tuple[tuple[FiniteFloat, FiniteFloat], ...] = ((30.0, 165.0), (2.0, 5.5))
    first_size: int = Field(2, ge=1, le=1000)
    last_size: int = Field(20, ge=1, le=1000)
    budget: int = Field(10_000, ge=1, le=100_000_000)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if len(self.measures) != len(self.ranges):
            raise ValueError("measures and ranges must have one entry per measure")
        _check_sizes(self.first_size, self.last_size, self.budget, 1)
        _check_ranges(self.ranges)
        return self

    def build(self, solution_dim: int) -> GrowingGridArchive:
        """An empty archive for solutions of that length."""
        return GrowingGridArchive(
            solution_dim, self.ranges, self.first_size, self.last_size, self.budget
        )


def _check_sizes(first: int, last: int, budget: int, every: int) -> None:
    if not 1 <= first <= last or budget < 1 or every < 1:
        raise ValueError(
            f"{first} to {last} cells per measure over {budget} individuals, remapped every "
            f"{every}: sizes must not fall, and all numbers be 1 or more"
        )


def _check_ranges(ranges: tuple[tuple[float, float], ...]) -> None:
    for low, high in ranges:
        if not low < high:
            raise ValueError(f"a range of {low} to {high}; it must rise")
