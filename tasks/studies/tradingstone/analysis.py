"""Win rates by contestant, and differences between contestants in the same games."""

import math
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import polars as pl

from models.statistics.intervals import clopper_pearson_interval
from tasks.storage.files import read_table
from tasks.studies.claims import NotMeasuredError

TABLES = ("study", "contests", "games", "losses")
Who = tuple[str, str, str]  # variant, view, player


class Rate(NamedTuple):
    """A share of wins with its 95 % interval; a draw counts half, rounded in an exact one."""

    share: float
    low: float
    high: float
    n_games: int


class WinRateDifference(NamedTuple):
    """A difference of win rates in the same games, half its 95 % interval, and the test's p."""

    mean: float
    margin: float
    p: float


@dataclass(frozen=True)
class TradingResults:
    """The tables of an extract.

    Attributes:
        study: The settings: one row.
        contests: A row per contest.
        games: A row per game; `game` numbers the deals, which are the same in all contests.
        losses: A row per player and solved game.
    """

    study: dict[str, Any]
    contests: pl.DataFrame
    games: pl.DataFrame
    losses: pl.DataFrame

    @classmethod
    def of(cls, folder: Path) -> "TradingResults":
        """Reads an extract."""
        study, *others = (read_table(folder / f"{name}.parquet") for name in TABLES)
        return cls(study.row(0, named=True), *others)

    @cached_property
    def by_who(self) -> dict[Who, np.ndarray]:
        """(n_trainings, n_games) array of rewards for each contestant."""
        found: dict[Who, list[np.ndarray]] = {}
        rewards = {
            name: rows.sort("game")["reward"].to_numpy()
            for (name,), rows in self.games.group_by("contest")
        }
        for row in self.contests.iter_rows(named=True):
            who = (row["variant"], row["view"], row["player"])
            found.setdefault(who, []).append(rewards[row["contest"]])
        return {who: np.array(each, float) for who, each in found.items()}

    def rewards(self, who: Who) -> np.ndarray:
        """(n_trainings, n_games) array: the rewards of a contestant.

        Raises:
            NotMeasuredError: It has not played.
        """
        if who not in self.by_who:
            raise NotMeasuredError(who)
        return self.by_who[who]

    def rate(self, who: Who) -> Rate:
        """The pooled share of wins; its interval is exact, or that of `_margin` with trainings."""
        rewards = self.rewards(who)
        share = float(rewards.mean())
        if len(rewards) > 1:
            margin, _ = _margin(rewards)
            return Rate(share, max(0.0, share - margin), min(1.0, share + margin), rewards.size)
        low, high = clopper_pearson_interval(round(float(rewards.sum())), rewards.size)
        return Rate(share, low, high, rewards.size)

    def difference(self, better: Who, worse: Who) -> WinRateDifference:
        """The first contestant's win rate minus the second's in the same games.

        Games are paired by their deals, and two contestants that are trained by the number of the
        training, as far as both have it. With trainings, p is that of `_margin`. Without, it is
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
            "share": rate.share,
            "sd": by_environment["reward"].std(),
            "low": rate.low,
            "high": rate.high,
            **seats,
            "n_games": rate.n_games,
            "trainings": len(rewards),
            "least": float(rewards.min()),
            "most": float(rewards.max()),
            "simulations": games["simulations"].sum() / decisions if decisions else 0.0,
            "ms": 1000 * float(contests["cpu_seconds"].sum()) / rate.n_games,
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
