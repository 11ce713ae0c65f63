"""The analysis of a study of DSA-ME's algorithms: its extract, SQL over it, and statistical tests.

The errors of surrogates are those of Zhang 2022, arXiv 2112.03534, section 6.1, and of its
published analysis.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property, partial
from itertools import permutations
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
import polars as pl
from scipy import stats

from flows.studies.claims import (
    CONSISTENT,
    NOT_REPRODUCED,
    UNDECIDED,
    Finding,
    NotMeasuredError,
    by_test,
    published_results,
)
from flows.studies.dsame.play import FILE
from flows.studies.published import tables_of_runs
from flows.studies.runs import is_finished
from models.problems.algorithms import ALGORITHMS, PAPER_ALGORITHMS
from models.problems.decks import solutions_of
from models.problems.study import PlannedRun
from models.statistics.intervals import mean_and_error
from models.statistics.summaries import AnovaRow, Pair, one_way, pairwise, two_way
from tasks.search.source import SHARED, final_surrogate, read_surrogate
from tasks.sql.catalog import cell_sql, open_tables, table_of
from tasks.storage.files import StoreError, not_empty, read_table
from tasks.storage.run import Run
from tasks.storage.settings import experiment_of
from tasks.storage.store import load_run

PUBLISHED = published_results("dsame")
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
    """The analysis of a study's extract; the report's tables and pictures are beside it.

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


def above(study: Analysis, metric: str, more: str, less: str, family: str) -> Finding:
    """One algorithm has more than another."""
    pair = _pair(study, metric, more, less, family)
    verdict, direction = by_test(pair.difference > 0, pair.is_significant)
    return Finding(f"{pair.difference:+.2f}", verdict, direction, pair.p, pair.alpha)


def same(study: Analysis, metric: str, one: str, other: str, family: str) -> Finding:
    """Two algorithms do not differ significantly."""
    pair = _pair(study, metric, one, other, family)
    verdict = NOT_REPRODUCED if pair.is_significant else CONSISTENT
    return Finding(f"{pair.difference:+.2f}", verdict, p=pair.p, alpha=pair.alpha)


def _pair(study: Analysis, metric: str, one: str, other: str, family: str) -> Pair:
    """The test of two algorithms, one minus the other."""
    for pair in study.pairs(family).get(metric, []):
        if (pair.a, pair.b) == (one, other):
            return pair
        if (pair.b, pair.a) == (one, other):
            return pair.reversed()
    raise NotMeasuredError


def effect(study: Analysis, metric: str, sign: int) -> Finding:
    """Ancillary data change a number, whether the surrogate learns online or offline."""
    _, main, _ = _effects(study, metric)
    ours, p = float(np.mean(_changes(study, metric))), main.p
    verdict, direction = by_test(ours * sign > 0, p < ALPHA)
    return Finding(f"{ours:+.2f}", verdict, direction, p, ALPHA)


def interaction(study: Analysis, metric: str, sign: int) -> Finding:
    """Ancillary data change more online (sign 1) or offline (-1), or equally much (0)."""
    _, _, both = _effects(study, metric)
    online, offline = _changes(study, metric)
    ours, p = f"{online:+.2f}, {offline:+.2f}", both.p
    if sign == 0:
        return Finding(ours, NOT_REPRODUCED if p < ALPHA else CONSISTENT, p=p, alpha=ALPHA)
    verdict, direction = by_test((online - offline) * sign > 0, p < ALPHA)
    return Finding(ours, verdict, direction, p, ALPHA)


def _effects(study: Analysis, metric: str) -> list[AnovaRow]:
    """The effects of online learning, of ancillary data, and of both."""
    if metric not in study.ancillary:
        raise NotMeasuredError
    return study.ancillary[metric]


def _changes(study: Analysis, metric: str) -> tuple[float, float]:
    """The change of the mean by ancillary data, online and offline."""
    online, online_ad, offline, offline_ad = (
        study.values(name, metric).mean() for name in LEARNING
    )
    return online_ad - online, offline_ad - offline


def number(study: Analysis, name: str, better: str) -> Finding:
    """A t test of the mean of our trials against a published number."""
    values = study.accuracy.get(name, np.array([]))
    if values.size < 2:
        raise NotMeasuredError
    theirs, (mean, error) = ACCURACY[name]["paper"], mean_and_error(values)
    p = float(stats.ttest_1samp(values, theirs).pvalue)
    is_better = mean < theirs if better == "less" else mean > theirs
    verdict = CONSISTENT
    if p < ALPHA:
        # At a smaller size a difference decides nothing: the surrogate has less training data.
        verdict = UNDECIDED if is_smaller(study) else NOT_REPRODUCED
    direction = "better than the paper" if is_better else "worse than the paper"
    return Finding(f"{mean:.2f} ± {error:.2f}", verdict, direction, p, ALPHA)


def is_smaller(study: Analysis) -> bool:
    """Whether DSA-ME's trials have fewer decks or games than the paper's."""
    trials = study.trials.filter(algorithm="dsa-me")
    sizes = ("budget", "evaluations"), ("n_games", "n_games")
    return any((trials[ours].max() or 0) < PUBLISHED[theirs] for ours, theirs in sizes)


TESTS = (above, same, effect, interaction, number)


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """Returns the extract of a study's finished trials.

    Raises:
        StoreError: There is no study, none of its trials has finished, or a file is damaged.
    """
    study, _ = FILE.load(path)
    finished = [trial for trial in study.plan() if is_finished(path, trial.name)]
    trials = not_empty(path, finished, "none of its trials has finished")
    runs = [path / trial.name for trial in trials]
    cell = cell_sql(study.base.archive, "struct_extract(deck, '{}')")
    macro = f"create macro cell(deck) as {cell}"
    rows = ", ".join(f"('{trial.name}', {trial.experiment.n_decks}::bigint)" for trial in trials)
    budgets = f"create table budgets as from (values {rows}) as decks(run, budget)"
    return tables_of_runs(runs, Path(__file__).with_suffix(".sql"), macro, budgets) | _surrogates(
        path, trials
    )


def _surrogates(path: Path, trials: Sequence[PlannedRun]) -> dict[str, pl.DataFrame]:
    """The tables on surrogates, which need predictions."""
    runs, tests = (
        [load_run(path / each.name) for each in trials if each.experiment.algorithm == algorithm]
        for algorithm in ("dsa-me", "surrogate-test")
    )
    errors = [transfer_errors(*pair) for pair in permutations(runs, 2)]
    placed = [placements(run).select(pl.lit(run.name).alias("run"), pl.all()) for run in tests]
    return {
        "transfer": pl.concat([pl.DataFrame(schema=TRANSFER), *errors]),
        "placements": pl.concat([pl.DataFrame(schema=PLACEMENTS), *placed]),
    }


#: The columns of `transfer_errors`, and of `placements` with the run's name before them.
TRANSFER = (
    dict.fromkeys(("model", "test", "target"), pl.String())
    | dict.fromkeys(("mse", "noise"), pl.Float64())
    | {"n_rows": pl.Int64()}
)


PLACEMENTS = (
    {"run": pl.String()}
    | dict.fromkeys(("evaluation", "predicted_cell", "cell"), pl.Int64())
    | dict.fromkeys(("predicted_objective", "objective"), pl.Float64())
    | {"retained": pl.Boolean(), "distance": pl.Int64()}
)


def check_tests(model: Path, tests: Iterable[Path]) -> None:
    """Raises an error for runs that cannot test a run's final surrogate, before any work.

    Raises:
        StoreError: A path is not a search, the model has no surrogate, or a test is the same run,
            has no decks, or has decks of other games.
    """
    run = load_run(model)
    ours = experiment_of(run)
    final_surrogate(run)
    for path in tests:
        test = load_run(path)
        theirs = experiment_of(test)
        other = theirs.unlike(ours, *SHARED)
        if test.path.resolve() == run.path.resolve():
            problem = "the surrogate learned from these; give another run"
        elif other:
            problem = (
                f"its {other[0]} differs from that of {model}; give a run with the same settings"
            )
        elif test.card_digest != run.card_digest:
            problem = f"it was played with other cards than {model}; repeat that run"
        elif test.evaluations().is_empty():
            problem = "no deck has been evaluated yet; let the run go on first"
        else:
            continue
        raise StoreError(f"--on {path}: {problem}")


def transfer_errors(model: Run, test: Run) -> pl.DataFrame:
    """Mean squared errors of a run's final surrogate on all decks of a run of the same games.

    Returns:
        One row per target: model, test (names of the runs), target, mse, noise (the mean squared
        standard error of the decks' results, a part of mse; null if a run has none), n_rows.
    """
    surrogate = read_surrogate(model)
    decks = test.evaluations()
    targets = surrogate.config.targets
    wrong = surrogate.predict(solutions_of(decks)) - decks.select(targets).to_numpy()
    errors = [decks.get_column(f"{target}_se", default=None) for target in targets]
    return pl.DataFrame(
        {
            "model": model.name,
            "test": test.name,
            "target": targets,
            "mse": (wrong**2).mean(axis=0),
            "noise": [None if each is None else (each**2).mean() for each in errors],
            "n_rows": decks.height,
        },
        schema=TRANSFER,
    )


def placements(run: Run) -> pl.DataFrame:
    """The predicted and the true cells of the surrogate's elites, in a run of `surrogate-test`.

    Returns:
        One row per elite of the surrogate's archive: evaluation, predicted_cell, cell,
        predicted_objective, objective, retained (whether it is an elite of the true archive),
        distance (cells between the two places, along the axes).

    Raises:
        StoreError: The run is not a test of a surrogate, or a table is missing or damaged.
    """
    experiment = experiment_of(run)
    proposed = read_table(run.path / "proposals" / "00000.parquet")
    if "predicted_objective" not in proposed.columns:
        raise StoreError(f"{run.path}: not a test of a surrogate; run surrogate-quality first")
    grid = experiment.archive.build(1)
    played = run.evaluations().head(proposed.height)
    names = experiment.archive.measures
    predicted = grid.index_of(proposed.select(f"predicted_{name}" for name in names).to_numpy())
    true = grid.index_of(played.select(names).to_numpy())
    places = [np.stack(np.unravel_index(cells, grid.shape)) for cells in (predicted, true)]
    retained = read_table(run.archives.path(0))["evaluation"]
    return pl.DataFrame(
        {
            "evaluation": played["evaluation"],
            "predicted_cell": predicted,
            "cell": true,
            "predicted_objective": proposed["predicted_objective"],
            "objective": played["objective"],
            "retained": played["evaluation"].is_in(retained.to_list()),
            "distance": np.abs(places[0] - places[1]).sum(axis=0),
        }
    )


def placement_facts(placed: pl.DataFrame) -> dict[str, float]:
    """Shares and distance, as defined in the paper.

    Returns:
        n_elites: elites of the surrogate's archive. retained: the share of them that are elites of
        the true archive. same_cell: the share that are elites in the predicted cell. distance: the
        mean distance of retained elites, in cells.
    """
    kept = placed.filter("retained")
    return {
        "n_elites": placed.height,
        "retained": kept.height / placed.height,
        "same_cell": kept.filter(pl.col("distance") == 0).height / placed.height,
        "distance": kept.select(pl.mean("distance")).item(),
    }
