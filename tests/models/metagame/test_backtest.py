"""Changes in equal deals, and rankings of cards."""

import numpy as np
import pytest

from models.metagame.backtest import area_with_limits, change_of, losses, within


def test_a_change_counts_games_in_equal_deals_only_where_they_differ():
    before = np.array([[1, 1, 0, 0], [1, 0, 1, 0]], bool)
    after = np.array([[1, 0, 0, 0], [1, 0, 0, 0]], bool)
    change, error = change_of(before, after)
    assert change == pytest.approx(-0.25)
    assert error == pytest.approx(np.std([0, -0.5, -0.5, 0], ddof=1) / 2)
    assert change_of(before, before) == (0, 0)
    assert np.isnan(change_of(before[:, :0], after[:, :0])).all()


def test_the_best_deck_of_a_class_loses_what_the_next_one_without_the_card_wins_less():
    has = np.array([[1, 1, 0], [0, 1, 0], [0, 0, 1]], bool)
    heroes, shares = np.array(["A", "A", "B"]), np.array([0.3, 0.3, 0.4])
    found = losses(np.array([0.6, 0.5, 0.4]), has, heroes, shares)
    assert found == pytest.approx([0.6 * 0.1, 0.6 * 0.1, 0])


def test_values_are_compared_within_their_group():
    found = within(np.array([1.0, 3.0, 10.0, 20.0]), np.array([0, 0, 1, 1]))
    assert found.tolist() == [-1, 1, -5, 5]


def test_the_area_is_how_often_a_hit_has_the_higher_score():
    hit = np.array([1, 0, 1, 0, 0], bool)
    area, low, high = area_with_limits(np.array([5.0, 4, 4, 2, 1]), hit)
    assert area == pytest.approx((3 + 2.5) / 6)
    assert np.isnan([low, high]).all()  # too few
    rng = np.random.default_rng(1)
    hit = rng.random(300) < 0.2
    area, low, high = area_with_limits(rng.normal(size=300) + hit, hit)
    assert 0.5 < low < area < high < 1
    assert np.isnan(area_with_limits(np.ones(3), np.zeros(3, bool))).all()
