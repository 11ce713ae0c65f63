"""How honest an archive is: what it believes of its elites against new games of them.

Source:
    Flageat and Cully 2023, "Uncertain quality-diversity": the corrected QD score.
"""

from dataclasses import dataclass

import numpy as np
import polars as pl
from scipy import stats

#: Columns of evaluations that have one number per opponent.
_BY_OPPONENT = ("opponent_games", "opponent_objective")


@dataclass(frozen=True)
class Calibration:
    """Beliefs against new games."""

    bias: float  #: Mean of new games minus belief, in health; below 0 the beliefs are too high
    error: float  #: Root mean square of new games minus belief, in health
    #: Share of elites whose new games lie within the 90 % interval around the belief; NaN if no
    #: belief has a standard deviation
    covered: float


def calibration(
    believed: np.ndarray,
    deviation: np.ndarray,
    found: np.ndarray,
    found_error: np.ndarray,
) -> Calibration:
    """Compares beliefs with new games.

    Args:
        believed: (n,) array: what the search believes, in health.
        deviation: (n,) array: the belief's standard deviation; NaN where there is none.
        found: (n,) array: means of new games.
        found_error: (n,) array: their standard errors.
    """
    surprise = found - believed
    margin = stats.norm.ppf((1 + 0.9) / 2) * np.hypot(deviation, found_error)
    known = np.isfinite(margin)
    inside = np.abs(surprise[known]) <= margin[known]
    return Calibration(
        bias=float(surprise.mean()),
        error=float(np.sqrt((surprise**2).mean())),
        covered=float(inside.mean()) if known.any() else float("nan"),
    )


def objective_errors(evaluations: pl.DataFrame) -> np.ndarray:
    """Standard errors of mean health differences, (n,) float64.

    Opponents are dealt in turn, so differences between opponents are no noise: only the variance
    of games against the same opponent counts. Where that is unknown, for lack of games, the error
    of independent games is returned.
    """
    plain = evaluations["objective_se"].to_numpy().astype(np.float64)
    if not set(_BY_OPPONENT) <= set(evaluations.columns):
        return plain
    games, means = (evaluations[name].to_numpy().astype(np.float64) for name in _BY_OPPONENT)
    n_games, n_opponents = games.sum(axis=1), (games > 0).sum(axis=1)
    shifts = np.where(games > 0, means - evaluations["objective"].to_numpy()[:, None], 0.0)
    squares = plain**2 * n_games * (n_games - 1) - (games * shifts**2).sum(axis=1)
    freedom = n_games - n_opponents
    with np.errstate(divide="ignore", invalid="ignore"):
        within = np.sqrt(np.maximum(squares, 0.0) / freedom / n_games)
    return np.where(freedom > 0, within, plain)


def games_needed(games: np.ndarray, scores: np.ndarray, target: float) -> float:
    """The number of games after which a curve first reaches a score; infinite if it never does.

    Both are (n,); games are ascending, and between points the score is a straight line.
    """
    reached = np.flatnonzero(scores >= target)
    if not reached.size:
        return float("inf")
    i = int(reached[0])
    if i == 0:
        return float(games[0])
    share = (target - scores[i - 1]) / (scores[i] - scores[i - 1])
    return float(games[i - 1] + share * (games[i] - games[i - 1]))
