"""The report of a run, and the comparison of several: pictures, tables and one page to open.

Reports can be deleted and written again from the run's tables.
"""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import polars as pl

from tasks.reports import figures
from tasks.reports.curves import curve, efficiency, settings_of
from tasks.reports.efficiency import efficiency_picture
from tasks.reports.explanation import EXPLAINED, effects_picture, effects_sections, explain_run
from tasks.reports.formats import mean_of
from tasks.reports.pages import render, table, write_page
from tasks.reports.results import (
    SCORES,
    DeckResults,
    NetworkResults,
    Results,
    elites,
    read_any_results,
    read_results,
    unlike_settings,
)
from tasks.storage.files import (
    StoreError,
    check_writable,
    read_table,
    write_csv,
    write_json,
    write_table,
)
from tasks.storage.store import find_runs

#: The columns of a comparison, and their headings.
COMPARED = {name: score.heading for name, score in SCORES.items() if score.heading}


def write_report(path: str | Path) -> Path:
    """Writes the report of a run into its folder `report`; returns its `index.html`.

    Raises:
        StoreError: There is no run, nothing has been evaluated, or a file is damaged.
    """
    results = read_any_results(path)
    folder = results.run.report_path
    check_writable(folder)
    growth, best, summary = curve(results), elites(results), results.summary()
    write_table(folder / "curve.parquet", growth)
    write_table(results.run.elites_path, best)
    write_json(folder / "summary.json", summary)
    if isinstance(results, NetworkResults):
        write_json(folder / "player.json", results.player_file())
    else:
        write_table(results.run.efficiency_path, efficiency(results))
        write_csv(folder, {"elites": best.drop("solution")})
    pictures, page = _pictures(results, growth), folder / "index.html"
    shown = {"results": results, "summary": summary, "best": best, "pictures": pictures}
    effects, template = _effects(results), f"{results.what}.html"
    return render(page, template, scores=SCORES, effects=effects, **shown)


def write_explanation(
    path: str | Path, progress: Callable[[float], None] | None = None
) -> tuple[Path, DeckResults]:
    """Explains a search by the effects of cards and pairs, and writes its report with them.

    `progress` is called with the share done, in (0, 1]. Returns the page to open, and the results.

    Raises:
        StoreError: There is no search for decks, it has too few decks, or a file is damaged.
    """
    results = read_any_results(path)
    if isinstance(results, NetworkResults):
        raise StoreError(f"{path}: a training of networks; give a search for decks")
    check_writable(results.run.report_path)
    explain_run(results, progress)
    return write_report(path), results


def _effects(results: Results) -> dict[str, Any] | None:
    """The sections of effects of a report; None before `explain`, and after more decks."""
    sections = effects_sections(results.run, results.evaluations.height)
    if not sections:
        return None
    picture = effects_picture(results.run.report_path / "effects.png", results.run)
    return {"text": EXPLAINED, "sections": sections, "picture": picture}


def _pictures(results: Results, growth: pl.DataFrame) -> dict[str, Path]:
    """Draws the pictures of a report; the archive comes first."""
    folder, title = results.run.report_path, f"{results.algorithm}, seed {results.run.seed}"
    measures = results.experiment.archive.measures
    archive = figures.heatmap(folder / "archive.png", results.archive, title, measures)
    runs, x_label = {results.algorithm: [growth]}, f"evaluated {results.what}"
    curves = figures.curves(folder / "curves.png", runs, x_label)
    pictures = {"The archive": archive, "Growth over evaluations": curves}
    if (corrected := results.corrected(results.archive)) is not None:
        path, title = folder / "archive_corrected.png", f"{title}: new games"
        picture = figures.heatmap(path, corrected, title, measures)
        pictures["The archive in new games"] = picture
    if isinstance(results, DeckResults) and results.experiment.search.curve_games:
        points = {results.algorithm: [read_table(results.run.efficiency_path)]}
        picture = efficiency_picture(folder / "efficiency.png", points)
        pictures["Games and corrected QD score"] = picture
    if results.run.surrogate_metrics_path.exists():
        errors = read_table(results.run.surrogate_metrics_path)
        errors = errors.filter(pl.col("target").is_in(["objective", *measures]))
        picture = figures.surrogate_errors(folder / "surrogate_errors.png", errors)
        pictures["The surrogate's errors"] = picture
    return pictures


def compare_runs(paths: Sequence[str | Path], out: str | Path) -> Path:
    """Compares searches of several algorithms and seeds on one page, and returns that page.

    Raises:
        StoreError: There is no run, or the runs differ in more than algorithm and seed.
    """
    runs = [read_results(path) for path in find_runs(paths, searches=True)]
    _check_comparable(runs)
    out = Path(out)
    check_writable(out)
    figures.curves(out / "comparison.png", _growth(runs), "evaluated decks")
    summaries = [results.summary() for results in runs]
    parts = [
        f"# {runs[0].experiment.sizes}",
        "![Growth over evaluations](comparison.png)",
        table(["algorithm", "seeds", *COMPARED.values()], _compared(summaries)).rstrip(),
        "Mean and standard error over seeds, of the decks within the budget.",
        f"Runs: {', '.join(summary['run'] for summary in summaries)}.",
    ]
    return write_page(out, "\n\n".join(parts) + "\n")


def _check_comparable(runs: Sequence[DeckResults]) -> None:
    first = runs[0]
    for other in runs[1:]:
        if unlike := unlike_settings(first, other):
            raise StoreError(
                f"{first.run.path} and {other.run.path} differ in their settings of "
                f"{', '.join(unlike)}; compare runs that differ in algorithm and seed only"
            )
    known: dict[str, DeckResults] = {}
    for each in runs:
        known.setdefault(each.algorithm, each)
    seeds: dict[tuple[str, int], Path] = {}
    for each in runs:
        path, like = each.run.path, known[each.algorithm]
        if settings_of(each.experiment) != settings_of(like.experiment):
            raise StoreError(
                f"{like.run.path} and {path} are searches by {each.algorithm} with other settings; "
                "compare them with `efficiency`"
            )
        if (there := seeds.setdefault((each.algorithm, each.run.seed), path)) != path:
            raise StoreError(f"{there} and {path} are the same search; give one of them")


def _growth(runs: Sequence[DeckResults]) -> dict[str, list[pl.DataFrame]]:
    """The growth of each run's archive within the budget, by algorithm."""
    found: dict[str, list[pl.DataFrame]] = defaultdict(list)
    for results in runs:
        found[results.algorithm].append(curve(results).head(results.budget))
    return found


def _compared(summaries: Sequence[Mapping[str, Any]]) -> list[list[str]]:
    """A row per algorithm: its name, the number of seeds, and their results."""
    by_algorithm: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for summary in summaries:
        by_algorithm[summary["algorithm"]].append(summary["within_budget"])
    return [
        [name, str(len(runs)), *(_mean_and_error([run[key] for run in runs]) for key in COMPARED)]
        for name, runs in by_algorithm.items()
    ]


def _mean_and_error(values: Sequence[float | None]) -> str:
    known = [value for value in values if value is not None]
    if len(known) < len(values):
        return "-"
    return mean_of(known, 3 if max(map(abs, known)) <= 1 else 1)
