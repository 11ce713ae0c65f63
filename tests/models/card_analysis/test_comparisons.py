"""Shares of cards among elites, and their intervals; combinations, against simple counting."""

from itertools import combinations

import numpy as np
import pytest
from scipy import stats

from models.card_analysis.comparisons import compare_sets, compare_shares, frequent_sets
from models.statistics.intervals import difference_interval, wilson_interval

NAMES = ["Sunwalker", "Wisp"]
CARDS = [f"card {i}" for i in range(8)]


def elites(with_first: int, n: int) -> np.ndarray:
    found = np.zeros((n, 2), np.int8)
    found[:with_first, 0] = 2
    return found


def test_shares_of_one_trial_have_wilsons_and_newcombes_intervals():
    row = compare_shares(NAMES, [elites(99, 100)], [elites(29, 100)]).row(0, named=True)
    assert (row["card"], row["before"], row["after"]) == ("Sunwalker", 0.99, 0.29)
    assert [row["before_low"], row["before_high"]] == wilson_interval(99, 100)
    assert row["change"] == pytest.approx(-0.70)
    assert [row["change_low"], row["change_high"]] == difference_interval((99, 100), (29, 100))
    assert row["is_clear"]


def test_a_card_that_nobody_has_has_an_interval():
    row = compare_shares(NAMES, [elites(9, 10)], [elites(9, 10)]).row(1, named=True)
    assert (row["before"], row["change"], row["is_clear"]) == (0, 0, False)
    assert row["before_high"] > 0.2


def test_shares_of_several_trials_have_students_intervals():
    before = [elites(k, 10) for k in (8, 9, 10)]
    after = [elites(k, 10) for k in (2, 4, 3)]
    row = compare_shares(NAMES, before, after).row(0, named=True)
    changes = np.array([-0.6, -0.5, -0.7])
    t = stats.t.ppf(0.975, 2)
    assert row["change"] == pytest.approx(-0.6)
    assert row["change_low"] == pytest.approx(-0.6 - t * stats.sem(changes))
    assert row["after_low"] == pytest.approx(0.3 - t * stats.sem([2, 3, 4]) / 10)


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
    table = compare_sets(CARDS, before, after)
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
    assert compare_sets(CARDS, np.eye(8, dtype=bool), np.eye(8, dtype=bool)).is_empty()
