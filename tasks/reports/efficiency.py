"""Sample efficiency: the corrected QD score of searches against all games that they spent.

Every elite is placed and valued by new games only, which the search has not seen and which do not
count.
"""

from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from models.problems.experiment import Experiment
from models.qd import metrics
from models.settings.config import Config, ConfigError
from models.statistics.efficiency import calibration, objective_errors
from models.statistics.summaries import confidence_band
from tasks.reports import figures
from tasks.reports.documents import table, write_page
from tasks.reports.efficiency_comparison import Curves, aligned, comparison, games_to, reference_of
from tasks.reports.formats import interval_of, mean_of
from tasks.reports.results import DeckResults, read_results
from tasks.storage.files import StoreError, check_writable, read_table, write_table
from tasks.storage.run import Run
from tasks.storage.store import find_runs

#: Settings by which runs are grouped: all on which results depend, except the seed.
_COMPARED = tuple(name for name in Experiment.model_fields if name not in ("name", "scheduling"))
#: Numbers of the table and the picture: heading, format, decimals of a mean.
SHOWN = {
    "corrected_qd_score": ("corrected QD score", 1),
    "qd_score": ("believed", 1),
    "n_elites": ("elites", 0),
    "corrected_n_elites": ("cells in new games", 0),
    "corrected_max_objective": ("best health in new games", 1),
    "bias": ("new games minus belief", 2),
    "error": ("error of beliefs", 2),
    "covered_90": ("90 % intervals cover", 3),
}
_SCHEMA = {
    "games": pl.Int64,
    "evaluations": pl.Int64,
    "qd_score": pl.Float64,
    "n_elites": pl.Int64,
    "corrected_qd_score": pl.Float64,
    "corrected_n_elites": pl.Int64,
    "corrected_coverage": pl.Float64,
    "corrected_max_objective": pl.Float64,
    "corrected_mean_objective": pl.Float64,
    "bias": pl.Float64,
    "error": pl.Float64,
    "covered_90": pl.Float64,
}


def efficiency(results: DeckResults) -> pl.DataFrame:
    """The curve of a search: one row per point of `search.curve_games`, and one for its budget.

    Returns:
        Columns games (all games of the search so far), evaluations, qd_score (as believed),
        n_elites, corrected_... (from new games), bias and error (new games against beliefs, in
        health), covered_90. Points without new games are left out.
    """
    spending, search = results.experiment.spending, results.experiment.search
    points = {spending.decks(games) for games in search.curve_games}
    points = {n for n in points if n <= results.budget} | {results.budget}
    rows = [_point(results, n_decks) for n_decks in sorted(points)]
    return pl.DataFrame([row for row in rows if row], schema=_SCHEMA)


def _point(results: DeckResults, n_decks: int) -> dict[str, Any]:
    """A row of `efficiency`; empty if an elite has no new games."""
    believed = results.believed(n_decks)
    both = results.fresh.join(
        believed.select("evaluation", believed="objective", deviation="objective_sd"),
        on="evaluation",
        maintain_order="left",
    )
    if both.height < believed.height or not both.height:
        return {}
    corrected = metrics.summary(results.archive_of(both))
    honest = calibration(
        both["believed"].to_numpy(),
        both["deviation"].to_numpy(),
        both["objective"].to_numpy(),
        objective_errors(both),
    )
    return {
        "games": results.experiment.spending.of_decks(n_decks),
        "evaluations": n_decks,
        "qd_score": metrics.qd_score(believed["objective"].to_numpy()),
        "n_elites": believed.height,
        "corrected_qd_score": corrected["qd_score"],
        "corrected_n_elites": int(corrected["n_elites"]),
        "corrected_coverage": corrected["coverage"],
        "corrected_max_objective": corrected["max_objective"],
        "corrected_mean_objective": corrected["mean_objective"],
        "bias": honest.bias,
        "error": honest.error,
        "covered_90": honest.covered,
    }


def compare_efficiency(
    paths: Sequence[str | Path],
    out: str | Path,
    target: float | None = None,
    against: str | None = None,
    target_games: int | None = None,
) -> Path:
    """Draws the curves of searches, and writes them as a table and a page.

    Args:
        paths: Run directories, or folders of them.
        out: Folder for efficiency.parquet, efficiency.png, report.md and index.html.
        target: A corrected QD score; the page has the games that each algorithm needs to reach it.
        against: Name of an algorithm in the page's first table; the page compares the others with
            it (default: bayes-me, if it is there).
        target_games: Games that another search needed for the target.

    Returns:
        The page to open.

    Raises:
        ConfigError: The target is not positive, its games have no target or no algorithm to
            compare with, or no algorithm has the name `against`.
        StoreError: There is no run, runs play other games, or a run has no new games.
    """
    if target is not None and not target > 0:
        raise ConfigError(f"--target {target}: use a corrected QD score above 0, such as 222.8")
    if target_games is not None and target is None:
        raise ConfigError(f"--target-games {target_games}: needs --target, the score they reached")
    runs = [read_results(path) for path in find_runs(paths)]
    _check_same_games(runs)
    check_writable(out := Path(out))
    curves = {name: _curves(group) for name, group in _grouped(runs).items()}
    reference = reference_of(curves, against)
    if target_games is not None and reference is None:
        raise ConfigError(
            f"--target-games {target_games}: needs --against, one of {', '.join(curves)}"
        )
    write_table(out / "efficiency.parquet", _long(curves))
    _draw(out / "efficiency.png", curves)
    title = f"Corrected QD score and games: {len(runs)} runs"
    parts = [f"# {title}", _explained(runs[0]), "![Curves](efficiency.png)", _table(curves)]
    if reference is not None and len(curves) > 1:
        parts.append(comparison(curves, reference))
    if target is not None:
        parts.append(games_to(curves, target, reference, target_games))
    return write_page(out, "\n\n".join(parts))


def _check_same_games(runs: Sequence[DeckResults]) -> None:
    first = runs[0]
    for other in runs:
        for name in ("archive", "player", "opponents", "pool"):
            if getattr(first.experiment, name) != getattr(other.experiment, name):
                raise StoreError(
                    f"{first.run.path} and {other.run.path} differ in their settings of {name}; "
                    "compare searches of the same decks, games and cells"
                )
        if efficiency(other).is_empty():
            raise StoreError(
                f"{other.run.path}: its elites have no new games; let the search end, with "
                "search.fresh_games above 0"
            )


def _grouped(runs: Sequence[DeckResults]) -> dict[str, list[DeckResults]]:
    """Groups the runs by their settings; each group has a name of its own."""
    groups: dict[tuple[tuple[str, str], ...], list[DeckResults]] = defaultdict(list)
    for results in runs:
        experiment = results.experiment
        parts = (_settings(getattr(experiment, name), name) for name in _COMPARED)
        groups[tuple(item for part in parts for item in part.items())].append(results)
    alike: dict[str, list[dict[str, str]]] = defaultdict(list)
    for settings, group in groups.items():
        alike[group[0].algorithm].append(dict(settings))
    return {
        f"{group[0].algorithm}{_own(dict(settings), alike[group[0].algorithm])}": group
        for settings, group in groups.items()
    }


def _settings(value: Any, name: str) -> dict[str, str]:
    """All settings below one of a search as text, by their names, such as `search.n_games`."""
    if not isinstance(value, Config):
        return {name: str(value)}
    parts = (_settings(getattr(value, each), f"{name}.{each}") for each in type(value).model_fields)
    return {each: text for part in parts for each, text in part.items()}


def _own(settings: dict[str, str], groups: Sequence[dict[str, str]]) -> str:
    """The settings of a group that differ from those of most groups with its algorithm."""
    own = []
    for name, value in settings.items():
        values = [each.get(name, "") for each in groups]
        if value != max(values, key=values.count):
            own.append(f"{name}={value}")
    return f" ({', '.join(own)})" if own else ""


def _curves(group: Sequence[DeckResults]) -> dict[tuple[str, int], pl.DataFrame]:
    """The curves of runs, with the seconds of their iterations so far; NaN if not recorded."""
    return {
        (each.run.name, each.run.seed): (curve := efficiency(each)).with_columns(
            seconds=_seconds(each.run, curve["evaluations"].to_numpy())
        )
        for each in group
    }


def _seconds(run: Run, n_decks: np.ndarray) -> np.ndarray:
    """Seconds until so many decks, (n_points,) float64; whole iterations are linear in decks."""
    if not run.metrics_path.exists():
        return np.full(len(n_decks), np.nan)
    metrics = read_table(run.metrics_path)
    if "wall_s" not in metrics.columns:
        return np.full(len(n_decks), np.nan)
    ends, seconds = metrics["evaluations"].to_numpy(), metrics["wall_s"].cum_sum().to_numpy()
    return np.interp(n_decks, [0, *ends], [0, *seconds])


def _long(curves: Curves) -> pl.DataFrame:
    """All curves as one table, with the algorithm, the run and its seed."""
    return pl.concat(
        each.select(
            pl.lit(name).alias("algorithm"),
            pl.lit(run).alias("run"),
            pl.lit(seed, pl.Int64).alias("seed"),
            pl.all(),
        )
        for name, group in curves.items()
        for (run, seed), each in group.items()
    )


def efficiency_picture(path: Path, runs: Sequence[DeckResults]) -> Path:
    """Draws the curves of searches: corrected QD score, cells and bias over games."""
    return _draw(path, {name: _curves(group) for name, group in _grouped(runs).items()})


def _draw(path: Path, curves: Curves) -> Path:
    panels: dict[str, dict[str, figures.Band]] = {}
    for column in ("corrected_qd_score", "corrected_n_elites", "bias"):
        panels[SHOWN[column][0]] = {
            name: _band(name, aligned(group), column) for name, group in curves.items()
        }
    return figures.bands(path, panels, ["games of the search"] * len(panels))


def _band(name: str, points: Sequence[pl.DataFrame], column: str) -> figures.Band:
    values = np.array([point[column].to_numpy() for point in points]).T
    low, high = confidence_band(values)
    games = np.array([float(point["games"].to_numpy().mean()) for point in points])
    seeds = "seed" if len(values) == 1 else "seeds"
    return figures.Band(f"{name} ({len(values)} {seeds})", games, values.mean(axis=0), low, high)


def _explained(results: DeckResults) -> str:
    return (
        "Every elite is placed and valued by "
        f"{results.experiment.search.fresh_games} new games only, which the search has not seen "
        "and which do not count. Mean and standard error over seeds; bands in the picture and the "
        "95 % interval are those of the mean (Student's t). New games minus belief, its root mean "
        "square (error) and intervals of beliefs are in health."
    )


def _table(curves: Curves) -> str:
    headings = [heading for heading, _ in SHOWN.values()]
    head = ["algorithm", "seeds", "games", headings[0], "95 % interval", *headings[1:], "seconds"]
    rows = [
        [
            name,
            str(point.height),
            f"{point['games'].to_numpy().mean():,.0f}",
            *_means(point),
        ]
        for name, group in curves.items()
        for point in aligned(group)
    ]
    return table(head, rows)


def _means(point: pl.DataFrame) -> list[str]:
    """The numbers of a point, with the interval of the first one."""
    first, *others = (_mean(point[column], digits) for column, (_, digits) in SHOWN.items())
    interval = interval_of(point["corrected_qd_score"].to_numpy(), 1)
    return [first, interval, *others, _mean(point["seconds"], 0)]


def _mean(values: pl.Series, digits: int) -> str:
    known = values.to_numpy().astype(np.float64)
    return mean_of(known, digits) if np.isfinite(known).all() else "-"
