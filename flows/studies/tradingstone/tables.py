"""Win rates of a study of TradingStone, tests of the paper's claims, and the extract."""

import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from flows.studies.claims import (
    NOT_REPRODUCED,
    REPRODUCED,
    UNDECIDED,
    Finding,
    NotMeasuredError,
    by_test,
    published_results,
)
from flows.studies.tradingstone.play import FILE, LOSSES, TIMING, contests_of, losses_of
from models.statistics.intervals import Estimate, Z, clopper_pearson_interval
from models.tradingstone.study import Contest
from tasks.reports.formats import estimated
from tasks.storage.files import not_empty, read_times

Who = Sequence[str]  # variant, view, player


class WinRateDifference(NamedTuple):
    """A difference of win rates in the same games, half its 95 % interval, and the test's p."""

    mean: float
    margin: float
    p: float


@dataclass(frozen=True)
class TradingResults:
    """The tables of an extract."""

    contests: pl.DataFrame  #: A row per contest
    #: A row per game; `game` numbers the deals, which are the same in all contests
    games: pl.DataFrame
    losses: pl.DataFrame  #: A row per player and solved game

    @cached_property
    def by_who(self) -> dict[tuple[str, ...], np.ndarray]:
        """(n_trainings, n_games) array of rewards for each contestant."""
        found: dict[tuple[str, ...], list[np.ndarray]] = {}
        rewards = {
            name: rows.sort("game")["reward"].to_numpy()
            for (name,), rows in self.games.group_by("contest")
        }
        for row in self.contests.iter_rows(named=True):
            who = (row["variant"], row["view"], row["player"])
            found.setdefault(who, []).append(rewards[row["contest"]])
        return {who: np.array(each, float) for who, each in found.items()}

    def rewards(self, who: Who) -> np.ndarray:
        """(n_trainings, n_games) array of a contestant's rewards.

        Raises:
            NotMeasuredError: The contestant has no games.
        """
        if tuple(who) not in self.by_who:
            raise NotMeasuredError(who)
        return self.by_who[tuple(who)]

    def rate(self, who: Who) -> Estimate:
        """The pooled share of wins; a draw counts half.

        With trainings its interval is that of `_margin`; else it is exact, of whole wins.
        """
        rewards = self.rewards(who)
        share = float(rewards.mean())
        if len(rewards) > 1:
            margin, _ = _margin(rewards)
            return Estimate(share, max(0.0, share - margin), min(1.0, share + margin))
        low, high = clopper_pearson_interval(round(float(rewards.sum())), rewards.size)
        return Estimate(share, low, high)

    def difference(self, better: Who, worse: Who) -> WinRateDifference:
        """The first contestant's win rate minus the second's in the same games.

        Games are paired by their deals. Two trained contestants are also paired by the number of
        the training, as far as both have it. With trainings, p is that of `_margin`. Without, it is
        the exact sign test of the games in which the two differ.
        """
        from scipy import stats  # half a second, which other commands save

        first, second = self.rewards(better), self.rewards(worse)
        if better[2] == worse[2]:  # an unfinished study may have fewer trainings of one
            first, second = first[: len(second)], second[: len(first)]
        differences = first - second
        margin, p = _margin(differences)
        if len(differences) == 1 and (n_apart := int((differences != 0).sum())):
            p = float(stats.binomtest(int((differences > 0).sum()), n_apart).pvalue)
        return WinRateDifference(float(differences.mean()), margin, p)

    @cached_property
    def table(self) -> pl.DataFrame:
        """One row per contestant: its win rates and work.

        Columns: variant, view, player, share, sd (over environments), low, high, first, second
        (share of wins when it begins, and when not), n_games, trainings, least, most (share of
        wins of a training), simulations (of a decision), ms (CPU, of a game; training included).
        """
        return pl.DataFrame([self._row(who) for who in self.by_who])

    def _row(self, who: Who) -> dict[str, Any]:
        variant, view, player = who
        contests = self.contests.filter(variant=variant, view=view, player=player)
        games = self.games.join(contests.select("contest", "cpu_seconds"), on="contest")
        by_environment = games.group_by("contest", "environment").agg(pl.col("reward").mean())
        seats = {
            name: games.filter(first=number)["reward"].mean()
            for number, name in enumerate(("first", "second"))
        }
        rate, rewards = self.rate(who), self.rewards(who).mean(axis=1)
        decisions = int(games["decisions"].sum())
        return {
            "variant": variant,
            "view": view,
            "player": player,
            "share": rate.value,
            "sd": by_environment["reward"].std(),
            "low": rate.low,
            "high": rate.high,
            **seats,
            "n_games": games.height,
            "trainings": len(rewards),
            "least": float(rewards.min()),
            "most": float(rewards.max()),
            "simulations": games["simulations"].sum() / decisions if decisions else 0.0,
            "ms": 1000 * float(contests["cpu_seconds"].sum()) / games.height,
        }


def _margin(rewards: np.ndarray) -> tuple[float, float]:
    """Half the 95 % interval of the mean of a (n_trainings, n_games) array, and its p against 0.

    The error has two parts: of the games, and of the trainings if there are several; then the test
    is Student's with as many degrees of freedom, less one, as there are trainings. NaN without an
    error.
    """
    from scipy import stats

    n_trainings, n_games = rewards.shape
    error, law = rewards.mean(axis=0).std(ddof=1) ** 2 / n_games, stats.norm()
    if n_trainings > 1:
        error += rewards.mean(axis=1).std(ddof=1) ** 2 / n_trainings
        law = stats.t(n_trainings - 1)
    error = math.sqrt(error)
    p = 2 * float(law.sf(abs(float(rewards.mean())) / error)) if error > 0 else math.nan
    return float(law.ppf(0.975)) * error, p


PUBLISHED = published_results("tradingstone")
ALPHA = 0.05


def inside(results: TradingResults, who: Who, mean: float, spread: float) -> Finding:
    """Whether our win rate lies within the paper's mean and spread, by our interval."""
    rate = results.rate(who)
    is_inside = mean - spread <= rate.low and rate.high <= mean + spread
    is_outside = rate.high < mean - spread or rate.low > mean + spread
    verdict = REPRODUCED if is_inside else NOT_REPRODUCED if is_outside else UNDECIDED
    return Finding(estimated(rate, ".1%"), verdict)


def apart(results: TradingResults, better: Who, worse: Who) -> Finding:
    """Whether the first win rate's exact interval lies above the second's."""
    first, second = results.rate(better), results.rate(worse)
    is_apart = first.low > second.high or second.low > first.high
    verdict, direction = by_test(first.value > second.value, is_apart)
    return Finding(
        " and ".join(estimated(each, ".1%") for each in (first, second)), verdict, direction
    )


def ahead(results: TradingResults, better: Who, worse: Who) -> Finding:
    """Whether the first wins more of the same games, by a paired test."""
    found = results.difference(better, worse)
    is_significant = not math.isnan(found.p) and found.p < ALPHA
    verdict, direction = by_test(found.mean > 0, is_significant)
    ours = f"{100 * found.mean:+.1f} ± {100 * found.margin:.1f} points"
    return Finding(ours, verdict, direction if found.mean else "", found.p, ALPHA)


def falls(results: TradingResults, view: str, method: str) -> Finding:
    """Whether a search loses less to perfect play with its largest than its smallest budget."""
    losses = _losses(results, view, method)
    (most, error), (least, other) = losses[0][1:], losses[-1][1:]
    apart = Z * math.hypot(error, other)
    verdict, direction = by_test(most > least, abs(most - least) > apart)
    text = ", ".join(f"{n:,}: {loss:.4f}" for n, loss, _ in losses)
    return Finding(text, verdict, direction)


def below(results: TradingResults, view: str, method: str, level: float) -> Finding:
    """Whether the loss to perfect play with the largest budget is below a level.

    A game costs 1 at most, so the loss is at most the share of games with a loss, whose exact
    interval holds even if no game has one.
    """
    budget, loss, error = _losses(results, view, method)[-1]
    row = results.losses.filter(view=view, player=f"{method}:{budget}").row(0, named=True)
    _, high = clopper_pearson_interval(row["n_lost"], row["n_games"])
    is_above = loss - Z * error > level
    verdict = REPRODUCED if high < level else NOT_REPRODUCED if is_above else UNDECIDED
    lost = f"{row['n_lost']} of {row['n_games']} games lose"
    return Finding(f"{loss:.4f} at {budget:,}, at most {high:.4f} ({lost})", verdict)


def _losses(results: TradingResults, view: str, method: str) -> list[tuple[int, float, float]]:
    """Budget, loss and its standard error, by budget."""
    rows = results.losses.filter(view=view).iter_rows(named=True)
    found = []
    for row in rows:
        name, _, budget = row["player"].partition(":")
        if name == method:
            found.append((int(budget), row["loss"], row["error"] or 0.0))
    if not found:
        raise NotMeasuredError(f"{view} {method}")
    return sorted(found)


TESTS = (inside, apart, ahead, falls, below)


_NOTHING = 0.001
_COLUMNS = {
    "environment": pl.Int16,
    "first": pl.UInt8,
    "reward": pl.Float32,
    "turns": pl.Int16,
    "decisions": pl.Int16,
    "simulations": pl.Int32,
}


def extract(path: Path) -> dict[str, pl.DataFrame]:
    """As `PublishedReport.extract`, of the contests that have been played."""
    study, digests = FILE.load(path)
    timing = read_times(path / TIMING, float)
    found = contests_of(path).found(study.contests)
    played = not_empty(path, found, "no contest has been played yet")
    about = study.model_dump(mode="json", exclude={"ppo", "variants"})
    about |= {"ppo_steps": study.ppo.steps, "code": digests["code"]}
    return {
        "study": pl.DataFrame([about | {"cpu_seconds": sum(timing.values())}]),
        "contests": _contests(list(played), timing),
        "games": pl.concat(_games(contest, rows) for contest, rows in played.items()),
        "losses": _loss_table(path),
    }


def _games(contest: Contest, rows: pl.DataFrame) -> pl.DataFrame:
    return rows.select(
        pl.lit(contest.name).alias("contest"),
        pl.int_range(pl.len(), dtype=pl.Int32).alias("game"),
        *(pl.col(name).cast(kind) for name, kind in _COLUMNS.items()),
    )


def _contests(played: Sequence[Contest], timing: dict[str, float]) -> pl.DataFrame:
    rows = [
        {"contest": each.name, **asdict(each), "cpu_seconds": timing.get(each.name)}
        for each in played
    ]
    return pl.DataFrame(rows, schema_overrides={"cpu_seconds": pl.Float64})


def _loss_table(path: Path) -> pl.DataFrame:
    """One row per player and solved game: view, player, n_games, n_lost, loss, error.

    `n_lost` counts the games that lost more than the equilibrium's own error.
    """
    rows = []
    for (view, name), table in losses_of(path).found(LOSSES).items():
        loss = table["loss"].to_numpy()
        error = float(loss.std(ddof=1) / len(loss) ** 0.5) if len(loss) > 1 else None
        n_lost = int((loss > _NOTHING).sum())
        rows.append((view, name, len(loss), n_lost, float(loss.mean()), error))
    kinds = {"view": pl.String, "player": pl.String, "n_games": pl.Int64, "n_lost": pl.Int64}
    return pl.DataFrame(
        rows, schema={**kinds, "loss": pl.Float64, "error": pl.Float64}, orient="row"
    )
