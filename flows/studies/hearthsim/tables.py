"""The results of HearthSim's experiments, by experiment, mode and point, and their criteria.

A criterion of a successful reproduction is met if our estimate meets it. At the published size the
95 % interval of an estimate is half a point wide on either side, of hero battle one point.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import polars as pl

from flows.studies.claims import Claim, Finding, NotMeasuredError, judge, published_results
from flows.studies.hearthsim.play import SHOWN
from flows.studies.published import tables_of_runs
from flows.studies.runs import finished_runs
from models.hearthsim.experiments import EXPERIMENTS, MODES, run_name
from models.statistics.intervals import clopper_pearson_interval, difference_interval

PUBLISHED = published_results("hearthsim")


@dataclass(frozen=True)
class HearthSimResults:
    """The results of a study."""

    folder: Path  #: The folder of the report
    #: One row per experiment and mode: run, experiment, mode, n_games, seed, code_digest, games and
    #: games_s
    runs: pl.DataFrame
    #: One row per run and point, with the columns of `models.hearthsim.games.POINTS`
    points: pl.DataFrame
    rounds: pl.DataFrame  #: One row per run, point and round: means
    mode: str = ""  #: The mode in which criteria are judged

    def modes(self, experiment: str) -> list[str]:
        """The modes of an experiment."""
        return [mode for mode in SHOWN if run_name(experiment, mode) in self.runs["run"]]

    def of(self, experiment: str, mode: str) -> pl.DataFrame:
        """The points of an experiment in a mode, in order; `NotMeasuredError` without them."""
        if mode not in self.modes(experiment):
            raise NotMeasuredError
        return self.points.filter(run=run_name(experiment, mode)).sort("number")

    def row(self, experiment: str, mode: str, point: str) -> dict[str, Any]:
        """The results of a point; `NotMeasuredError` without them."""
        found = self.of(experiment, mode).filter(point=point)
        if found.is_empty():
            raise NotMeasuredError
        return found.row(0, named=True)

    def course(self, experiment: str, mode: str, point: str) -> pl.DataFrame:
        """The means of a point's games, round by round."""
        return self.rounds.filter(run=run_name(experiment, mode), point=point).sort("round")

    def share(self, experiment: str, point: str) -> float:
        """The win rate of a point in the mode; `NotMeasuredError` without it, or a winner."""
        found = self.row(experiment, self.mode, point)["share"]
        if found is None:
            raise NotMeasuredError
        return float(found)

    def curve(self, experiment: str, low: float, high: float) -> pl.DataFrame:
        """The mode's points whose number lies within bounds, by it; `NotMeasuredError` if none."""
        points = self.of(experiment, self.mode).drop_nulls("share")
        found = points.filter(pl.col("value").is_between(low, high)).sort("value")
        if found.is_empty():
            raise NotMeasuredError
        return found

    def names(self, experiment: str) -> list[str]:
        """The points of an experiment, in order."""
        return [point.name for point in EXPERIMENTS[experiment].points]  # type: ignore[index]


def published_share(experiment: str, point: str) -> dict[str, float] | None:
    """The published share of a point with its interval: share, low, high; None without counts."""
    found = PUBLISHED["points"][experiment].get(point, {})
    if "wins" not in found:
        return None
    n = found["wins"] + found["losses"]
    low, high = clopper_pearson_interval(found["wins"], n)
    return {"share": found["wins"] / n, "low": low, "high": high}


MET, NOT_MET = "met", "not met"


def judged(results: HearthSimResults, mode: str) -> list[Claim]:
    """The criteria that a study can test in a mode."""
    titles = {name: each.title for name, each in EXPERIMENTS.items()}
    claims = [each | {"group": titles[each["group"]]} for each in PUBLISHED["claims"]]
    return judge(claims, TESTS, replace(results, mode=mode))


def _found(text: str, is_met: bool) -> Finding:
    return Finding(text, MET if is_met else NOT_MET)


def near_the_table(data: HearthSimResults, experiment: str, most: float) -> Finding:
    """Each point with published counts is near them."""
    distances = {}
    for point in PUBLISHED["points"][experiment]:
        published = published_share(experiment, point)
        if published is not None:
            distances[point] = data.share(experiment, point) - published["share"]
    worst = max(distances, key=lambda point: abs(distances[point]))
    n_near = sum(abs(distance) <= most for distance in distances.values())
    text = f"{n_near} of {len(distances)}; largest difference {100 * distances[worst]:+.1f} points"
    return _found(f"{text} ({worst})", n_near == len(distances))


def best_at(data: HearthSimResults, experiment: str, low: float, high: float) -> Finding:
    """The best of the numbers that the experiment varies lies within bounds."""
    points = data.curve(experiment, float("-inf"), float("inf"))
    best = points.sort("share", descending=True).row(0, named=True)
    return _found(f"{best['value']:g}, {best['share']:.1%}", low <= best["value"] <= high)


def differs_by(
    data: HearthSimResults, experiment: str, first: str, second: str, low: float, high: float
) -> Finding:
    """One point wins more than another, by a difference within bounds."""
    difference = data.share(experiment, first) - data.share(experiment, second)
    return _found(f"{100 * difference:+.1f} points", low <= difference <= high)


def near(
    data: HearthSimResults, experiment: str, points: Sequence[str], share: float, most: float
) -> Finding:
    """Points are near a published share."""
    shares = [data.share(experiment, point) for point in points]
    text = f"{min(shares):.1%} to {max(shares):.1%}" if len(shares) > 1 else f"{shares[0]:.1%}"
    return _found(text, all(abs(each - share) <= most for each in shares))


def above(data: HearthSimResults, experiment: str, point: str, share: float) -> Finding:
    """A point wins more than a share."""
    ours = data.share(experiment, point)
    return _found(f"{ours:.1%}", ours > share)


def all_above(
    data: HearthSimResults, experiment: str, low: float, high: float, share: float
) -> Finding:
    """Every point whose number lies within bounds wins more than a share."""
    shares = data.curve(experiment, low, high)["share"].to_list()
    return _found(f"at least {min(shares):.1%}", min(shares) > share)


def all_below(
    data: HearthSimResults, experiment: str, low: float, high: float, share: float
) -> Finding:
    """Every point whose number lies within bounds wins less than a share."""
    shares = data.curve(experiment, low, high)["share"].to_list()
    return _found(f"at most {max(shares):.1%}", max(shares) < share)


def falls_from(data: HearthSimResults, experiment: str, value: float) -> Finding:
    """From a number on the win rate falls: no significant rise, and the end is lower."""
    points = data.curve(experiment, value, float("inf"))
    counts = [(wins, wins + losses) for wins, losses in points.select("wins", "losses").rows()]
    steps = list(pairwise(counts))
    n_rises = sum(difference_interval(before, after)[0] > 0 for before, after in steps)
    _, most = difference_interval(counts[0], counts[-1])
    shares = points["share"]
    text = f"{shares[0]:.1%} to {shares[-1]:.1%}, {n_rises} of {len(steps)} steps rise"
    return _found(text, n_rises == 0 and most < 0)


def shorter(data: HearthSimResults, experiment: str, point: str, others: Sequence[str]) -> Finding:
    """The games of a point end earlier than those of others, on average."""
    mine, *rest = (data.row(experiment, data.mode, name)["rounds"] for name in (point, *others))
    text = f"{mine:.1f} rounds against {', '.join(f'{each:.1f}' for each in rest)}"
    return _found(text, mine < min(rest))


TESTS: tuple[Callable[..., Finding], ...] = (
    near_the_table, best_at, differs_by, near, above, all_above, all_below, falls_from,
    shorter,
)  # fmt: skip


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the finished runs."""
    names = [run_name(experiment, mode) for experiment in EXPERIMENTS for mode in MODES]
    runs = finished_runs(path, names, "experiment of HearthSim", "hearthsim")
    return tables_of_runs(runs, Path(__file__).with_suffix(".sql"))
