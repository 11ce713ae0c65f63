"""Frequent combinations, against simple counting."""

from itertools import combinations

import numpy as np

from models.card_analysis.combinations import compare_sets, frequent_sets

NAMES = [f"card {i}" for i in range(8)]


def decks(seed: int, share: float) -> np.ndarray:
    has = np.random.default_rng(seed).random((40, 8)) < share
    has[:, 1] = has[:, 0]
    return has


def test_the_frequent_sets_are_those_one_finds_by_counting():
    has = decks(0, 0.5)
    counted = {
        frozenset(cards)
        for size in (2, 3)
        for cards in combinations(range(8), size)
        if has[:, cards].all(axis=1).mean() >= 0.25
    }
    assert frequent_sets(has) == counted
    assert frozenset({0, 1}) in counted


def test_combinations_appear_and_vanish():
    before, after = decks(0, 0.5), decks(1, 0.5)
    before[:, 2:4] = False
    after[:, 2:4] = True
    after[:, 0] = False
    after[:, 4:6] = True
    table = compare_sets(NAMES, before, after)
    assert set(table["size"]) == {2, 3}, "four cards are shared as well, and left out"
    rows = {row["cards"]: row for row in table.iter_rows(named=True)}
    pair = rows["card 2 + card 3"]
    assert (pair["before"], pair["after"], pair["what"]) == (0, 1, "appears")
    assert pair["before_lift"] is None
    assert pair["after_lift"] == 1
    gone = rows["card 0 + card 1"]
    assert (gone["what"], gone["after"]) == ("vanishes", 0)
    assert gone["before_lift"] == 1 / gone["before"]
    changes = (table["after"] - table["before"]).abs().to_list()
    assert changes == sorted(changes, reverse=True)


def test_decks_without_anything_in_common_have_no_combination():
    assert compare_sets(NAMES, np.eye(8, dtype=bool), np.eye(8, dtype=bool)).is_empty()
