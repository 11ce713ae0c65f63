"""How well chances to win predict who wins: log loss, AUC, and how far they can be trusted."""

import numpy as np
import polars as pl
from scipy.stats import rankdata

#: First rounds of the parts of a game.
PARTS = (1, 4, 7, 10, 14)
N_BINS = 10
_NEAR = 1e-7


def log_loss(chances: np.ndarray, won: np.ndarray) -> float:
    """The mean logistic loss of (n,) chances to win, in nats."""
    p = np.clip(chances.astype(np.float64), _NEAR, 1 - _NEAR)
    return float(-np.where(won, np.log(p), np.log1p(-p)).mean())


def area(chances: np.ndarray, won: np.ndarray) -> float:
    """The area under the ROC curve: how often a won state has the higher chance; ties half."""
    return float(areas(chances[None], won[None])[0])


def areas(scores: np.ndarray, hit: np.ndarray) -> np.ndarray:
    """(k,) areas under the ROC curves of the rows of (k, n) arrays; NaN without hits or others."""
    n_hits = hit.sum(axis=1)
    above = (rankdata(scores, axis=1) * hit).sum(axis=1) - n_hits * (n_hits + 1) / 2
    pairs = n_hits * (hit.shape[1] - n_hits)
    return np.where(pairs > 0, above / np.maximum(pairs, 1), np.nan)


def by_part(chances: np.ndarray, won: np.ndarray, rounds: np.ndarray) -> pl.DataFrame:
    """Returns one row per part of the game, and one of all (`first` 0)."""
    parts = [(0, np.ones(len(won), bool))]
    stops = (*PARTS[1:], np.inf)
    parts += [
        (first, (rounds >= first) & (rounds < stop))
        for first, stop in zip(PARTS, stops, strict=True)
    ]
    rows = [
        (first, int(chosen.sum()), log_loss(chances[chosen], won[chosen]),
         area(chances[chosen], won[chosen]))
        for first, chosen in parts
        if chosen.any()
    ]  # fmt: skip
    return pl.DataFrame(rows, ["first", "states", "log_loss", "auc"], orient="row")


def reliability(chances: np.ndarray, won: np.ndarray) -> pl.DataFrame:
    """Returns the predicted and the true share of wins by tenths of the predicted one.

    Args:
        chances: (n,) array, from 0 to 1.
        won: (n,) array of 0, 0.5 and 1, or of Booleans.
    """
    bins = np.minimum((chances * N_BINS).astype(np.int64), N_BINS - 1)
    table = pl.DataFrame({"bin": bins, "predicted": chances.astype(np.float64), "won": won})
    return (
        table.group_by("bin").agg(pl.len().alias("states"), pl.mean("predicted", "won")).sort("bin")
    )
