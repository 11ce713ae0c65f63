"""The calibration's fit, and its measures against plain loops."""

import math

import numpy as np
import pytest

from models.review.calibration import ChanceCalibration, calibration_error, included, reliability

TRUE = ChanceCalibration(scale=0.5, to_move=0.2, waiting=-0.3)


@pytest.fixture(scope="module")
def sample():
    rng = np.random.default_rng(1)
    leads, moves = rng.normal(0, 3, 60_000), rng.random(60_000) < 0.5
    chances = [TRUE.chance(x, moves=bool(m)) for x, m in zip(leads, moves, strict=True)]
    return leads, moves, (rng.random(60_000) < chances).astype(float), np.array(chances)


def test_the_fit_finds_the_numbers_that_made_the_games(sample):
    leads, moves, won, _ = sample
    found = ChanceCalibration.fitted(leads, moves, won)
    assert found.scale == pytest.approx(TRUE.scale, abs=0.02)
    assert found.to_move == pytest.approx(TRUE.to_move, abs=0.05)
    assert found.waiting == pytest.approx(TRUE.waiting, abs=0.05)


def test_the_error_is_that_of_a_plain_loop(sample):
    *_, won, chances = sample
    wrong = chances**2
    expected = 0.0
    for low in range(10):
        inside = [i for i, chance in enumerate(wrong) if low <= chance * 10 < low + 1]
        expected += abs(sum(wrong[i] - won[i] for i in inside)) / len(won)
    assert calibration_error(wrong, won) == pytest.approx(expected)
    assert calibration_error(chances, won) < 0.01 < calibration_error(wrong, won)
    table = reliability(wrong, won)
    weights = table["positions"] / len(won)
    assert (weights * (table["chance"] - table["won"]).abs()).sum() == pytest.approx(expected)


def test_a_certain_chance_is_in_the_last_tenth():
    table = reliability(np.array([1.0, 0.95, 0.0]), np.array([1.0, 1.0, 0.0]))
    assert table["bin"].to_list() == [0, 9]
    assert table["positions"].to_list() == [1, 2]


def test_the_included_numbers_give_chances():
    numbers = included()
    assert numbers.chance(0, moves=True) == pytest.approx(0.5, abs=0.1)
    assert numbers.chance(5, moves=True) > numbers.chance(1, moves=True) > 0.5
    assert math.isclose(
        1 - TRUE.chance(1, moves=True), TRUE.but(to_move=-0.2).chance(-1, moves=True)
    )
