"""Intervals of shares, against statsmodels and a published table; means against SciPy."""

import numpy as np
import pytest
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from models.statistics.intervals import (
    clopper_pearson_interval,
    difference_interval,
    mean_and_error,
    stratified_difference,
    wilson_interval,
)

#: Ours rounds the normal quantile to 1.959964, so that results stay the same to the last digit.
CLOSE = 1e-8


@pytest.mark.parametrize(("wins", "n"), [(0, 1), (1, 1), (3, 7), (99, 100), (52.5, 100)])
def test_wilsons_interval_is_that_of_statsmodels(wins, n):
    expected = proportion_confint(wins, n, method="wilson")
    assert wilson_interval(wins, n) == pytest.approx(expected, abs=CLOSE)


@pytest.mark.parametrize(("wins", "n"), [(0, 1), (1, 1), (3, 7), (99, 100), (19_200, 40_000)])
def test_clopper_and_pearsons_interval_is_that_of_statsmodels(wins, n):
    expected = proportion_confint(wins, n, method="beta")
    assert clopper_pearson_interval(wins, n) == pytest.approx(expected, abs=CLOSE)


@pytest.mark.parametrize(
    ("first", "second"), [((48, 80), (56, 70)), ((0, 10), (9, 10)), ((10, 10), (3, 200))]
)
def test_newcombes_interval_is_that_of_statsmodels(first, second):
    expected = confint_proportions_2indep(*second, *first, method="newcomb")
    assert difference_interval(first, second) == pytest.approx(expected, abs=CLOSE)


def test_newcombes_interval_is_the_published_one():
    """Newcombe 1998, table II, case (a): 56/70 - 48/80."""
    low, high = difference_interval((48, 80), (56, 70))
    assert (low, high) == pytest.approx((0.0524, 0.3339), abs=1e-4)


def test_without_cases_everything_is_possible():
    assert wilson_interval(0, 0) == [0, 1]
    assert clopper_pearson_interval(0, 0) == [0, 1]
    assert difference_interval((0, 0), (1, 2)) == [-1, 1]


def test_one_stratum_has_the_interval_of_two_shares():
    """In one large stratum, the variance is that of two independent shares."""
    difference, low, high = stratified_difference([(6_000, 10_000, 5_000, 10_000)])
    margin = 1.959964 * np.sqrt((0.6 * 0.4 + 0.5 * 0.5) / 10_000)
    assert difference == pytest.approx(0.1)
    assert (low, high) == pytest.approx((0.1 - margin, 0.1 + margin), abs=1e-6)


def test_strata_are_weighted_by_mantel_and_haenszel():
    strata = [(5, 10, 4, 20), (8, 10, 6, 10), (3, 3, 0, 0)]
    weights = 10 * 20 / 30, 10 * 10 / 20
    expected = (weights[0] * (0.5 - 0.2) + weights[1] * (0.8 - 0.6)) / sum(weights)
    difference, low, high = stratified_difference(strata)
    assert difference == pytest.approx(expected)
    assert low < expected < high
    assert stratified_difference([(3, 3, 0, 0)]) == (None, None, None)


@pytest.mark.parametrize(("n", "m", "n_strata"), [(3, 27, 12), (30, 80, 6), (1, 4, 60)])
def test_the_interval_covers_the_difference_also_in_small_strata(n, m, n_strata):
    rng = np.random.default_rng(1)
    rates, effect, covered = np.linspace(0.25, 0.7, n_strata), 0.1, []
    for _ in range(2_000):
        a, b = rng.binomial(n, rates + effect), rng.binomial(m, rates)
        rows = zip(a.tolist(), [n] * n_strata, b.tolist(), [m] * n_strata, strict=True)
        _, low, high = stratified_difference(rows)
        covered.append(low <= effect <= high)
    assert np.mean(covered) == pytest.approx(0.95, abs=0.02)


def test_a_mean_has_scipys_error():
    assert mean_and_error([1, 2, 4]) == pytest.approx((7 / 3, stats.sem([1, 2, 4])))
    assert np.isnan(mean_and_error([1])[1])
