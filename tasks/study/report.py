"""The report of a study: pictures, tables and one page, made from its extract alone.

Sections can also be written into a document that has a place for them (tasks/reports/documents.py).
"""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl

from models.algorithms import ALGORITHMS
from models.experiment import Experiment
from models.statistics import confidence_band
from tasks.reports import figures
from tasks.reports.documents import check_document, write_sections
from tasks.storage.extracts import extracted
from tasks.storage.files import write_bytes
from tasks.study.analysis import Analysis
from tasks.study.extract import TABLES, extract
from tasks.study.sections import CURVES, searched, sections, shown
from tasks.study.surrogate_quality import archive_of

TITLES = {
    "findings": "What we found",
    "setup": "What was run",
    "scores": "Table 1",
    "corrected": "In new games",
    "curves": "Growth",
    "archives": "Archives",
    "variance": "Is it chance?",
    "ancillary": "Ancillary data",
    "claims": "The paper's claims",
    "surrogate": "The surrogate",
    "time": "Where the time went",
    "decks": "The best decks",
}


def write_study_report(
    path: str | Path, out: str | Path | None = None, into: str | Path | None = None
) -> Path:
    """Analyses a study again, from its finished trials or from their extract.

    Args:
        path: A study's directory, or the folder of an extract.
        out: Folder for the extract, tables, pictures and the page; by default `report` in the
            study's directory, or the extract's own folder.
        into: A document whose marked sections are written anew as well.

    Returns:
        The page to open, `index.html`; `report.md` has the same text.

    Raises:
        StoreError: There is no study or extract, no trial has finished, a file is damaged or
            cannot be written, or the document has no sections, or one that does not exist.
    """
    if into is not None:
        check_document(Path(into), TITLES)
    folder = extracted(path, out, TABLES, extract)
    analysis = Analysis(folder)
    try:
        draw(analysis, folder)
        for name, table in _tables(analysis).items():
            write_bytes(folder / f"{name}.csv", table.write_csv().encode())
        texts = sections(analysis)
    finally:
        analysis.close()
    return write_sections(folder, _headline(analysis), TITLES, texts, into)


def study_numbers(folder: Path) -> pl.DataFrame:
    """What a study found, algorithm by algorithm.

    Args:
        folder: Of its report.

    Returns:
        One row per algorithm: algorithm, trials, and the means of its trials' qd_score,
        max_objective, max_win_rate and coverage, as a run has them; after `corrected_`, those in
        new games, null without any.
    """
    means = (
        pl.col("qd_score", "max_objective").cast(pl.Float64).mean(),
        pl.col("max_win_rate", "coverage").cast(pl.Float64).mean() / 100,
    )  # cast, since a table without rows is read as one of text
    found, corrected = (
        pl.read_csv(folder / f"{name}.csv").group_by("algorithm", maintain_order=True)
        for name in ("scores", "scores-corrected")
    )
    again = corrected.agg(each.name.prefix("corrected_") for each in means)
    return found.agg(pl.len().alias("trials"), *means).join(again, on="algorithm", how="left")


def draw(analysis: Analysis, folder: Path) -> None:
    """Draws all pictures of a study into a folder."""
    for picture in CURVES:
        if names := shown(analysis, picture):
            _draw_curves(analysis, names, folder / f"{picture}.png")
    experiment = Experiment.model_validate_json(analysis.trials["experiment"][0])
    like, measures = experiment.archive.build(1), experiment.archive.measures
    grids = {}
    for name in searched(analysis):
        rows = analysis.elites.filter(run=analysis.median_run(name))
        grids[ALGORITHMS[name].title] = archive_of(rows, "cell", "objective", like)
    if grids:
        figures.heatmaps(folder / "archives.png", grids, like, measures)
    placed = analysis.ask("select * from placements order by run, evaluation")
    if placed.height:
        first = placed.filter(run=placed["run"][0])
        before = archive_of(first, "predicted_cell", "predicted_objective", like)
        after = archive_of(first.filter("retained"), "cell", "objective", like)
        grids = {"predicted by the surrogate": before, "played": after}
        figures.heatmaps(folder / "surrogate.png", grids, like, measures)


def _draw_curves(analysis: Analysis, names: Sequence[str], path: Path) -> None:
    panels = {
        "QD score": analysis.curves("qd_score"),
        "cells filled, %": analysis.curves("coverage"),
        "cells with a better elite, %": analysis.ccdf(),
    }
    bands = {
        label: {name: _band(name, *curves[name]) for name in names}
        for label, curves in panels.items()
    }
    figures.bands(path, bands, ("evaluated decks", "evaluated decks", "mean health difference"))


def _band(name: str, x: np.ndarray, values: np.ndarray) -> figures.Band:
    low, high = confidence_band(values)
    # Scores and shares are never less than nothing, whatever Student's t says of a few trials.
    return figures.Band(ALGORITHMS[name].title, x, values.mean(axis=0), np.maximum(low, 0), high)


def _tables(analysis: Analysis):
    """The tables that people open in a spreadsheet."""
    return {
        "scores": analysis.scores,
        "scores-corrected": analysis.corrected,
        "time": analysis.time(),
    }


def _headline(analysis: Analysis) -> str:
    first = analysis.trials.filter(algorithm=(analysis.algorithms or ["surrogate-test"])[0])
    return f"A study: {first['budget'][0]:,} decks x {first['n_games'][0]} games"
