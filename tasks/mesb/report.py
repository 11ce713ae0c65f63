"""The report of MESB's study: the paper's figures and tables, made from its extract alone."""

from collections.abc import Sequence
from pathlib import Path

import polars as pl

from models.mana_distribution import ManaDistribution, mana_distribution
from models.mesb import EXPERIMENTS
from tasks.mesb import figures as mesb_figures
from tasks.mesb.analysis import card_table, strength
from tasks.mesb.extract import TABLES, extract, read_extract
from tasks.mesb.runs import MesbRun
from tasks.mesb.sections import sections, shown
from tasks.reports.documents import check_document, write_sections
from tasks.storage.extracts import extracted
from tasks.storage.files import write_bytes

TITLES = {
    "setup": "What was run",
    "claims": "The paper's claims",
    "strength": "How strong the elites are",
    "curves": "Win rates over evaluations",
    "scatter": "Elites by mana curve",
    "density": "Evaluated decks beside all decks",
    "cards": "The changed cards",
    "combinations": "Cards that elites share",
    "duels": "The best decks against each other",
}


def write_mesb_report(
    path: str | Path, out: str | Path | None = None, into: str | Path | None = None
) -> Path:
    """Writes the report of a study's finished runs, or of their extract.

    Args:
        path: The study's directory, or the folder of an extract.
        out: Folder for the extract, tables, pictures and the page; by default `report` in the
            study's, or the extract's own.
        into: A document whose marked sections are written anew as well.

    Returns:
        The page to open, `index.html`; `report.md` has the same text.

    Raises:
        StoreError: No run has finished, a file is damaged or cannot be written, or the document
            has no sections, or one that does not exist.
    """
    if into is not None:
        check_document(Path(into), TITLES)
    folder = extracted(path, out, TABLES, extract)
    runs, duels = read_extract(folder)
    tables = {"strength": strength(runs), "cards": card_table(runs), **duels}
    for name, rows in tables.items():
        write_bytes(folder / f"{name}.csv", rows.write_csv().encode())
    pool = shown(runs).pool
    exact = mana_distribution(pool.costs, pool.max_copies)
    draw(runs, exact, folder)
    texts = sections(runs, tables, exact)
    return write_sections(folder, "Decks by mana curve", TITLES, texts, into)


def mesb_numbers(folder: Path) -> pl.DataFrame:
    """What a study of MESB found, run by run.

    Args:
        folder: Of its report.

    Returns:
        One row per run, such as elite-aggro-hunter: run, and the numbers of `strength` that are
        results.
    """
    table = pl.read_csv(folder / "strength.csv")
    run = pl.concat_str("experiment", "archetype", separator="-").alias("run")
    return table.select(run, pl.exclude("experiment", "archetype", "decks", "n_games"))


def draw(runs: Sequence[MesbRun], exact: ManaDistribution, folder: Path) -> None:
    """Draws the paper's figures 3 to 5 into a folder."""
    by_group = {group: [run for run in runs if run.group == group] for group in EXPERIMENTS}
    by_group = {group: some for group, some in by_group.items() if some}
    curves = {
        EXPERIMENTS[group].title: {run.archetype.name: run.growth for run in some}
        for group, some in by_group.items()
    }
    mesb_figures.win_rates(folder / "win-rates.png", curves)
    for group, some in by_group.items():
        elites = {run.archetype.title: run.elites for run in some}
        mesb_figures.scatter(folder / f"scatter-{group}.png", elites, EXPERIMENTS[group].title)
    run = shown(runs)
    title = f"{run.archetype.title}, {EXPERIMENTS[run.group].title}"
    mesb_figures.density(folder / "density.png", run.evaluations, exact, title)
