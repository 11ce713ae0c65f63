"""Shares of cards among elites, their intervals, and the worth of a copy."""

import numpy as np
import pytest
from scipy import stats

from models.card_analysis.card_shares import card_worth, compare_shares
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
    margin = stats.t.ppf(0.975, 2) * stats.sem(changes)
    assert row["change"] == pytest.approx(-0.6)
    assert row["change_low"] == pytest.approx(-0.6 - margin)
    assert row["after_low"] == pytest.approx(
        0.3 - stats.t.ppf(0.975, 2) * stats.sem([2, 3, 4]) / 10
    )


def test_shares_need_elites_on_both_sides():
    for before, after in (([], []), ([elites(1, 2)], []), ([elites(0, 0)], [elites(1, 2)])):
        with pytest.raises(ValueError, match="need trials with elites"):
            compare_shares(NAMES, before, after)


def test_the_worth_of_cards_is_found_again():
    rng = np.random.default_rng(0)
    solutions = np.array([np.bincount(rng.choice(40, 30), minlength=40) for _ in range(3000)])
    worth = rng.normal(0, 1, 40)
    objectives = solutions @ worth + rng.normal(0, 2, 3000)
    found, error = card_worth(solutions, objectives)
    centred = worth - np.average(worth, weights=solutions.sum(axis=0))
    assert np.abs((found - centred) / error).max() < 4.5
    assert 0.7 < np.std((found - centred) / error) < 1.3


def test_a_card_in_no_deck_is_worth_nothing_in_particular():
    solutions = np.zeros((20, 3), np.int8)
    solutions[:10, 0] = solutions[10:, 1] = 1
    found, error = card_worth(solutions, np.repeat([1.0, -1.0], 10))
    assert found[0] > 0.5 > -0.5 > found[1]
    assert abs(found[2]) < 0.1
    assert np.isfinite(error).all()


@pytest.mark.parametrize("ridge", [1.0, 6.0])
def test_the_ridge_is_that_of_rows_added_to_ordinary_least_squares(ridge):
    rng = np.random.default_rng(1)
    solutions = rng.multinomial(6, np.full(5, 1 / 5), size=14)
    objectives = solutions @ [2.0, 1, 0, -1, -2] + rng.normal(0, 1, 14)
    found, error = card_worth(solutions, objectives, ridge)
    centred, target = solutions - solutions.mean(axis=0), objectives - objectives.mean()
    solver = np.linalg.pinv(np.vstack([centred, np.sqrt(ridge) * np.eye(5)]))[:, :14]
    contrast = np.eye(5) - solutions.sum(axis=0) / solutions.sum()
    np.testing.assert_allclose(found, contrast @ solver @ target)
    left = target - centred @ solver @ target
    variance = (left**2).sum() / (14 - 1 - np.trace(centred @ solver))
    shown = contrast @ solver
    np.testing.assert_allclose(error, np.sqrt(variance * (shown**2).sum(axis=1)))
