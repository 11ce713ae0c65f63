import numpy as np
import pytest
from scipy import stats

from models.statistics.summaries import (
    confidence_band,
    difference,
    mean_interval,
    one_way,
    pairwise,
    ratio,
    two_way,
)

#: A one-way example that is in many textbooks: yields under three treatments.
YIELDS = {"a": [6, 8, 4, 5, 3, 4], "b": [8, 12, 9, 11, 6, 8], "c": [13, 9, 11, 8, 7, 12]}


def test_the_textbook_example_of_one_way():
    effect = one_way(YIELDS)
    assert (effect.df, effect.df_error) == (2, 15)
    assert effect.f == pytest.approx(9.2647, abs=1e-4)
    assert effect.p == pytest.approx(stats.f_oneway(*YIELDS.values()).pvalue)


def test_pairs_share_the_level():
    pairs = pairwise(YIELDS, 0.05)
    assert [(pair.a, pair.b) for pair in pairs] == [("a", "b"), ("a", "c"), ("b", "c")]
    assert {pair.alpha for pair in pairs} == {0.05 / 3}
    for pair in pairs:
        result = stats.ttest_ind(YIELDS[pair.a], YIELDS[pair.b])
        assert (pair.t, pair.p) == (result.statistic, result.pvalue)
        assert pair.difference == pytest.approx(np.mean(YIELDS[pair.a]) - np.mean(YIELDS[pair.b]))
    assert [pair.is_significant for pair in pairs] == [True, True, False]


VALUES = [12.1, 11.4, 13.0, 9.7, 10.2, 9.1, 10.9, 14.8, 15.2, 14.1, 9.0, 8.2, 7.7, 8.8]
FIRST = ["on"] * 7 + ["off"] * 7


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        # From statsmodels 0.15, anova_lm(ols("v ~ C(a) * C(b)").fit(), typ=2).
        ((["plain"] * 3 + ["ad"] * 4) * 2,
         [(0.2977667494, 0.5972470405), (130.6851674, 4.604012132e-07),
          (30.39702233, 0.0002569354443)]),
        (["plain"] * 2 + ["ad"] * 5 + ["plain"] * 4 + ["ad"] * 3,
         [(0.5001267741, 0.4955941668), (9.697037492, 0.0109854837), (3.346122563, 0.09729646256)]),
    ],
)  # fmt: skip
def test_two_way_is_of_type_two(second, expected):
    effects = two_way(VALUES, FIRST, second, ("a", "b"))
    assert [effect.name for effect in effects] == ["a", "b", "a x b"]
    assert [(effect.df, effect.df_error) for effect in effects] == [(1, 10)] * 3
    for effect, (f, p) in zip(effects, expected, strict=True):
        assert effect.f == pytest.approx(f, rel=1e-8)
        assert effect.p == pytest.approx(p, rel=1e-8)


@pytest.mark.filterwarnings("error")
def test_where_nothing_varies_nothing_is_claimed():
    equal = {"a": [100.0, 100.0], "b": [100.0, 100.0]}
    assert np.isnan(one_way(equal).f)
    assert not pairwise(equal)[0].is_significant
    levels = ["x", "x", "y", "y"] * 2, ["u", "u", "u", "u", "v", "v", "v", "v"]
    assert np.isnan([effect.f for effect in two_way([100.0 / 3] * 8, *levels, ("a", "b"))]).all()


def test_the_band_is_students():
    curves = np.array([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]])
    low, high = confidence_band(curves)
    interval = stats.t.interval(0.95, 2, curves[:, 0].mean(), stats.sem(curves[:, 0]))
    assert (low[0], high[0]) == pytest.approx(interval)
    assert low[1] == high[1] == 5
    assert mean_interval([1, 2, 4]) == (low[0], high[0])
    assert np.isnan(confidence_band(curves[:1])).all()


def test_a_difference_has_the_p_value_of_the_pairs_test():
    a, b = [3.0, 4.0, 5.0], [1.0, 2.0, 2.5]
    found = difference(a, b)
    pair = pairwise({"a": a, "b": b})[0]
    assert (found.value, found.p) == pytest.approx((pair.difference, pair.p))
    assert found.low < found.value < found.high
    assert difference(a, b, 0.5).low > found.low
    assert (found.low > 0) == (found.p < 0.05)
    exact = difference(a, np.array(4.0))
    assert exact.value == 0
    assert exact.low == pytest.approx(-exact.high)
    assert exact.p == pytest.approx(1)


def test_a_single_trial_has_no_interval():
    found = difference([3.0], [1.0, 2.0])
    assert found.value == 1.5
    assert np.isnan([found.low, found.high, found.p]).all()


def test_a_ratio_is_of_geometric_means():
    found = ratio([2.0, 8.0], [1.0, 4.0])
    assert found.value == pytest.approx(2)
    assert found.low * found.high == pytest.approx(4)
    assert ratio([2.0, 8.0], np.array(2.0)).value == pytest.approx(2)
