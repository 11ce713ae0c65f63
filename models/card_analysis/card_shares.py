"""Cards of good decks: shares among elites with intervals."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from models.statistics.intervals import difference_interval, wilson_interval
from models.statistics.summaries import confidence_band


def compare_shares(
    names: Sequence[str], before: Sequence[np.ndarray], after: Sequence[np.ndarray]
) -> pl.DataFrame:
    """The share of elites with each card before and after a change, with 95 % intervals.

    With one trial, the intervals treat elites as independent (Wilson; Newcombe for the change),
    although elites descend from each other. With several, they come from the trials' shares
    (Student's t; for the change, trials with the same seed are pairs).

    Args:
        before: Per trial an (n_elites, n_cards) array of copies, with one elite or more.
        after: The same, of as many trials.

    Returns:
        One row per card: card, before, before_low, before_high, after, after_low, after_high,
        change, change_low, change_high, and is_clear: the interval of the change excludes 0.
    """
    sides = [[(elites > 0).sum(axis=0) for elites in side] for side in (before, after)]
    sizes = [[len(elites) for elites in side] for side in (before, after)]
    rows = [
        _row(name, [count[card] for count in sides[0]], [count[card] for count in sides[1]], *sizes)
        for card, name in enumerate(names)
    ]
    return pl.DataFrame(rows).with_columns(
        is_clear=(pl.col("change_low") > 0) | (pl.col("change_high") < 0)
    )


def _row(name: str, had: list, has: list, n_had: list, n_has: list) -> dict[str, str | float]:
    shares = np.array(had) / n_had, np.array(has) / n_has
    if len(had) == 1:
        first, second = (int(had[0]), n_had[0]), (int(has[0]), n_has[0])
        intervals = [wilson_interval(*first), wilson_interval(*second)]
        intervals.append(difference_interval(first, second))
    else:
        limits = ((0.0, 1.0), (0.0, 1.0), (-1.0, 1.0))
        trials = np.stack([*shares, shares[1] - shares[0]])
        intervals = [
            np.clip(confidence_band(each[:, None]), *limit).ravel()
            for each, limit in zip(trials, limits, strict=True)
        ]
    before, after = (float(each.mean()) for each in shares)
    values = {"before": before, "after": after, "change": after - before}
    row: dict[str, str | float] = {"card": name}
    for (label, value), (low, high) in zip(values.items(), intervals, strict=True):
        row |= {label: value, f"{label}_low": float(low), f"{label}_high": float(high)}
    return row


def shares_by_chance(max_copies: np.ndarray) -> np.ndarray:
    """(n_cards,) array: the share of random decks with a card, 30 of all copies drawn."""
    total = int(max_copies.sum())
    none_of_one = 1 - 30 / total
    none_of_two = none_of_one * (1 - 30 / (total - 1))
    return 1 - np.where(max_copies == 1, none_of_one, none_of_two)
