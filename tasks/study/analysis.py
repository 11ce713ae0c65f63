"""What a study shows: SQL over its extract, and the statistics of the answers."""

import json
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from models.algorithms import PAPER_ALGORITHMS
from models.statistics import Effect, Pair, one_way, pairwise, two_way
from tasks.sql.catalog import open_tables, table_of

PUBLISHED: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "data" / "dsame_results.json").read_text(encoding="utf-8")
)
#: The numbers of the paper's table 1, as columns of `scores`.
METRICS = {
    "qd_score": "QD score",
    "max_objective": "best health difference",
    "max_win_rate": "highest win rate, %",
    "coverage": "cells filled, %",
}
#: The level of every family of tests.
ALPHA = 0.05
N_POINTS = 400

_VIEWS = """
create view elites as select * exclude (place) from (
    select *, row_number() over (partition by run, cell order by objective desc, evaluation) as
        place from evaluations) where place = 1;
create view corrected as select * exclude (place) from (
    select *, row_number() over (partition by run, cell order by objective desc, evaluation) as
        place from fresh semi join elites using (run, evaluation)) where place = 1;
create view growth as
    with steps as (
        select run, evaluation, objective, max(objective) over (
            partition by run, cell order by evaluation
            rows between unbounded preceding and 1 preceding) as before
        from evaluations),
    gains as (
        select run, evaluation, objective, (before is null)::int as is_new,
            case when before is null then objective + 30 else greatest(objective - before, 0) end
                / 60 as gain
        from steps)
    select run, evaluation + 1 as evaluations, sum(gain) over part as qd_score,
        sum(is_new) over part as n_elites, max(objective) over part as max_objective
    from gains window part as (partition by run order by evaluation);
"""
_SCORES = """
select algorithm, trial, run, round(sum((objective + 30) / 60), 9) as qd_score,
    max(objective) as max_objective, 100 * max(win_rate) as max_win_rate,
    100.0 * count(*) / any_value(n_cells) as coverage, count(*) as n_elites
from {view} join trials using (run) group by all order by algorithm, trial
"""
_CURVES = """
select algorithm, trial, evaluations, qd_score, 100.0 * n_elites / n_cells as coverage
from growth join trials using (run)
where evaluations % greatest(1, budget // {points}) = 0 or evaluations = budget
order by algorithm, trial, evaluations
"""
_CCDF = """
select algorithm, trial, threshold,
    100.0 * count(*) filter (objective > threshold) / any_value(n_cells) as share
from elites join trials using (run), (select unnest(range(-30, 31)) as threshold)
group by all order by algorithm, trial, threshold
"""
_TIME = """
select algorithm, count(*) as trials, median(wall_s) as wall_s, min(wall_s) as shortest_s,
    max(wall_s) as longest_s, sum(wall_s) as all_s, median(games) as games,
    median(games / games_s) as games_per_second,
    100 * median(train_s / wall_s) as train, 100 * median(search_s / wall_s) as search,
    100 * median((archive_s + report_s + other_s) / wall_s) as rest,
    100 * median(not_games) as not_games, median(iterations) as iterations
from trials where wall_s is not null group by algorithm order by algorithm
"""


class Analysis:
    """The analysis of a study's extract.

    Args:
        path: The folder of the extract.

    Raises:
        StoreError: A table is missing or damaged.
    """

    def __init__(self, path: Path) -> None:
        self._connection = open_tables(path)
        self._connection.execute(_VIEWS)

    def ask(self, sql: str) -> pl.DataFrame:
        """Answers SQL over the extract's tables and the views elites, corrected and growth."""
        return table_of(self._connection.sql(sql))

    @cached_property
    def trials(self) -> pl.DataFrame:
        """One row per finished trial."""
        return self.ask("select * from trials order by algorithm, trial")

    @cached_property
    def algorithms(self) -> list[str]:
        """The algorithms with a finished trial, in the paper's order; random decks come last."""
        there = set(self.trials["algorithm"])
        return [name for name in (*PAPER_ALGORITHMS, "random-search") if name in there]

    @cached_property
    def scores(self) -> pl.DataFrame:
        """The numbers of table 1, one row per trial; without the tests of surrogates."""
        return self._scores("elites")

    @cached_property
    def corrected(self) -> pl.DataFrame:
        """The same for the elites judged, and placed, by their new games alone."""
        return self._scores("corrected")

    def _scores(self, view: str) -> pl.DataFrame:
        table = self.ask(_SCORES.format(view=view))
        return table.filter(pl.col("algorithm") != "surrogate-test")

    def values(self, algorithm: str, metric: str, corrected: bool = False) -> np.ndarray:
        """A number of all trials of an algorithm, in their order; or that of the new games."""
        scores = self.corrected if corrected else self.scores
        return scores.filter(algorithm=algorithm)[metric].to_numpy()

    def groups(
        self, names: Sequence[str], metric: str, corrected: bool = False
    ) -> dict[str, np.ndarray]:
        """A number by algorithm, of those with two trials or more."""
        found = {name: self.values(name, metric, corrected) for name in names}
        return {name: values for name, values in found.items() if values.size > 1}

    def median_run(self, algorithm: str) -> str:
        """The trial whose QD score is an algorithm's median; the lower one of two."""
        trials = self.scores.filter(algorithm=algorithm).sort("qd_score", "trial")
        return trials["run"][(trials.height - 1) // 2]

    def curves(self, column: str) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """By algorithm: (n_points,) numbers of evaluations and (n_trials, n_points) values."""
        table = self.ask(_CURVES.format(points=N_POINTS))
        return {
            name: _stacked(table.filter(algorithm=name), "evaluations", column)
            for name in self.algorithms
        }

    def ccdf(self) -> dict[str, tuple[np.ndarray, np.ndarray]]:
        """By algorithm: thresholds and (n_trials, n_thresholds) shares of cells above, in %."""
        table = self.ask(_CCDF)
        return {
            name: _stacked(table.filter(algorithm=name), "threshold", "share")
            for name in self.algorithms
        }

    @cached_property
    def elites(self) -> pl.DataFrame:
        """The final elites of all trials: run, cell, objective, evaluation."""
        return self.ask("select run, cell, objective, evaluation from elites order by run, cell")

    def one_way(self, family: str) -> dict[str, Effect]:
        """For each number, the analysis of variance over a family of algorithms."""
        found = {}
        for metric in METRICS:
            groups = self.groups(PUBLISHED["families"][family], metric)
            if len(groups) > 1:
                found[metric] = one_way(groups, metric)
        return found

    def pairs(self, family: str) -> dict[str, list[Pair]]:
        """For each number, the pairs of a family of algorithms."""
        found = {}
        for metric in METRICS:
            groups = self.groups(PUBLISHED["families"][family], metric)
            if len(groups) > 1:
                found[metric] = pairwise(groups, ALPHA)
        return found

    def ancillary(self) -> dict[str, list[Effect]]:
        """For each number, the effects of online learning, of ancillary data, and of both."""
        cells = {
            "dsa-me": ("online", "three targets"),
            "dsa-me-ad": ("online", "twelve targets"),
            "offline-dsa-me": ("offline", "three targets"),
            "offline-dsa-me-ad": ("offline", "twelve targets"),
        }
        found = {}
        for metric in METRICS:
            groups = self.groups(list(cells), metric)
            if len(groups) < len(cells):
                return {}
            rows = [(value, *cells[name]) for name, values in groups.items() for value in values]
            values, learning, data = zip(*rows, strict=True)
            found[metric] = two_way(values, learning, data, ("learning", "ancillary data"))
        return found

    def with_and_without(self) -> dict[str, list[Pair]]:
        """For each number, DSA-ME and Offline DSA-ME against the same with ancillary data."""
        found = {}
        for metric in METRICS:
            for plain in ("dsa-me", "offline-dsa-me"):
                groups = self.groups([plain, f"{plain}-ad"], metric)
                if len(groups) > 1:
                    found.setdefault(metric, []).extend(pairwise(groups, ALPHA / 2))
        return found

    def time(self) -> pl.DataFrame:
        """Where the time went: medians over an algorithm's trials; shares in percent."""
        return self.ask(_TIME)

    def close(self) -> None:
        """Lets the database go."""
        self._connection.close()


def _stacked(table: pl.DataFrame, x: str, y: str) -> tuple[np.ndarray, np.ndarray]:
    """Trials as rows of an array, as far as all of them go."""
    trials = [part.sort(x) for part in table.partition_by("trial", maintain_order=True)]
    shortest = min(trials, key=len)[x].to_numpy()
    values = [part.filter(pl.col(x).is_in(shortest.tolist()))[y].to_numpy() for part in trials]
    return shortest, np.stack(values)
