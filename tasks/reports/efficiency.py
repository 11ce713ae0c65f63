"""Sample efficiency: searches compared by their curves, as tables, a picture and a page.

A search is compared with a reference: scores at equal games, games and time to reach a score.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
import polars as pl

from models.settings.config import ConfigError, did_you_mean
from models.statistics.efficiency import games_needed
from models.statistics.intervals import Estimate
from models.statistics.summaries import confidence_band, difference, ratio
from tasks.reports import figures
from tasks.reports.curves import EXTRACT, SearchCurve, extract, grouped, read_curves
from tasks.reports.formats import estimated, form, interval_of, mean_of, p_value
from tasks.reports.pages import table, write_page
from tasks.storage.files import check_writable, write_table

#: The curves of each algorithm's runs: one row per point, with columns games, seconds and
#: corrected_qd_score among others.
Curves = Mapping[str, Sequence[pl.DataFrame]]
#: The algorithm that others are compared with, unless another one is named.
REFERENCE = "bayes-me"
#: Numbers of games that differ by this share are equal: budgets are whole numbers of decks.
EQUAL = 0.01


def aligned(group: Sequence[pl.DataFrame]) -> list[pl.DataFrame]:
    """The points that all runs of a group have, counted from the first: one frame per point."""
    length = min(curve.height for curve in group)
    return [pl.concat(curve[i] for curve in group) for i in range(length)]


def reference_of(curves: Curves, named: str | None) -> str | None:
    """The name of the algorithm that others are compared with; None if there is none.

    Raises:
        ConfigError: No algorithm of the table has the given name.
    """
    if named is not None and named not in curves:
        raise ConfigError(f"--against {named}: no such algorithm; {did_you_mean(named, curves)}")
    return named or (REFERENCE if REFERENCE in curves else None)


def comparison(curves: Curves, reference: str) -> str:
    """The differences of the reference to all others in corrected QD score, at equal games."""
    rows = []
    own = aligned(curves[reference])
    for name, group in curves.items():
        for point in aligned(group) if name != reference else []:
            games = point["games"].to_numpy().mean()
            same = [each for each in own if _are_equal(each["games"].to_numpy().mean(), games)]
            if same:
                score = "corrected_qd_score"
                found = difference(same[0][score].to_numpy(), point[score].to_numpy())
                seeds = f"{same[0].height} and {point.height}"
                rows.append(
                    [name, f"{games:,.0f}", seeds, estimated(found, "+.1f"), p_value(found.p)]
                )
    head = ["algorithm", "games", "seeds", f"{reference} minus it, 95 % interval", "p"]
    note = (
        "Corrected QD score at equal games; p by Student's t test, not corrected for their number."
    )
    return f"## {reference} against the others\n\n{note}\n\n{table(head, rows)}"


def games_to(
    curves: Curves, target: float, reference: str | None, target_games: int | None = None
) -> str:
    """The games and the time until a corrected QD score, and over those of the reference.

    `target_games` are games that another search needed for the score.
    """
    needed = {name: _needed(group, target) for name, group in curves.items()}
    own = needed.get(reference or "")
    divisor = own if len(needed) > 1 else None
    rows = []
    for name, (games, seconds) in needed.items():
        reached = np.isfinite(games)
        row = [name, f"{reached.sum()} of {len(games)}"]
        row += [mean_of(games, 0), form(float(games.max()), ",.0f")] if reached.all() else 2 * ["-"]
        row += [interval_of(games, ",.0f"), _mean(seconds, 0)] if reached.all() else 2 * ["-"]
        if divisor is not None:
            most = np.array([curve["games"].max() for curve in curves[name]], float)
            row += [
                _ratio(games, divisor[0], most) if name != reference else "1",
                _ratio(seconds, divisor[1]) if name != reference else "1",
            ]
        rows.append(row)
    head = [
        *("algorithm", f"seeds that reach {target:g}", "games, mean", "games, most"),
        *("games, 95 % interval", "seconds, mean"),
        *([f"games / {reference}", f"seconds / {reference}"] if divisor is not None else []),
    ]
    parts = [f"## Games until {target:g}", table(head, rows).rstrip(), _RATIOS]
    if target_games is not None and own is not None:
        parts.append(_saved(str(reference), own[0], target, target_games))
    return "\n\n".join(parts) + "\n"


_RATIOS = (
    "Between points of the curve the score is a straight line. Ratios are of geometric means, with "
    "95 % intervals (Student's t on logarithms). Where a seed does not reach the score, the table "
    "has a lower limit: the fewest games of a seed over the most that one of the reference needs. "
    "Seconds are those of whole iterations on the machine that played."
)


def _saved(reference: str, games: np.ndarray, target: float, target_games: int) -> str:
    """How many times fewer games the reference needs than a given number."""
    start = f"{target:g} took {target_games:,} games elsewhere"
    if not np.isfinite(games).all():
        return f"{start}; not every seed of {reference} reaches it."
    found = ratio(games, np.array(float(target_games)))
    fewer = Estimate(1 / found.value, 1 / found.high, 1 / found.low, found.p)
    worst = target_games / games.max()
    return (
        f"{start}; {reference} needs {estimated(fewer, '.1f')} times fewer, and {worst:.1f} times "
        "fewer in its worst seed."
    )


def _needed(group: Sequence[pl.DataFrame], target: float) -> tuple[np.ndarray, np.ndarray]:
    """Games and seconds of each run until a score; infinite where it does not reach it."""
    games, seconds = [], []
    for curve in group:
        x, y = curve["games"].to_numpy(), curve["corrected_qd_score"].to_numpy()
        games.append(games_needed(x, y, target))
        known = np.interp(games[-1], [0, *x], [0, *curve["seconds"].to_numpy()])
        seconds.append(known if np.isfinite(games[-1]) else np.inf)
    return np.array(games), np.array(seconds)


def _ratio(values: np.ndarray, divisor: np.ndarray, most: np.ndarray | None = None) -> str:
    """A ratio as text; a bound where some trials did not reach the score."""
    if not np.isfinite(divisor).all():
        return "-"
    if np.isfinite(values).all():
        return estimated(ratio(values, divisor), ".1f")
    if most is None:
        return "-"
    bound = np.where(np.isfinite(values), values, most).min() / divisor.max()
    return f"> {bound:.1f}"


def _are_equal(a: float, b: float) -> bool:
    return abs(a - b) <= EQUAL * b


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
    heading: str = "Corrected QD score and games",
) -> Path:
    """Draws the curves of searches, and writes them as a table and a page.

    `paths` are run directories, folders of them, or extracts. With a `target`, the page has the
    games that each algorithm needs for that corrected QD score, and `target_games` are those of
    another search. The others are compared with the algorithm `against` (default: bayes-me).
    Returns the page to open.

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
    curves = {name: [each.points for each in group] for name, group in groups.items()}
    reference = reference_of(curves, against)
    if target_games is not None and reference is None:
        raise ConfigError(
            f"--target-games {target_games}: needs --against, one of {', '.join(curves)}"
        )
    write_table(out / EXTRACT, extract(groups))
    efficiency_picture(out / "efficiency.png", curves)
    title = f"{heading}: {len(found)} runs"
    parts = [f"# {title}", _explained(found[0]), "![Curves](efficiency.png)", _curves_table(curves)]
    if reference is not None and len(curves) > 1:
        parts.append(comparison(curves, reference))
    if target is not None:
        parts.append(games_to(curves, target, reference, target_games))
    return write_page(out, "\n\n".join(parts))


def efficiency_picture(path: Path, curves: Curves) -> Path:
    """Draws curves with their bands: corrected QD score, cells and bias over games."""
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


def _curves_table(curves: Curves) -> str:
    """All points of the curves as a table, means over seeds."""
    headings = [heading for heading, _ in SHOWN.values()]
    head = ["algorithm", "seeds", "games", headings[0], "95 % interval", *headings[1:], "seconds"]
    rows = [
        [name, str(point.height), f"{point['games'].to_numpy().mean():,.0f}", *_means(point)]
        for name, group in curves.items()
        for point in aligned(group)
    ]
    return table(head, rows)


def _means(point: pl.DataFrame) -> list[str]:
    """The numbers of a point, with the interval of the first one."""
    digits = {name: n for name, (_, n) in SHOWN.items()} | {"seconds": 0}
    first, *others = (
        _mean(point[name].to_numpy().astype(np.float64), n) for name, n in digits.items()
    )
    return [first, interval_of(point["corrected_qd_score"].to_numpy(), ",.1f"), *others]


def _mean(values: np.ndarray, digits: int) -> str:
    return mean_of(values, digits) if np.isfinite(values).all() else "-"
