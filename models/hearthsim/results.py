"""From games to a point's results: win rate with its interval, lengths, course by round."""

from collections.abc import Iterable
from typing import Any

import numpy as np
import polars as pl

from models.hearthsim.experiments import Point
from models.statistics.intervals import clopper_pearson_interval

_COUNTS = ("minions", "hand", "health")
#: The columns of sums by round: games of this length, then ours and theirs.
SUMS = {
    "round": pl.Int64,
    "ended": pl.Int64,
    **{f"{side}_{name}": pl.Int64 for name in _COUNTS for side in ("our", "their")},
}

#: The columns of a point's results.
POINTS = {
    "point": pl.String,
    "value": pl.Float64,
    "n_games": pl.Int64,
    "wins": pl.Int64,
    "losses": pl.Int64,
    "drawn": pl.Int64,
    "share": pl.Float64,
    "low": pl.Float64,
    "high": pl.Float64,
    "first_share": pl.Float64,
    "rounds": pl.Float64,
    "nodes": pl.Float64,
    "capped": pl.Int64,
}


def sums_by_round(games: pl.DataFrame) -> pl.DataFrame:
    """Adds up the courses of games.

    Args:
        games: As `games.play_point` returns them.

    Returns:
        One row per round, with the columns of `SUMS`: how many games ended in it, and sums over
        all games of what both sides have at its end; 0 after a game.
    """
    columns: dict[str, Any] = {}
    rounds = games["rounds"].to_numpy()
    for name in _COUNTS:
        noted = games[name].to_numpy().astype(np.int64).sum(axis=0)
        columns |= {f"our_{name}": noted[:, 0], f"their_{name}": noted[:, 1]}
    n_rounds = len(columns["our_minions"])
    columns["round"] = np.arange(1, n_rounds + 1)
    columns["ended"] = np.bincount(rounds, minlength=n_rounds + 1)[1 : n_rounds + 1]
    return pl.DataFrame({name: columns[name] for name in SUMS}, schema=SUMS)


def course(sums: Iterable[pl.DataFrame], n_games: int) -> pl.DataFrame:
    """Means by round of all games of a point, as HearthSim's script computes them.

    Args:
        sums: Sums of some games each.
        n_games: Number of all games.

    Returns:
        One row per round: round, share (of the games that end in it), and the means of `SUMS`.

    Source:
        oyachai/HearthSim, misc_utils/analyzeGameSummaryData.py.
    """
    total = pl.concat(sums).group_by("round", maintain_order=True).sum()
    means = [(pl.col(name) / n_games) for name in SUMS if name != "round"]
    return total.select("round", *means).rename({"ended": "share"})


def point_results(point: Point, games: pl.DataFrame) -> dict[str, Any]:
    """The results of a point.

    Args:
        point: The point.
        games: Its games, with the columns of `games.GAMES`.

    Returns:
        The columns of `POINTS`: point, value, n_games, wins, losses, drawn; share (of the games
        with a winner) with its 95 % Clopper-Pearson interval, low and high; first_share (games in
        which we went first); rounds (mean), nodes (per game) and capped (searches that stopped at
        their limit of states).
    """
    winner = games["winner"]
    wins, losses = int((winner == 0).sum()), int((winner == 1).sum())
    low, high = clopper_pearson_interval(wins, wins + losses)
    return {
        "point": point.name,
        "value": point.value,
        "n_games": games.height,
        "wins": wins,
        "losses": losses,
        "drawn": games.height - wins - losses,
        "share": wins / (wins + losses) if wins + losses else None,
        "low": low,
        "high": high,
        "first_share": int((games["first"] == 0).sum()) / games.height,
        "rounds": games["rounds"].cast(pl.Float64).mean(),
        "nodes": games["nodes"].mean(),
        "capped": int(games["capped"].sum()),
    }
