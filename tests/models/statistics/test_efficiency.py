import numpy as np
import polars as pl
import pytest

from models.statistics.efficiency import calibration, games_needed, objective_errors


def test_honest_beliefs_are_covered_as_often_as_they_say():
    rng = np.random.default_rng(1)
    truth, sd, se = rng.normal(0, 5, 20_000), np.full(20_000, 1.5), np.full(20_000, 0.8)
    believed, found = truth + rng.normal(0, sd), truth + rng.normal(0, se)
    honest = calibration(believed, sd, found, se)
    assert honest.bias == pytest.approx(0, abs=0.05)
    assert honest.error == pytest.approx(np.hypot(1.5, 0.8), rel=0.02)
    assert honest.covered == pytest.approx(0.9, abs=0.01)
    proud = calibration(believed + 2, sd / 3, found, se)
    assert proud.bias == pytest.approx(-2, abs=0.05)
    assert proud.covered < 0.5


def test_beliefs_without_a_deviation_have_no_coverage():
    found = calibration(np.zeros(3), np.full(3, np.nan), np.ones(3), np.ones(3))
    assert np.isnan(found.covered)
    assert found.bias == 1


def evaluations(games: np.ndarray, opponents: int) -> pl.DataFrame:
    """The table of decks whose games' health differences are these, opponents dealt in turn."""
    means = np.stack([games[:, i::opponents].mean(axis=1) for i in range(opponents)], axis=1)
    counts = np.stack(
        [np.full(len(games), games[:, i::opponents].shape[1]) for i in range(opponents)], 1
    )
    return pl.DataFrame(
        {
            "objective": games.mean(axis=1),
            "objective_se": games.std(axis=1, ddof=1) / np.sqrt(games.shape[1]),
            "opponent_games": pl.Series(counts, dtype=pl.Array(pl.Int64, opponents)),
            "opponent_objective": pl.Series(means, dtype=pl.Array(pl.Float64, opponents)),
        }
    )


def test_differences_between_opponents_are_no_noise():
    rng = np.random.default_rng(2)
    opponents = np.tile([-20.0, 0.0, 20.0], 40)
    games = opponents + rng.normal(0, 10, (4_000, 120))
    errors = objective_errors(evaluations(games, 3))
    assert errors.mean() == pytest.approx(10 / np.sqrt(120), rel=0.01)
    assert games.mean(axis=1).std() == pytest.approx(errors.mean(), rel=0.03)


def test_with_a_game_per_opponent_the_error_is_that_of_independent_games():
    games = np.array([[1.0, 2.0, 6.0]])
    table = evaluations(games, 3)
    assert objective_errors(table)[0] == table["objective_se"][0]
    plain = table.select("objective", "objective_se")
    assert objective_errors(plain)[0] == table["objective_se"][0]


def test_the_games_needed_lie_on_the_line_between_points():
    games, scores = np.array([100, 200, 400]), np.array([10.0, 20.0, 40.0])
    assert games_needed(games, scores, 25) == 250
    assert games_needed(games, scores, 5) == 100
    assert games_needed(games, scores, 41) == float("inf")
