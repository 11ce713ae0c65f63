"""The analysis of a study of DSA-ME's algorithms: SQL over its extract, and statistical tests."""

import json
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl

from models.problems.algorithms import ALGORITHMS, PAPER_ALGORITHMS
from models.statistics.summaries import AnovaRow, Pair, one_way, pairwise, two_way
from tasks.sql.catalog import open_tables, table_of

_DATA = Path(__file__).parents[2] / "data"
PUBLISHED: dict[str, Any] = json.loads((_DATA / "dsame_results.json").read_text("utf-8"))
#: The paper's claims on the accuracy of DSA-ME's surrogate (section 6.1), by number.
ACCURACY = {each["of"]["name"]: each for each in PUBLISHED["claims"] if each["test"] == "number"}
#: The numbers of the paper's table 1, as columns of `scores`.
METRICS = {
    "qd_score": "QD score",
    "max_objective": "best health difference",
    "max_win_rate": "highest win rate, %",
    "coverage": "cells filled, %",
}
#: Algorithms with the factors of the two-way analysis: learning, ancillary data.
LEARNING = {
    "dsa-me": ("online", "three targets"),
    "dsa-me-ad": ("online", "twelve targets"),
    "offline-dsa-me": ("offline", "three targets"),
    "offline-dsa-me-ad": ("offline", "twelve targets"),
}
#: The level of every family of tests.
ALPHA = 0.05
Tested = TypeVar("Tested")


class Analysis:
    """The analysis of a study's extract.

    Args:
        folder: The folder of the extract.

    Attributes:
        folder: The same; the report's tables and pictures are beside the extract.

    Raises:
        StoreError: A table is missing or damaged.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._connection = open_tables(folder)
        self._connection.execute(Path(__file__).with_name("views.sql").read_text("utf-8"))

    def ask(self, sql: str) -> pl.DataFrame:
        """Answers SQL over the extract's tables and the views of `views.sql`."""
        return table_of(self._connection.sql(sql))

    @cached_property
    def trials(self) -> pl.DataFrame:
        """One row per finished trial."""
        return self.ask("from trials order by algorithm, trial")

    @cached_property
    def algorithms(self) -> list[str]:
        """The algorithms with a finished trial, in the paper's order; random decks come last."""
        there = set(self.trials["algorithm"])
        return [name for name in (*PAPER_ALGORITHMS, "random-search") if name in there]

    @cached_property
    def scores(self) -> pl.DataFrame:
        """The numbers of table 1, one row per trial, except tests of surrogates."""
        return self.ask("from scores")

    @cached_property
    def corrected(self) -> pl.DataFrame:
        """The same for archives of the elites with results of new games only."""
        return self.ask("from scores_corrected")

    @cached_property
    def time(self) -> pl.DataFrame:
        """Seconds by part, algorithm by algorithm."""
        return self.ask("from time")

    def by_algorithm(self, view: str) -> list[dict[str, Any]]:
        """The rows of a view in the order of `algorithms`, with their titles and summaries."""
        found = {row["algorithm"]: row for row in self.ask(f"from {view}").iter_rows(named=True)}
        return [
            found[name] | {"title": ALGORITHMS[name].title, "summary": ALGORITHMS[name].summary}
            for name in (*self.algorithms, "surrogate-test")
            if name in found
        ]

    def values(self, algorithm: str, metric: str, corrected: bool = False) -> np.ndarray:
        """A number of all trials of an algorithm, in their order; optionally in new games."""
        scores = self.corrected if corrected else self.scores
        return scores.filter(algorithm=algorithm)[metric].to_numpy()

    def groups(
        self, names: Sequence[str], metric: str, corrected: bool = False
    ) -> dict[str, np.ndarray]:
        """A number by algorithm, for algorithms with two trials or more."""
        found = {name: self.values(name, metric, corrected) for name in names}
        return {name: values for name, values in found.items() if values.size > 1}

    def median_run(self, algorithm: str) -> str:
        """The trial with an algorithm's median QD score; of two, the lower one."""
        trials = self.scores.filter(algorithm=algorithm).sort("qd_score", "trial")
        return trials["run"][(trials.height - 1) // 2]

    def curves(self, view: str, x: str, y: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """A view's columns: by algorithm, (n_points,) of x and (n_trials, n_points) of y."""
        table = self.ask(f"from {view}")
        return {name: _stacked(table.filter(algorithm=name), x, y) for name in self.algorithms}

    def by_metric(
        self, names: Sequence[str], test: Callable[[dict[str, np.ndarray]], Tested]
    ) -> dict[str, Tested]:
        """A test of each number over some algorithms; two need two trials or more."""
        groups = {metric: self.groups(names, metric) for metric in METRICS}
        return {metric: test(found) for metric, found in groups.items() if len(found) > 1}

    def one_way(self, names: Sequence[str]) -> dict[str, AnovaRow]:
        """For each number, the analysis of variance over some algorithms."""
        return self.by_metric(names, one_way)

    def pairs(self, family: str) -> dict[str, list[Pair]]:
        """For each number, the pairs of a family of algorithms."""
        return self.by_metric(PUBLISHED["families"][family], pairwise)

    @cached_property
    def ancillary(self) -> dict[str, list[AnovaRow]]:
        """For each number, the effects of online learning, of ancillary data, and of both.

        Empty if one of the four algorithms has fewer than two trials.
        """
        if len(self.groups(list(LEARNING), "qd_score")) < len(LEARNING):
            return {}
        return self.by_metric(list(LEARNING), _two_way)

    def with_and_without(self) -> dict[str, list[Pair]]:
        """For each number, DSA-ME and Offline DSA-ME against the same with ancillary data."""
        found: dict[str, list[Pair]] = {}
        for plain in ("dsa-me", "offline-dsa-me"):
            pairs = self.by_metric([plain, f"{plain}-ad"], partial(pairwise, alpha=ALPHA / 2))
            for metric, pair in pairs.items():
                found.setdefault(metric, []).extend(pair)
        return found

    @cached_property
    def accuracy(self) -> dict[str, np.ndarray]:
        """The numbers of section 6.1 that the study has, one value per DSA-ME trial.

        The error of the health difference is adjusted to the paper's number of games per deck.
        """
        found = self.ask("from placed").to_dict()
        found |= {name: rows["comparable"] for (name,), rows in self.transfer.group_by("target")}
        return {name: found[name].to_numpy() for name in ACCURACY if len(found.get(name, ())) > 0}

    @cached_property
    def transfer(self) -> pl.DataFrame:
        """The errors of DSA-ME's final surrogates on the decks of its other trials.

        Returns:
            One row per trial and target; columns model, target, mse, noise (the part of it from
            chance in the decks' games, null if not measured), and comparable: the error at the
            paper's number of games per deck, with less noise.
        """
        games = self.trials.filter(algorithm="dsa-me")["n_games"].max() or 1
        more = 1 - games / PUBLISHED["n_games"]
        return self.ask(
            f"""select model, target, avg(mse) as mse, avg(noise) as noise,
                avg(mse) - coalesce(avg(noise), 0) * {more} as comparable
            from transfer group by all order by target, model"""
        )


def _two_way(groups: dict[str, np.ndarray]) -> list[AnovaRow]:
    rows = [(value, *LEARNING[name]) for name, values in groups.items() for value in values]
    values, learning, data = zip(*rows, strict=True)
    return two_way(values, learning, data, ("learning", "ancillary data"))


def _stacked(table: pl.DataFrame, x: str, y: str) -> tuple[np.ndarray, np.ndarray]:
    """Trials as rows of an array, cut to the shortest."""
    trials = [part.sort(x) for part in table.partition_by("trial", maintain_order=True)]
    shortest = min(trials, key=len)[x].to_numpy()
    values = [part.filter(pl.col(x).is_in(shortest.tolist()))[y].to_numpy() for part in trials]
    return shortest, np.stack(values)
