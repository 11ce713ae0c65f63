"""Ratings, against known strengths and another way to compute them."""

from itertools import combinations

import numpy as np
import pytest

from models.statistics.ratings import ELO, rate_players

STRENGTH = np.array([150.0, 0.0, -50.0, -100.0])
SEAT = 60.0


def games(n_deals: int, seed: int, spread: float = 0.0):
    """All pairs in both seats of each deal; `spread`: Elo points of luck that a deal's seat has."""
    rng, rows = np.random.default_rng(seed), []
    for deal in range(n_deals):
        luck = SEAT + spread * rng.standard_normal()
        for a, b in combinations(range(len(STRENGTH)), 2):
            for first, second in ((a, b), (b, a)):
                gap = STRENGTH[first] - STRENGTH[second] + luck
                won = rng.random() < 1 / (1 + np.exp(-gap / ELO))
                rows.append((first, second, float(won), deal))
    first, second, score, deal = np.array(rows).T
    return first.astype(int), second.astype(int), score, deal.astype(int)


def test_strengths_and_the_seats_advantage_are_found():
    ratings = rate_players(*games(1500, seed=1), 4)
    assert ratings.elo.sum() == pytest.approx(0, abs=1e-9)
    np.testing.assert_allclose(ratings.elo, STRENGTH - STRENGTH.mean(), atol=15)
    assert ratings.seat[0] == pytest.approx(SEAT, abs=3 * ratings.seat[1])
    assert ratings.expected(0, 3) == pytest.approx(0.8, abs=0.04)
    assert ratings.expected(0, 3) + ratings.expected(3, 0) == pytest.approx(1)


def test_intervals_hold_the_truth_as_often_as_they_say():
    n_in = n = 0
    for seed in range(60):
        ratings = rate_players(*games(60, seed), 4)
        for player in range(4):
            low, high = ratings.interval(player)
            n_in += low <= STRENGTH[player] - STRENGTH.mean() <= high
            n += 1
    assert 0.9 <= n_in / n <= 0.99


def test_swapped_seats_narrow_the_interval_where_luck_is_of_the_deal():
    first, second, score, deal = games(400, seed=2, spread=400)
    by_deal = rate_players(first, second, score, deal, 4)
    alone = rate_players(first, second, score, np.arange(len(deal)), 4)
    np.testing.assert_allclose(by_deal.elo, alone.elo)
    assert by_deal.covariance[0, 0] < alone.covariance[0, 0]


def test_two_players_have_the_odds_of_their_games():
    n, wins = 400, 300
    score = np.repeat([1.0, 0.0], [wins, n - wins])
    first, second = np.tile([0, 1], n // 2), np.tile([1, 0], n // 2)
    score = np.where(first == 0, score, 1 - score)
    ratings = rate_players(first, second, score, np.arange(n), 2)
    gain, (low, high) = ratings.difference(0, 1)
    assert gain == pytest.approx(ELO * np.log((wins + 0.5) / (n - wins + 0.5)), abs=1)
    assert low < gain < high


def test_who_loses_every_game_has_a_rating():
    first, second = np.tile([0, 1], 50), np.tile([1, 0], 50)
    ratings = rate_players(first, second, np.where(first == 0, 1.0, 0.0), np.arange(100), 2)
    gain, (low, high) = ratings.difference(0, 1)
    assert np.isfinite([gain, low, high]).all()
    assert 400 < low < gain < 1200
