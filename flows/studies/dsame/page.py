"""The report of a study of DSA-ME's algorithms: the values of `report.md`.

Every number is from the extract or published.
"""

import json
import math
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
from scipy import stats

from flows.studies.claims import Claim, by_group, judge
from flows.studies.dsame.tables import (
    ACCURACY,
    LEARNING,
    METRICS,
    PUBLISHED,
    TESTS,
    Analysis,
    extract,
    placement_facts,
    placements,
    transfer_errors,
)
from flows.studies.published import PublishedReport, Tables, filled, with_older_runs
from models.problems.algorithms import ALGORITHMS
from models.problems.experiment import ArchiveConfig, Experiment
from models.qd.archive import Archive
from models.statistics.summaries import Pair, confidence_band, pairwise
from tasks.reports import figures
from tasks.reports.formats import mean_of, p_value, published
from tasks.reports.results import read_results
from tasks.storage.files import write_bytes, write_csv, write_json, write_table
from tasks.storage.store import load_run

_MAIN = PUBLISHED["families"]["main"]
#: Pictures of curves: title and algorithms.
CURVES = {
    "curves": ("QD score, cells filled, and cells by quality", _MAIN),
    "curves-ad": ("The same with and without ancillary data", list(LEARNING)),
    "curves-variants": ("The same for other ways to learn", PUBLISHED["families"]["offline"]),
}


def values(folder: Path, _: Tables) -> dict[str, Any]:
    """The values of `report.md`; writes the tables and draws the pictures."""
    study = Analysis(folder)
    tables = {"scores": study.scores, "scores-corrected": study.corrected, "time": study.time}
    write_csv(folder, tables)
    named = study.algorithms or study.trials["algorithm"].to_list()  # none is in the paper's table
    first = study.trials.filter(algorithm=named[0])
    learned = study.trials.filter(algorithm="dsa-me")
    if (placed := study.ask("from placements order by run, evaluation")).height:
        trial = placed.filter(run=placed["run"][0])
        grid = _grid(study)
        draw_placements(folder / "surrogate.png", trial, grid.build(1), grid.measures)
    groups = by_group(judge(PUBLISHED["claims"], TESTS, study), PUBLISHED["groups"])
    return {
        "study": study,
        "paper": PUBLISHED,
        "labels": METRICS,
        "titles": {name: each.title for name, each in ALGORITHMS.items()},
        "first": first.row(0, named=True),
        "learned": learned.row(0, named=True) if learned.height else None,
        "compared": compared(study),
        "ahead": ahead(study),
        "in_table_1": in_table_1,
        "one_surrogate": one_surrogate(study),
        "groups": groups,
        "n_trials": _n_trials(study, groups),
        "versions": json.loads(study.trials["versions"][0]),
        "curves": _curves(study),
        "archives": _archives(study),
        "accuracy": ACCURACY,
        "numbers": numbers_of(study),
    }


def _n_trials(study: Analysis, groups: Mapping[str, Sequence[Claim]]) -> dict[str, str]:
    """How many trials the algorithms of each group's claims have, and those of all: "2 to 5"."""
    counts = dict(study.trials.group_by("algorithm").len().iter_rows())
    named = {each["text"]: counts.keys() & {*each["of"].values()} for each in PUBLISHED["claims"]}
    found = {}
    for title, claims in groups.items():
        names = set[str]().union(*(named[claim.text] for claim in claims))
        found[title] = {counts[name] for name in names or counts.keys() & LEARNING.keys() or counts}
    found["all"] = set[int]().union(*found.values())
    ends = {title: sorted({min(each), max(each)}) for title, each in found.items() if each}
    return {title: " to ".join(map(str, each)) for title, each in ends.items()}


def numbers_of(study: Analysis) -> pl.DataFrame:
    """The results of a study, algorithm by algorithm.

    Columns: algorithm, trials, and the means of its trials' qd_score, max_objective, max_win_rate
    and coverage, in a run's units; `corrected_...` are from new games, null without any.
    """
    means = (
        pl.col("qd_score", "max_objective").mean(),
        pl.col("max_win_rate", "coverage").mean() / 100,
    )
    found, corrected = (
        scores.group_by("algorithm", maintain_order=True)
        for scores in (study.scores, study.corrected)
    )
    again = corrected.agg(each.name.prefix("corrected_") for each in means)
    return found.agg(pl.len().alias("trials"), *means).join(again, on="algorithm", how="left")


def _curves(study: Analysis) -> dict[str, str]:
    """Draws the first picture, and others with more algorithms; returns their titles."""
    drawn = {}
    for picture, (title, names) in CURVES.items():
        there = [name for name in names if name in study.algorithms]
        if there and (picture == "curves" or set(there) - set(_MAIN)):
            _draw_curves(study, there, study.folder / f"{picture}.png")
            drawn[picture] = title
    return drawn


def _draw_curves(study: Analysis, names: Sequence[str], path: Path) -> None:
    panels = {
        "QD score": study.curves("curves", "evaluations", "qd_score"),
        "cells filled, %": study.curves("curves", "evaluations", "coverage"),
        "cells with a better elite, %": study.curves("shares_above", "threshold", "share"),
    }
    bands = {
        label: {name: _band(name, *found[name]) for name in names}
        for label, found in panels.items()
    }
    figures.bands(path, bands, ("evaluated decks", "evaluated decks", "mean health difference"))


def _band(name: str, x: np.ndarray, values: np.ndarray) -> figures.Band:
    low, high = confidence_band(values)
    # Scores and shares are never below 0, also if Student's t gives a lower limit.
    return figures.Band(ALGORITHMS[name].title, x, values.mean(axis=0), np.maximum(low, 0), high)


def _archives(study: Analysis) -> list[str]:
    """Draws the archive of each algorithm's median trial; returns the trials' names."""
    searched = [name for name in study.algorithms if name != "random-search"]
    runs = {ALGORITHMS[name].title: study.median_run(name) for name in searched}
    elites, grid = study.ask("from elites"), _grid(study)
    like = grid.build(1)
    if runs:
        grids = {
            title: archive_of(elites.filter(run=run), "cell", "objective", like)
            for title, run in runs.items()
        }
        figures.heatmaps(study.folder / "archives.png", grids, like, grid.measures)
    return list(runs.values())


def _grid(study: Analysis) -> ArchiveConfig:
    return Experiment.model_validate_json(study.trials["experiment"][0]).archive


#: The algorithms in the first table; its numbers, with their digits.
OTHERS = ("map-elites", "lsa-me", "offline-dsa-me", "dsa-me-ad")
SHOWN = {"qd_score": 1, "coverage": 2}


def compared(study: Analysis) -> list[list[str]]:
    """DSA-ME and each of `OTHERS`, in the archives and in new games."""
    return [_compared(study, other, metric) for other in _others(study) for metric in SHOWN]


def _others(study: Analysis) -> list[str]:
    return [name for name in OTHERS if len(study.groups(("dsa-me", name), "qd_score")) == 2]


def _compared(study: Analysis, other: str, metric: str) -> list[str]:
    row, digits = [ALGORITHMS[other].title, METRICS[metric]], SHOWN[metric]
    for corrected in (False, True):
        groups = study.groups(("dsa-me", other), metric, corrected)
        if len(groups) < 2:
            row += ["-", "-"]
            continue
        ours, theirs = (values.mean() for values in groups.values())
        row += [f"{ours:.{digits}f} and {theirs:.{digits}f}", p_value(pairwise(groups)[0].p)]
    means = [PUBLISHED["table"][name].get(metric) for name in ("dsa-me", other)]
    return [*row, " and ".join(f"{each['mean']:.{digits}f}" for each in means if each) or "-"]


def ahead(study: Analysis) -> list[dict[str, str]]:
    """The count of numbers in which DSA-ME is ahead of each of `OTHERS`: here, new games, paper."""
    rows = []
    for other in _others(study):
        ours, theirs = (PUBLISHED["table"][name] for name in ("dsa-me", other))
        wins = {"paper": [ours[metric]["mean"] > theirs[metric]["mean"] for metric in ours]}
        for label, corrected in (("here", False), ("fresh", True)):
            groups = [study.groups(("dsa-me", other), metric, corrected) for metric in METRICS]
            pairs = [list(each.values()) for each in groups if len(each) == 2]
            wins[label] = [ours.mean() > theirs.mean() for ours, theirs in pairs]
        row = {label: f"{sum(each)} of {len(each)}" for label, each in wins.items()}
        rows.append(row | {"title": ALGORITHMS[other].title})
    return rows


#: Algorithms whose five trials in the paper share one trained surrogate.
ONE_SURROGATE = ("offline-dsa-me", "offline-dsa-me-ad")


def one_surrogate(study: Analysis) -> list[list[str]]:
    """Our trials of `ONE_SURROGATE`, each with its own surrogate, and the paper's as one.

    p is of a t test whether one more such trial could have the paper's mean: it has the luck of the
    decks and of the training, which the paper's errors do not show.
    """
    rows = []
    for name, metric in product(ONE_SURROGATE, METRICS):
        values, theirs = study.values(name, metric), PUBLISHED["table"][name].get(metric)
        if theirs is None or len(values) < 2 or np.ptp(values) == 0:
            continue
        ours, one = (values.mean(), values.std(ddof=1), len(values)), (theirs["mean"], 0, 1)
        p = float(stats.ttest_ind_from_stats(*ours, *one).pvalue)
        row = [ALGORITHMS[name].title, METRICS[metric], mean_of(values, 2), published(theirs, 2)]
        rows.append([*row, p_value(p)])
    return rows


def in_table_1(metric: str, pair: Pair) -> tuple[str, str]:
    """The difference of two algorithms in the paper's table 1, and p of a t test of it."""
    a, b = (PUBLISHED["table"][name].get(metric) for name in (pair.a, pair.b))
    if a is None or b is None:
        return "-", "-"
    n = PUBLISHED["trials"]
    one, two = ((each["mean"], each["error"] * math.sqrt(n), n) for each in (a, b))
    p = float(stats.ttest_ind_from_stats(*one, *two).pvalue)
    return f"{a['mean'] - b['mean']:+.2f}", p_value(p)


def write_quality(run: Path, model: Path, tests: list[Path], out: Path) -> Path:
    """Writes the quality of one surrogate: tables, numbers and the archive before and after.

    Args:
        run: A finished run of `surrogate-test` on the model.
        model: The run whose final surrogate it tests.
        tests: Runs whose decks the surrogate has not seen.
        out: Folder for quality.md, quality.json, placements.parquet and before-after.png.

    Returns:
        The page, `quality.md`.
    """
    results = read_results(run)
    placed = placements(results.run)
    numbers: dict[str, Any] = placement_facts(placed)
    errors = [transfer_errors(load_run(model), load_run(test)) for test in tests]
    numbers["mse"] = [row for table in errors for row in table.to_dicts()]
    draw_placements(
        out / "before-after.png", placed, results.archive, results.experiment.archive.measures
    )
    write_table(out / "placements.parquet", placed)
    write_json(out / "quality.json", numbers)
    page = filled(Path(__file__).with_name("surrogate_quality.md"), numbers | {"model": model.name})
    write_bytes(out / "quality.md", page.encode())
    return out / "quality.md"


def draw_placements(
    path: Path, placed: pl.DataFrame, like: Archive, measures: Sequence[str]
) -> None:
    """Draws a surrogate's archive, and the same decks, of `placements`, in their true cells."""
    before = archive_of(placed, "predicted_cell", "predicted_objective", like)
    after = archive_of(placed.filter("retained"), "cell", "objective", like)
    figures.heatmaps(path, {"predicted by the surrogate": before, "played": after}, like, measures)


def archive_of(rows: pl.DataFrame, cell: str, objective: str, like: Archive) -> np.ndarray:
    """An array of an archive's shape with the rows' objectives in their cells, NaN elsewhere."""
    grid = np.full(like.n_cells, np.nan)
    best = rows.sort(objective)
    grid[best[cell].to_numpy()] = best[objective].to_numpy()
    return grid.reshape(like.shape)


_SAME = ("card_digest", "budget", "n_games", "n_cells")
#: The extract's tables: what a row is.
EXTRACT = {
    "trials": "a finished trial: algorithm, seed, budget, where its time went",
    "evaluations": "a deck within the budget: cell, objective, win rate, measures",
    "fresh": "an elite's new games",
    "iterations": "an outer iteration",
    "errors": "the surrogate's error in training: by iteration, target and split",
    "transfer": "the error of a final surrogate of DSA-ME on the decks of another trial",
    "placements": "a deck in a test of surrogates: predicted and true cell",
    "decks": "one of the best decks of a trial, with its code",
}
REPORT = PublishedReport(
    EXTRACT,
    extract,
    values,
    partial(with_older_runs, table="trials", same=_SAME),
    places=("docs/dsa-me", "docs/dsa-me-paper"),
)
