"""Archives with moving cells: sliding boundaries, and a growing grid.

Source: Fontaine, Lee, Soros, De Mesentier Silva, Togelius, Hoover 2019, "Mapping Hearthstone deck
spaces through MAP-Elites with sliding boundaries" (MESB), as its program computes it.
"""

from typing import Annotated, Literal, Self

import numpy as np
from pydantic import Field, model_validator

from models.qd import individuals as ind
from models.qd.archive import Archive, Measures, Ranges
from models.settings.config import Config

_ROOM = 1024  # initial capacity; doubled whenever it is full


class _Remapped(Archive):
    """An archive that keeps every individual, so that elites can return when cells change.

    Only a strictly greater objective replaces an elite. The elites are in the order in which their
    cells were filled since the last remap. `rule` and `ranges` are as in `individuals.Individuals`.
    """

    arrays: ind.Individuals

    def __init__(self, rule, ranges, solution_dim: int) -> None:
        self.solution_dim = solution_dim
        self.arrays = ind.no_individuals(rule, ranges, solution_dim, _ROOM)

    @property
    def shape(self) -> tuple[int, ...]:
        """Cells per measure now."""
        return (int(self.arrays.counts[ind.SIZE]),) * self.arrays.low.size

    @property
    def n_individuals(self) -> int:
        """Number of individuals so far, all of them kept."""
        return int(self.arrays.counts[ind.N])

    @property
    def n_elites(self) -> int:
        """See `Archive.n_elites`."""
        return int(self.arrays.counts[ind.N_ELITES])

    def _insert(self, *batch: np.ndarray) -> None:
        self._make_room(len(batch[0]))
        ind.add_all(self.arrays, *batch)

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
        ordered = np.zeros((len(self.shape), capacity))
        ordered[:, : self.arrays.ordered.shape[1]] = self.arrays.ordered
        self.arrays = self.arrays._replace(ordered=ordered, **larger)

    def _locate(self, measures: np.ndarray, indices: np.ndarray) -> None:
        ind.cells_of(self.arrays, measures, indices)

    def _filled(self) -> tuple[np.ndarray, np.ndarray]:
        cells = self.arrays.order[: self.n_elites].copy()
        return cells, self.arrays.rows[cells]

    def emptied(self) -> Self:
        """See `Archive.emptied`."""
        size, slides = self.shape[0], bool(self.arrays.rule[ind.SLIDES])
        fixed = (size, size, ind.NEVER, 1, slides)
        archive = type(self)(fixed, self.ranges, self.solution_dim)
        archive.arrays.boundaries[:] = self.arrays.boundaries[:, :size]
        return archive


class SlidingBoundariesArchive(_Remapped):
    """Cells between quantiles of all individuals seen, moved every `remap_every` arrivals.

    The boundaries move when N mod `remap_every` is 1.

    Source:
        MESB's program; the published 2 to 20 cells over 10,000 individuals end at 19 x 19.
    """

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

    Measures outside the ranges fall into the border cells.
    """

    def edges(self) -> list[np.ndarray]:
        """See `Archive.edges`."""
        return [np.linspace(low, high, self.shape[0] + 1) for low, high in self.ranges]


_FirstSize = Annotated[int, Field(ge=1, le=1000, description="Cells per measure at the start.")]
_LastSize = Annotated[int, Field(ge=1, le=1000, description="Cells per measure at the end.")]
_Budget = Annotated[
    int, Field(ge=1, le=100_000_000, description="Decks until `last_size` is reached.")
]


class SlidingConfig(Config):
    """A sliding-boundary archive. Source: MESB (mana sum and variance, 2 x 2 to 20 x 20)."""

    kind: Literal["sliding"] = "sliding"
    measures: Measures = ("deck_mana_sum", "deck_mana_variance")
    first_size: _FirstSize = 2
    last_size: _LastSize = 20
    budget: _Budget = 10_000
    remap_every: int = Field(
        100, ge=1, le=100_000_000, description="Decks between moves of the boundaries."
    )

    @model_validator(mode="after")
    def _grows(self) -> Self:
        _check_sizes(self.first_size, self.last_size)
        return self

    def build(self, solution_dim: int) -> SlidingBoundariesArchive:
        """An empty archive for solutions of that length."""
        rule = (self.first_size, self.last_size, self.remap_every, self.budget, True)
        return SlidingBoundariesArchive(rule, ((0.0, 1.0),) * len(self.measures), solution_dim)


class GrowingGridConfig(Config):
    """The fixed-boundary baseline of MESB."""

    kind: Literal["growing-grid"] = "growing-grid"
    measures: Measures = ("deck_mana_sum", "deck_mana_variance")
    ranges: Ranges = ((30.0, 165.0), (2.0, 5.5))
    first_size: _FirstSize = 2
    last_size: _LastSize = 20
    budget: _Budget = 10_000

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if len(self.measures) != len(self.ranges):
            raise ValueError("measures and ranges must have one entry per measure")
        _check_sizes(self.first_size, self.last_size)
        return self

    def build(self, solution_dim: int) -> GrowingGridArchive:
        """An empty archive for solutions of that length."""
        rule = (self.first_size, self.last_size, 1, self.budget, False)
        return GrowingGridArchive(rule, self.ranges, solution_dim)


def _check_sizes(first: int, last: int) -> None:
    if last < first:
        raise ValueError(f"last_size {last} is below first_size {first}; cells get more, not fewer")
