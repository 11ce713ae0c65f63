"""Sample efficiency: searches compared by their curves, as a table, a picture and a page."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from models.settings.config import ConfigError
from models.statistics.summaries import confidence_band
from tasks.reports import figures
from tasks.reports.curves import EXTRACT, SearchCurve, curve_of, extract, grouped, read_curves
from tasks.reports.documents import table, write_page
from tasks.reports.efficiency_comparison import Curves, aligned, comparison, games_to, reference_of
from tasks.reports.formats import interval_of, mean_of
from tasks.reports.results import DeckResults
from tasks.storage.files import check_writable, write_table

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


def compare_efficiency(
    paths: Sequence[str | Path],
    out: str | Path,
    target: float | None = None,
    against: str | None = None,
    target_games: int | None = None,
) -> Path:
    """Draws the curves of searches, and writes them as a table and a page.

    Args:
        paths: Run directories, folders of them, or extracts: the folder or file of this function.
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
        StoreError: There is no run, runs play other games, one is there twice, or a run has no new
            games.
    """
    if target is not None and not target > 0:
        raise ConfigError(f"--target {target}: use a corrected QD score above 0, such as 222.8")
    if target_games is not None and target is None:
        raise ConfigError(f"--target-games {target_games}: needs --target, the score they reached")
    found = read_curves(paths)
    check_writable(out := Path(out))
    groups = grouped(found)
    curves = _points(groups)
    reference = reference_of(curves, against)
    if target_games is not None and reference is None:
        raise ConfigError(
            f"--target-games {target_games}: needs --against, one of {', '.join(curves)}"
        )
    write_table(out / EXTRACT, extract(groups))
    _draw(out / "efficiency.png", curves)
    title = f"Corrected QD score and games: {len(found)} runs"
    parts = [f"# {title}", _explained(found[0]), "![Curves](efficiency.png)", _table(curves)]
    if reference is not None and len(curves) > 1:
        parts.append(comparison(curves, reference))
    if target is not None:
        parts.append(games_to(curves, target, reference, target_games))
    return write_page(out, "\n\n".join(parts))


def efficiency_picture(path: Path, runs: Sequence[DeckResults]) -> Path:
    """Draws the curves of searches: corrected QD score, cells and bias over games."""
    return _draw(path, _points(grouped([curve_of(each) for each in runs])))


def _points(groups: Mapping[str, Sequence[SearchCurve]]) -> Curves:
    return {
        name: {(each.run, each.seed): each.points for each in group}
        for name, group in groups.items()
    }


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


def _explained(curve: SearchCurve) -> str:
    return (
        "Every elite is placed and valued by "
        f"{curve.settings['search.fresh_games']} new games only, which the search has not seen "
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
