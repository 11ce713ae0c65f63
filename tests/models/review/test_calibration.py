"""The fit of the calibration."""

import math

import numpy as np
import pytest

from models.review.calibration import ChanceCalibration, included

TRUE = ChanceCalibration(scale=0.5, to_move=0.2, waiting=-0.3)


def test_the_fit_finds_the_numbers_that_made_the_games():
    rng = np.random.default_rng(1)
    leads, moves = rng.normal(0, 3, 60_000), rng.random(60_000) < 0.5
    chances = [TRUE.chance(x, moves=bool(m)) for x, m in zip(leads, moves, strict=True)]
    won = (rng.random(60_000) < chances).astype(float)
    found = ChanceCalibration.fitted(leads, moves, won)
    assert found.scale == pytest.approx(TRUE.scale, abs=0.02)
    assert found.to_move == pytest.approx(TRUE.to_move, abs=0.05)
    assert found.waiting == pytest.approx(TRUE.waiting, abs=0.05)


def test_the_included_numbers_give_chances():
    numbers = included()
    assert numbers.chance(0, moves=True) == pytest.approx(0.5, abs=0.1)
    assert numbers.chance(5, moves=True) > numbers.chance(1, moves=True) > 0.5
    assert math.isclose(
        1 - TRUE.chance(1, moves=True), TRUE.but(to_move=-0.2).chance(-1, moves=True)
    )
