"""Decks that play again: the settings of such a search, its cells, and pooled results.

Source:
    Flageat et al. 2025, "Extract-QD framework", arXiv 2502.06585 (container with depth, extraction
    of elites); Flageat and Cully 2023, arXiv 2302.00463 (Archive-sampling).
"""

import numpy as np
import polars as pl
from pydantic import Field

from models.qd.archive import Archive
from models.settings.config import Config, added_field
from models.statistics.efficiency import objective_errors


class ResamplingConfig(Config):
    """Cells with several decks, and games for decks that are there already."""

    depth: int = Field(8, ge=1, le=1000, description="Most decks per cell.")
    share: float = Field(
        0.25,
        ge=0,
        le=1,
        description="Share of a batch that are decks of the archive, played again; 1: the whole "
        "archive plays again with every batch (Archive-Sampling).",
    )
    assisted: bool = added_field(
        False,
        description="Take the new decks of a batch from a search on the surrogate, as DSA-ME does "
        "(default: mutations of the archive's decks). Ours.",
    )


def pooled(evaluations: pl.DataFrame, measures: tuple[str, ...]) -> pl.DataFrame:
    """The decks that have played, with the means of all their games, of which some play again.

    Returns:
        One row per deck: evaluation (its first), solution, iteration (its last), n_games,
        objective, the measures, and objective_sd, the standard error of the objective.
    """
    games = pl.col("n_games").cast(pl.Float64)
    names = ("objective", *measures)
    table = evaluations.with_columns(
        pl.Series("_error", objective_errors(evaluations)),
        key=pl.Series([deck.tobytes() for deck in evaluations["solution"].to_numpy()]),
    )
    return table.group_by("key", maintain_order=True).agg(
        pl.col("evaluation", "solution").first(),
        pl.col("iteration").max(),
        pl.col("n_games").sum(),
        *((pl.col(name) * games).sum() / games.sum() for name in names),
        objective_sd=((pl.col("_error") * games) ** 2).sum().sqrt() / games.sum(),
    )


class DeepCells:
    """The best solutions of each cell, best first; of equals the first comes first.

    A solution that plays again is taken out and put back by its new mean, perhaps into another
    cell. The next best of its old cell then takes its place.

    The cells are those of an archive, which stays empty.
    """

    def __init__(self, archive: Archive, depth: int) -> None:
        self._archive = archive
        self._depth = depth
        self._cells: dict[int, list[tuple[float, int]]] = {}

    def add(self, ids: np.ndarray, objectives: np.ndarray, measures: np.ndarray) -> None:
        """Adds solutions, each to its cell; the worst of a full cell is dropped.

        The ids, (n,) int64, are not there yet. Measures are (n, n_measures).
        """
        cells = self._archive.index_of(np.ascontiguousarray(measures, np.float64))
        for cell, number, objective in zip(
            cells.tolist(), ids.tolist(), objectives.tolist(), strict=True
        ):
            layer = self._cells.setdefault(cell, [])
            layer.append((-objective, number))
            layer.sort()
            del layer[self._depth :]

    def take_out(self, ids: np.ndarray) -> None:
        """Removes solutions that are there; unknown ones are ignored."""
        gone = set(ids.tolist())
        kept = {
            cell: [each for each in layer if each[1] not in gone]
            for cell, layer in self._cells.items()
        }
        self._cells = {cell: layer for cell, layer in kept.items() if layer}

    def ids(self) -> np.ndarray:
        """All solutions, (n,) int64, cell by cell and best first."""
        return np.array([number for layer in self._cells.values() for _, number in layer], np.int64)

    def elites(self) -> np.ndarray:
        """The best solution of each cell, (n_cells,) int64."""
        return np.array([layer[0][1] for layer in self._cells.values()], np.int64)

    def drawn(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """`n` different solutions, (n,) int64, or all if they are fewer.

        Each is the k-th best, with P(k) ~ 2^-k, of a uniform random cell.
        """
        left = [[number for _, number in layer] for layer in self._cells.values()]
        chosen: list[int] = []
        while left and len(chosen) < n:
            place = int(rng.integers(len(left)))
            weights = 0.5 ** np.arange(len(left[place]))
            chosen.append(left[place].pop(int(rng.choice(len(weights), p=weights / weights.sum()))))
            if not left[place]:
                del left[place]
        return np.array(chosen, np.int64)
