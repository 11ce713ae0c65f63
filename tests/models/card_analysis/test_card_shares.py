"""Shares of cards among elites, and their intervals."""

import numpy as np
import pytest
from scipy import stats

from models.card_analysis.card_shares import compare_shares
from models.statistics.intervals import difference_interval, wilson_interval

NAMES = ["Sunwalker", "Wisp"]


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
