"""Statistics of the agreement between our simulator and another one.

Both simulators estimate a deck's health difference from a finite number of games. So even a perfect
simulator correlates with the other at less than 1; `ceiling_r` is the correlation it would reach.
"""

from dataclasses import dataclass

import numpy as np
from scipy import stats


@dataclass(frozen=True)
class Agreement:
    """Our results against theirs, deck by deck.

    Attributes:
        n: Number of decks.
        pearson_r: Correlation between our and their health differences.
        ceiling_r: Correlation that a perfect simulator would be expected to reach.
        slope: Least-squares slope of ours on theirs.
        ceiling_slope: Slope that a perfect simulator would be expected to reach: below 1, because
            the noise of theirs spreads the horizontal axis.
        bias: Mean of ours minus theirs.
        rmse: Root of the mean squared difference.
    """

    n: int
    pearson_r: float
    ceiling_r: float
    slope: float
    ceiling_slope: float
    bias: float
    rmse: float


def agreement(
    ours: np.ndarray, ours_se: np.ndarray, theirs: np.ndarray, n_games: int, n_games_theirs: int
) -> Agreement:
    """Compares our health differences with another simulator's.

    `ceiling_r` is `sqrt(reliability of ours * reliability of theirs)`, Spearman's attenuation
    formula. A reliability is the share of a list's variance over decks that is not sampling noise.
    The noise of ours comes from our standard errors. Theirs are not published, so we use our
    variance per game, divided by their number of games.

    Args:
        ours: (n_decks,) array of our mean health differences.
        ours_se: (n_decks,) array of their standard errors.
        theirs: (n_decks,) array of the other simulator's mean health differences.
        n_games: Games per deck behind `ours`.
        n_games_theirs: Games per deck behind `theirs`.

    Raises:
        ValueError: There are fewer than three decks, or the decks all have the same result.

    Source:
        Spearman 1904, "The proof and measurement of association between two things".
    """
    ours, theirs = np.asarray(ours, np.float64), np.asarray(theirs, np.float64)
    if len(ours) < 3:
        raise ValueError(f"{len(ours)} decks are too few to compare; give at least 3")
    if np.ptp(ours) == 0 or np.ptp(theirs) == 0:
        raise ValueError("all decks have the same health difference; there is nothing to correlate")
    noise = float(np.mean(np.square(ours_se)))
    reliability = _reliability(ours, noise)
    reliability_theirs = _reliability(theirs, noise * n_games / n_games_theirs)
    return Agreement(
        n=len(ours),
        pearson_r=float(np.corrcoef(ours, theirs)[0, 1]),
        ceiling_r=float(np.sqrt(reliability * reliability_theirs)),
        slope=float(np.polyfit(theirs, ours, 1)[0]),
        ceiling_slope=reliability_theirs,
        bias=float(np.mean(ours - theirs)),
        rmse=float(np.sqrt(np.mean(np.square(ours - theirs)))),
    )


def card_effects(counts: np.ndarray, objectives: np.ndarray) -> np.ndarray:
    """The effect of one more copy of each card on a deck's objective, by linear regression.

    All decks have the same size, so only differences between cards can be estimated. Effects are
    relative to the average card, like the published ones. A ridge of one observation keeps effects
    of rare cards near zero.

    Args:
        counts: (n_decks, n_cards) array of copies.
        objectives: (n_decks,) array.

    Returns:
        (n_cards,) array of effects, with mean zero.
    """
    centred = counts - counts.mean(axis=0, dtype=np.float64)
    gram = centred.T @ centred + np.eye(counts.shape[1])
    effects = np.linalg.solve(gram, centred.T @ (objectives - np.mean(objectives)))
    return effects - effects.mean()


def rank_correlation(first: np.ndarray, second: np.ndarray) -> float:
    """Spearman's rank correlation between two (n,) arrays; ties get their mean rank."""
    return float(stats.spearmanr(first, second).statistic)


def _reliability(values: np.ndarray, noise: float) -> float:
    """Share of the variance of `values` that is not noise, within [0, 1]."""
    return float(np.clip(1.0 - noise / np.var(values, ddof=1), 0.0, 1.0))
