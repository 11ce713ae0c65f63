"""`Problem`: what a run searches, and `VectorColumn`: how its vectors stand in tables."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
import polars as pl

from models.config import Config
from models.problems.rows import Play
from models.qd.archive import Archive
from models.qd.metrics import summary
from models.scheduling import Scheduling

STATUS_NAMES = ("n_not_added", "n_improved", "n_new")


@dataclass(frozen=True)
class VectorColumn:
    """How vectors stand in a table: one column of arrays.

    Attributes:
        name: Of the column.
        kind: Polars' type of an element.
    """

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
    """What a run searches: its vectors, how they are checked, played and learned from.

    Each evaluated vector has a row: `evaluation`, its number; `objective`, which the archive
    maximises; the archive's measures; `win_rate` and `failed_games`, among others.

    Attributes:
        config: Everything that decides the results, except the seed.
        vectors: How vectors stand in tables.
        noun: What they are, such as "decks".
        round: What an outer iteration is called.
        finalists: What those are called that play new games in the end.
    """

    config: Config
    vectors: ClassVar[VectorColumn]
    noun: ClassVar[str]
    round: ClassVar[str] = "iteration"
    finalists: ClassVar[str] = "elites"

    ## What a problem must say ##

    @property
    @abstractmethod
    def name(self) -> str:
        """The name of the group of its runs in MLflow."""

    @property
    @abstractmethod
    def budget(self) -> int:
        """Evaluations after which no iteration begins."""

    @property
    @abstractmethod
    def n_games(self) -> int:
        """Games per evaluation."""

    @property
    @abstractmethod
    def final_games(self) -> int:
        """New games per finalist; 0 if there are none."""

    @property
    @abstractmethod
    def play(self) -> Play:
        """What plays rows of vectors."""

    @abstractmethod
    def check(self) -> None:
        """Checks, before any work, that all that it needs exists.

        Raises:
            DeckError: A card, deck, pool or suite of opponents does not exist; the message names
                it.
        """

    @abstractmethod
    def describe(self, metrics: Mapping[str, Any]) -> str:
        """What an iteration reached, for people."""

    ## What follows from it, unless a problem says otherwise ##

    @property
    def scheduling(self) -> Scheduling:
        """How the work is divided."""
        return self.config.scheduling

    @property
    def card_digest(self) -> str:
        """Digest of the card tables that the games are played with."""
        return self.config.player.rules().digest

    @property
    def tables(self) -> dict[str, pl.DataFrame]:
        """Tables by name that explain its vectors, written when a run begins."""
        return {}

    def games_after(self, n_evaluated: int) -> int:
        """Games that will be played after the first `n_evaluated` evaluations."""
        return max(0, self.budget - n_evaluated) * self.n_games

    def headline(self, metrics: Mapping[str, Any]) -> str:
        """One line on an iteration, for people; the last may evaluate more than the budget."""
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
        return archive.add(
            self.vectors.of(results),
            results["objective"].to_numpy(),
            results.select(self.config.archive.measures).to_numpy(),
            results["evaluation"].to_numpy(),
        )

    def elites_table(self, archive: Archive, evaluated: pl.DataFrame) -> pl.DataFrame:
        """An archive as a table: a row per elite, in the order their cells were first filled.

        Args:
            archive: Whose ids are evaluation numbers.
            evaluated: All evaluations, in order.
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


def archive_metrics(archive: Archive, evaluated: pl.DataFrame) -> dict[str, Any]:
    """What an archive has reached, with `max_win_rate`, the highest of its elites."""
    win_rates = evaluated["win_rate"].to_numpy()
    return {
        "evaluations": evaluated.height,
        **summary(archive),
        "n_elites": archive.n_elites,
        "max_win_rate": float(win_rates[archive.elites().ids].max()),
    }


def status_counts(status: np.ndarray) -> dict[str, int]:
    """How many of an iteration's (n,) statuses there are of each kind."""
    counts = np.bincount(status, minlength=3).tolist()
    return {"n_proposed": len(status), **dict(zip(STATUS_NAMES, counts, strict=True))}
