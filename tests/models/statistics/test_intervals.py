"""Intervals of shares, against statsmodels and a published table."""

import pytest
from statsmodels.stats.proportion import confint_proportions_2indep, proportion_confint

from models.statistics.intervals import (
    clopper_pearson_interval,
    difference_interval,
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
