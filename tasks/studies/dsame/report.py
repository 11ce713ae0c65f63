"""The report of a study of DSA-ME's algorithms: the values of `report.md`.

Every number is from the extract or published.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from models.problems.algorithms import ALGORITHMS
from models.problems.experiment import ArchiveConfig, Experiment
from models.statistics.summaries import confidence_band
from tasks.reports import figures
from tasks.sql.schema import STUDY_EXTRACT
from tasks.studies.claims import by_group
from tasks.studies.dsame import comparisons
from tasks.studies.dsame.analysis import ACCURACY, LEARNING, METRICS, PUBLISHED, Analysis
from tasks.studies.dsame.claims import judged
from tasks.studies.dsame.extract import extract
from tasks.studies.dsame.surrogate_quality import archive_of, draw_placements
from tasks.studies.published import PublishedReport, write_csv

_MAIN = PUBLISHED["families"]["main"]
#: Pictures of curves: title and algorithms.
CURVES = {
    "curves": ("QD score, cells filled, and cells by quality", _MAIN),
    "curves-ad": ("The same with and without ancillary data", list(LEARNING)),
    "curves-variants": ("The same for other ways to learn", PUBLISHED["families"]["offline"]),
}


def study_numbers(folder: Path) -> pl.DataFrame:
    """The results of a study, algorithm by algorithm.

    Args:
        folder: The folder of its report.

    Returns:
        One row per algorithm: algorithm, trials, and the means of its trials' qd_score,
        max_objective, max_win_rate and coverage, in a run's units; `corrected_...` are from new
        games, null without any.
    """
    means = (
        pl.col("qd_score", "max_objective").cast(pl.Float64).mean(),
        pl.col("max_win_rate", "coverage").cast(pl.Float64).mean() / 100,
    )  # cast, because columns of an empty table are read as text
    found, corrected = (
        pl.read_csv(folder / f"{name}.csv").group_by("algorithm", maintain_order=True)
        for name in ("scores", "scores-corrected")
    )
    again = corrected.agg(each.name.prefix("corrected_") for each in means)
    return found.agg(pl.len().alias("trials"), *means).join(again, on="algorithm", how="left")


def values(folder: Path) -> dict[str, Any]:
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
    return {
        "study": study,
        "paper": PUBLISHED,
        "labels": METRICS,
        "titles": {name: each.title for name, each in ALGORITHMS.items()},
        "first": first.row(0, named=True),
        "learned": learned.row(0, named=True) if learned.height else None,
        "compared": comparisons.compared(study),
        "ahead": comparisons.ahead(study),
        "in_table_1": comparisons.in_table_1,
        "groups": by_group(judged(study), PUBLISHED["groups"]),
        "versions": json.loads(study.trials["versions"][0]),
        "curves": _curves(study),
        "archives": _archives(study),
        "accuracy": ACCURACY,
    }


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
    """The cells of the study's archives."""
    return Experiment.model_validate_json(study.trials["experiment"][0]).archive


REPORT = PublishedReport(
    Path(__file__).with_name("report.md"), STUDY_EXTRACT, extract, values, study_numbers,
    {"curves": "How the algorithms' archives grow"},
)  # fmt: skip
