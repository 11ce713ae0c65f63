"""Cards and combinations of cards that elites share, before and after a change."""

from collections.abc import Sequence

import numpy as np
import polars as pl

from models.statistics.intervals import difference_interval, wilson_interval
from models.statistics.summaries import mean_interval


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
            np.clip(mean_interval(each), *limit).tolist()
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


def frequent_sets(has: np.ndarray, min_support: float = 0.25) -> set[frozenset]:
    """The sets of two or three cards that many decks have together.

    Args:
        has: (n_decks, n_cards) array of bool.
        min_support: Least share of decks. MESB's table has 25 %.

    Source:
        Han, Pei, Yin 2000, "Mining frequent patterns without candidate generation"; MESB names
        Apriori, which finds the same sets.
    """
    import pandas as pd  # these two imports take a second, and few reports need them
    from mlxtend.frequent_patterns import fpgrowth

    found = fpgrowth(pd.DataFrame(has), min_support=min_support, max_len=3)
    return {items for items in found["itemsets"] if len(items) > 1}


def compare_sets(
    names: Sequence[str],
    before: np.ndarray,
    after: np.ndarray,
    min_support: float = 0.25,
) -> pl.DataFrame:
    """All combinations that are frequent before or after a change.

    The arrays are (n_decks, n_cards) of bool: which cards each elite has. Supports are as for
    `frequent_sets`.

    Returns:
        One row per combination, greatest change of support first: cards, size, before, after
        (supports), before_lift, after_lift (support over that of independent cards; null if a card
        is in no deck), and what: "appears", "vanishes" or "stays", by `min_support`.
    """
    sets = frequent_sets(before, min_support) | frequent_sets(after, min_support)
    rows = []
    for items in sorted(sets, key=sorted):
        cards = sorted(items)
        (was, was_lift), (is_, is_lift) = (_support(has, cards) for has in (before, after))
        what = "appears" if was < min_support else "vanishes" if is_ < min_support else "stays"
        title = " + ".join(names[card] for card in cards)
        rows.append((title, len(cards), was, is_, was_lift, is_lift, what))
    schema = {
        "cards": pl.String,
        "size": pl.Int64,
        "before": pl.Float64,
        "after": pl.Float64,
        "before_lift": pl.Float64,
        "after_lift": pl.Float64,
        "what": pl.String,
    }
    table = pl.DataFrame(rows, schema=schema, orient="row")
    change = (pl.col("after") - pl.col("before")).abs()
    return table.sort(change, descending=True, maintain_order=True)


def _support(has: np.ndarray, cards: list[int]) -> tuple[float, float | None]:
    support = float(has[:, cards].all(axis=1).mean())
    independent = float(has[:, cards].mean(axis=0).prod())
    return support, support / independent if independent else None
