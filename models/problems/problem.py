"""`Problem`: the search space of a run, and `VectorColumn`: its vectors as a column."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
import polars as pl

from models.problems.rows import Play
from models.qd.archive import Archive
from models.settings.config import Scheduling

if TYPE_CHECKING:
    from models.problems.experiment import Experiment
    from models.problems.players import PlayerTraining

STATUS_NAMES = ("n_not_added", "n_improved", "n_new")


@dataclass(frozen=True)
class VectorColumn:
    """Vectors as a column of arrays in a table, with the Polars type of an element."""

    name: str
    kind: type[pl.DataType]

    def series(self, vectors: np.ndarray) -> pl.Series:
        """An (n, dim) array as the column."""
        vectors = np.ascontiguousarray(vectors)
        return pl.Series(self.name, vectors, dtype=pl.Array(self.kind, vectors.shape[1]))

    def of(self, table: pl.DataFrame) -> np.ndarray:
        """The (n, dim) array in a table's column."""
        return table[self.name].to_numpy()


class Problem(ABC):
    """The search space of a run: how its vectors are checked, played and used for training.

    Each evaluated vector has a row: `evaluation`, its number; `objective`, which the archive
    maximises; the archive's measures; `win_rate` and `failed_games`, among others.
    """

    config: "Experiment | PlayerTraining"  #: All settings that affect the results, except the seed
    vectors: ClassVar[VectorColumn]  #: The vectors' column in tables
    noun: ClassVar[str]  #: A word for the vectors, such as "decks"
    round: ClassVar[str] = "iteration"  #: A word for an outer iteration
    finalists: ClassVar[str] = "elites"  #: A word for the vectors that play new games at the end

    ## What a problem must define ##

    @property
    @abstractmethod
    def name(self) -> str:
        """The MLflow experiment of its runs."""

    @property
    @abstractmethod
    def budget(self) -> int:
        """Evaluations after which no iteration begins."""

    @abstractmethod
    def games_of(self, n_evaluated: int) -> int:
        """The number of games of each vector of the iteration after `n_evaluated` evaluations."""

    @property
    @abstractmethod
    def final_games(self) -> int:
        """New games per finalist; 0 if there are none."""

    @property
    @abstractmethod
    def play(self) -> Play:
        """The function that plays rows of vectors; compiles the engine if the cache is empty."""

    @abstractmethod
    def check(self) -> None:
        """Checks, before any work, that all decks, cards and opponents exist.

        Raises:
            DeckError: A card, deck, pool or suite of opponents does not exist; the message names
                it.
        """

    @abstractmethod
    def describe(self, metrics: Mapping[str, Any]) -> str:
        """The results of an iteration, as text."""

    ## Defaults that a problem may override ##

    @property
    def scheduling(self) -> Scheduling:
        """The division of the work."""
        return self.config.scheduling

    @property
    def card_digest(self) -> str:
        """Digest of the games' card tables."""
        return self.config.player.rules().digest

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """Tables by name that describe its vectors, written when a run begins."""
        return {}

    def games_after(self, n_evaluated: int) -> int:
        """The number of games after the first `n_evaluated` evaluations."""
        return max(0, self.budget - n_evaluated) * self.games_of(n_evaluated)

    def headline(self, metrics: Mapping[str, Any]) -> str:
        """One log line on an iteration; the last one may evaluate more than the budget."""
        speed, n = metrics["games_per_second"], metrics["evaluations"]
        done = f"{n:,} of {self.budget:,} {self.noun}"
        if n > self.budget:
            done = f"{n:,} {self.noun}, {self.budget:,} or more were wanted"
        return f"{self.round} {metrics['iteration']}: {done}, {self.describe(metrics)}" + (
            f", {speed:,.0f} games/s" if speed else ""
        )

    def offer(self, archive: Archive, results: pl.DataFrame) -> np.ndarray:
        """Offers evaluated vectors to an archive, in order.

        Returns:
            (n,) array of int8: 0 not added, 1 improved its cell, 2 filled a new cell.
        """
        return add_results(archive, results, self.config.archive.measures, self.vectors.of(results))

    def elites_table(self, archive: Archive, evaluated: pl.DataFrame) -> pl.DataFrame:
        """An archive, whose ids are evaluation numbers, as a table.

        It has a row per elite, in the order their cells were first filled.
        """
        elites = archive.elites()
        places = np.unravel_index(elites.cells, archive.shape)
        columns = {"cell": elites.cells}
        for axis, name in enumerate(self.config.archive.measures):
            columns[f"cell_{name}"] = places[axis].astype(np.int64)
            columns[name] = np.ascontiguousarray(elites.measures[:, axis])
        columns |= {"objective": elites.objectives, "evaluation": elites.ids}
        table = pl.DataFrame(columns | {"visits": elites.visits})
        return table.with_columns(evaluated[elites.ids][self.vectors.name])


def add_results(
    archive: Archive,
    results: pl.DataFrame,
    measures: Sequence[str],
    solutions: np.ndarray | None = None,
) -> np.ndarray:
    """Adds rows with objective, measures and evaluation numbers to an archive, in order.

    Without solutions, (n, solution_dim), those in the archive are zeros. Returns as `Archive.add`.
    """
    if solutions is None:
        solutions = np.zeros((results.height, archive.solution_dim), np.int8)
    return archive.add(
        solutions,
        results["objective"].to_numpy(),
        results.select(measures).to_numpy(),
        results["evaluation"].to_numpy(),
    )


def archive_metrics(archive: Archive, evaluated: pl.DataFrame) -> dict[str, Any]:
    """The metrics of an archive, with `max_win_rate`, the highest of its elites."""
    win_rates = evaluated["win_rate"].to_numpy()
    return {
        "evaluations": evaluated.height,
        **archive.summary(),
        "n_elites": archive.n_elites,
        "max_win_rate": float(win_rates[archive.elites().ids].max()),
    }


def status_counts(status: np.ndarray) -> dict[str, int]:
    """The number of statuses of each kind in an iteration."""
    counts = np.bincount(status, minlength=3).tolist()
    return {"n_proposed": len(status), **dict(zip(STATUS_NAMES, counts, strict=True))}
