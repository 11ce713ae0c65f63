"""The report of a run, and the comparison of several: pictures, tables and one page to open.

Everything here can be deleted and made again from the run's tables.
"""

import base64
from collections import defaultdict
from collections.abc import Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from engine.decks import Patch
from tasks.reports import figures
from tasks.reports.documents import STYLE
from tasks.reports.results import Results, crossing, curve, elites, facts, read_results
from tasks.storage.files import (
    StoreError,
    check_writable,
    read_table,
    write_bytes,
    write_json,
    write_table,
)
from tasks.storage.store import find_runs

N_SHOWN = 20


def write_report(path: str | Path) -> Path:
    """Writes a run's report into its folder `report`.

    Returns:
        The page to open, `report/index.html`.

    Raises:
        StoreError: There is no run, nothing has been evaluated, or a file is damaged.
    """
    results = read_results(path)
    folder = results.run.report_path
    check_writable(folder)
    numbers = facts(results)
    growth = curve(results)
    best = elites(results)
    write_table(folder / "curve.parquet", growth)
    write_table(results.run.elites_path, best)
    write_bytes(folder / "elites.csv", best.drop("solution").write_csv().encode())
    measures = results.experiment.archive.measures
    write_bytes(folder / "elites.md", _elites_markdown(best, measures).encode())
    write_json(folder / "summary.json", numbers)
    pictures = _pictures(results, growth)
    page = _page(results, numbers, best, pictures)
    write_bytes(folder / "index.html", page.encode())
    return folder / "index.html"


def compare_runs(paths: Sequence[str | Path], out: str | Path) -> Path:
    """Compares runs of several algorithms and seeds in one picture and one table.

    Args:
        paths: Run directories, or folders of them.
        out: Folder to write comparison.png, comparison.json and comparison.md into.

    Returns:
        The table, `comparison.md`.

    Raises:
        StoreError: There is no run, or the runs differ in more than algorithm and seed.
    """
    all_results = [read_results(path) for path in find_runs(paths)]
    _check_comparable(all_results)
    growth: dict[str, list[pl.DataFrame]] = defaultdict(list)
    for results in all_results:
        growth[results.algorithm].append(curve(results).head(results.budget))
    out = Path(out)
    check_writable(out)
    rows = [facts(results) for results in all_results]
    search = all_results[0].experiment.search
    title = f"{search.evaluations:,} decks x {search.n_games} games"
    figures.comparison(out / "comparison.png", growth, title)
    crossings = _crossings(growth)
    write_json(out / "comparison.json", {"runs": rows, "crossing": crossings})
    write_bytes(out / "comparison.md", _comparison_markdown(rows, crossings, title).encode())
    return out / "comparison.md"


def _pictures(results: Results, growth: pl.DataFrame) -> dict[str, Path]:
    folder, title = results.run.report_path, f"{results.algorithm}, seed {results.run.seed}"
    measures = results.experiment.archive.measures
    pictures = {
        "The archive": figures.heatmap(folder / "archive.png", results.archive, title, measures),
        "Growth over evaluations": figures.curves(folder / "curves.png", growth, title),
    }
    corrected = results.corrected(results.archive)
    if corrected is not None:
        pictures["The archive, judged by new games"] = figures.heatmap(
            folder / "archive_corrected.png", corrected, f"{title}: new games", measures
        )
    if results.run.surrogate_metrics_path.exists():
        shown = ["objective", *results.experiment.archive.measures]
        errors = read_table(results.run.surrogate_metrics_path)
        errors = errors.filter(pl.col("target").is_in(shown))
        path = folder / "surrogate_errors.png"
        pictures["The surrogate's errors"] = figures.surrogate_errors(path, errors)
    return pictures


def _page(
    results: Results, numbers: dict[str, Any], best: pl.DataFrame, pictures: dict[str, Path]
) -> str:
    title = f"{results.algorithm}: {results.experiment.name}, seed {results.run.seed}"
    images = "".join(
        f'<h2>{escape(name)}</h2><img alt="{escape(name)}" '
        f'src="data:image/png;base64,{base64.b64encode(path.read_bytes()).decode()}">'
        for name, path in pictures.items()
    )
    return (
        f"<!doctype html><html lang=en><meta charset=utf-8><title>{escape(title)}</title>"
        f"<style>{STYLE}</style><h1>{escape(title)}</h1>{_patch_html(results.pool.patch)}"
        f"{_numbers_html(numbers)}{images}"
        f"<h2>The {min(N_SHOWN, best.height)} best decks of {best.height}</h2>"
        f"{_decks_html(best, results.experiment.archive.measures)}"
        f"{_next_html(results)}</html>\n"
    )


def _patch_html(patch: Patch) -> str:
    """What the cards were changed to; nothing for the usual build."""
    if patch == Patch():
        return ""
    base = f", on build {patch.base}" if patch.changes else ""
    return f"<p>Cards: {escape(patch.name)}{base}. {escape(patch.describe())}.</p>"


def _numbers_html(numbers: dict[str, Any]) -> str:
    labels = {
        "qd_score": "QD score: sum over elites of (health difference + 30) / 60",
        "corrected_qd_score": "QD score, elites judged and placed by new games",
        "n_elites": "elites: filled cells",
        "coverage": "coverage: filled cells of all",
        "max_objective": "best mean health difference",
        "corrected_max_objective": "best mean health difference in new games",
        "max_win_rate": "highest win rate of an elite",
    }
    rows = "".join(
        f"<tr><td>{label}<td>{_number(numbers['within_budget'].get(name))}"
        f"<td>{_number(numbers['all'].get(name))}"
        for name, label in labels.items()
    )
    return (
        f"<p>{numbers['evaluations']:,} decks were played, {numbers['n_games']} games each. The "
        f"budget was {numbers['budget']:,} decks; the search checks it once per iteration, so "
        f"comparisons use the first {numbers['budget']:,}. An archive keeps the lucky, so its "
        f"elites play {numbers['fresh_games']} new games each in the end.</p>"
        f"<table><tr><th><th>first {numbers['budget']:,} decks<th>all decks{rows}</table>"
    )


def _decks_html(best: pl.DataFrame, measures: Sequence[str]) -> str:
    rows = "".join(
        f"<tr><td>{row['rank']}<td>{_measured(row, 'objective')}<td>{_measured(row, 'win_rate')}"
        f"<td>{' / '.join(f'{row[name]:.1f}' for name in measures)}"
        f"<td>{escape(row['deck'])}<br><code>{row['deck_code']}</code>"
        for row in best.head(N_SHOWN).iter_rows(named=True)
    )
    return (
        "<p>All are in elites.md, elites.csv and elites.parquet beside this page. Copy a deck code "
        "and paste it into the game's collection.</p>"
        "<table><tr><th>rank<th>health difference: new games (search)<th>win rate"
        f"<th>{' / '.join(_words(name) for name in measures)}<th>deck{rows}</table>"
    )


def _next_html(results: Results) -> str:
    path = _shown(results.run.path)
    question = "select name, sum(solution[card + 1]) as copies from elites, cards"
    commands = "\n".join(
        [
            f"python -m flows replay --run {path} --rank 1      # a game of the best deck, as text",
            "python -m flows evaluate DECK_CODE --games 1000    # a deck of your own",
            f'python -m flows sql {path} "select * from metrics"',
            f'python -m flows sql {path} "{question} group by name order by copies desc limit 20"',
            f"python -m flows report {path}                      # writes this page again",
        ]
    )
    return (
        f"<h2>Where to look next</h2><pre>{escape(commands)}</pre><p>manifest.json says what was "
        "run and by which code; evaluations/ has every deck that was played, archive/ the elites "
        "after every iteration, metrics.parquet one row per iteration.</p>"
    )


def _shown(path: Path) -> str:
    """A path as a person in the current directory would type it."""
    return str(path.relative_to(Path.cwd()) if path.is_relative_to(Path.cwd()) else path)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:,.3g}" if abs(value) < 1 else f"{value:,.1f}"


def _measured(row: dict[str, Any], name: str) -> str:
    """A result from new games, with the search's in brackets."""
    form = "{:+.1f}" if name == "objective" else "{:.0%}"
    found = form.format(row[name])
    fresh = row[f"fresh_{name}"]
    return found if fresh is None else f"{form.format(fresh)} ({found})"


def _words(measure: str) -> str:
    return measure.removeprefix("deck_").replace("_", " ")


def _elites_markdown(best: pl.DataFrame, measures: Sequence[str]) -> str:
    head = ["rank", "health difference", "win rate", *map(_words, measures), "deck", "deck code"]
    lines = [
        "# The elites, best first",
        "",
        "Health difference and win rate: new games, in brackets those of the search.",
        "",
        f"| {' | '.join(head)} |",
        "| --- " * len(head) + "|",
    ]
    lines += [
        f"| {row['rank']} | {_measured(row, 'objective')} | {_measured(row, 'win_rate')} "
        f"| {' | '.join(f'{row[name]:.1f}' for name in measures)} | {row['deck']} "
        f"| `{row['deck_code']}` |"
        for row in best.iter_rows(named=True)
    ]
    return "\n".join(lines) + "\n"


def _check_comparable(all_results: list[Results]) -> None:
    first = all_results[0]
    for other in all_results[1:]:
        for name in ("search", "archive", "player", "opponents", "pool"):
            if getattr(first.experiment, name) != getattr(other.experiment, name):
                raise StoreError(
                    f"{first.run.path} and {other.run.path} differ in their settings of {name}; "
                    "compare runs that differ in algorithm and seed only"
                )


def _crossings(growth: dict[str, list[pl.DataFrame]]) -> dict[str, int | None]:
    """For each pair of algorithms, from when on the mean QD score of the better stays above."""
    means = {}
    length = min(len(seed) for seeds in growth.values() for seed in seeds)
    for name, seeds in growth.items():
        means[name] = np.mean([seed["qd_score"][:length].to_numpy() for seed in seeds], axis=0)
    names = sorted(means, key=lambda name: -means[name][-1])
    return {
        f"{better} above {worse}": crossing(means[better], means[worse])
        for place, better in enumerate(names)
        for worse in names[place + 1 :]
    }


def _comparison_markdown(
    rows: list[dict[str, Any]], crossings: dict[str, int | None], title: str
) -> str:
    names = ("qd_score", "corrected_qd_score", "coverage", "max_objective", "max_win_rate")
    by_algorithm: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_algorithm[row["algorithm"]].append(row["within_budget"])
    lines = [
        f"# {title}",
        "",
        "Mean and standard error over seeds, of the decks within the budget.",
        "",
        "| algorithm | seeds | QD score | corrected QD score | coverage | best health difference "
        "| highest win rate |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    for algorithm, found in by_algorithm.items():
        cells = " | ".join(_mean_and_error([row[name] for row in found]) for name in names)
        lines.append(f"| {algorithm} | {len(found)} | {cells} |")
    lines.append("")
    for pair, place in crossings.items():
        lines.append(f"Mean QD score of {pair} for good from evaluation {place} on.")
    return "\n".join(lines) + "\n"


def _mean_and_error(values: list[float | None]) -> str:
    if any(value is None for value in values):
        return "-"
    digits = 3 if max(abs(value) for value in values) <= 1 else 1
    if len(values) == 1:
        return f"{values[0]:.{digits}f}"
    error = np.std(values, ddof=1) / np.sqrt(len(values))
    return f"{np.mean(values):.{digits}f} ± {error:.{digits}f}"
