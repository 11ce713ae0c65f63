"""Combinations of cards that many elites share, before and after a change."""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import polars as pl
from mlxtend.frequent_patterns import fpgrowth


def frequent_sets(has: np.ndarray, min_support: float = 0.25) -> set[frozenset]:
    """The sets of two or three cards that many decks have together.

    Args:
        has: (n_decks, n_cards) array of bool.
        min_support: Least share of decks. MESB's table has 25 %.

    Source:
        Han, Pei, Yin 2000, "Mining frequent patterns without candidate generation"; MESB names
        Apriori, which finds the same sets.
    """
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
