"""Agreement with another simulator, and what SabberStone's results say."""

import numpy as np
import pytest

from engine.decks import find_card, pool
from models.statistics.calibration import (
    GENERATORS,
    N_GAMES_THEIRS,
    POOL,
    PUBLISHED_EFFECTS,
    REFERENCE,
    agreement,
    rank_correlation,
    read_reference,
)

N_GAMES = 200
SD_PER_GAME = 14.0


def noisy(truth: np.ndarray, n_games: int, rng: np.random.Generator) -> np.ndarray:
    return truth + rng.normal(0, SD_PER_GAME / np.sqrt(n_games), truth.shape)


def test_a_perfect_simulator_reaches_the_ceiling():
    rng = np.random.default_rng(0)
    truth = rng.normal(5, 8, 50_000)
    theirs, ours = noisy(truth, 200, rng), noisy(truth, N_GAMES, rng)
    errors = np.full(truth.shape, SD_PER_GAME / np.sqrt(N_GAMES))
    result = agreement(ours, errors, theirs, N_GAMES, 200)
    assert result.n == 50_000
    assert result.pearson_r == pytest.approx(result.ceiling_r, abs=0.002)
    assert result.slope == pytest.approx(result.ceiling_slope, abs=0.005)
    assert result.ceiling_r < 1
    assert result.bias == pytest.approx(0, abs=0.05)


def test_fewer_games_lower_the_ceiling():
    rng = np.random.default_rng(1)
    truth = rng.normal(0, 8, 20_000)
    theirs, ours = noisy(truth, 200, rng), noisy(truth, 20, rng)
    errors = np.full(truth.shape, SD_PER_GAME / np.sqrt(20))
    result = agreement(ours, errors, theirs, 20, 200)
    assert result.ceiling_r < 0.95
    assert result.pearson_r == pytest.approx(result.ceiling_r, abs=0.01)


def test_slope_and_bias_are_ours_on_theirs():
    theirs = np.array([-10.0, 0.0, 10.0, 20.0])
    result = agreement(0.5 * theirs - 1, np.zeros(4), theirs, N_GAMES, 200)
    assert result.slope == pytest.approx(0.5)
    assert result.bias == pytest.approx(-1 - 0.5 * 5)
    assert result.pearson_r == pytest.approx(1)
    assert result.ceiling_r == 1


@pytest.mark.parametrize(
    ("ours", "message"), [([1.0, 2.0], "at least 3"), ([1.0, 1.0, 1.0], "same health difference")]
)
def test_too_little_to_compare_is_refused(ours, message):
    ours = np.array(ours)
    with pytest.raises(ValueError, match=message):
        agreement(ours, np.zeros(len(ours)), ours, N_GAMES, 200)


def test_rank_correlation_sees_order_only():
    values = np.array([3.0, -1.0, 2.0, 8.0])
    assert rank_correlation(values, np.exp(values)) == pytest.approx(1)
    assert rank_correlation(values, -values) == pytest.approx(-1)
    with_a_tie = rank_correlation(np.array([1, 1, 2, 3]), np.array([1, 2, 3, 4]))
    assert with_a_tie == pytest.approx(0.9487, abs=1e-3)


def test_the_reference_decks_are_read_and_legal():
    counts, theirs = read_reference(REFERENCE)
    assert counts.shape == (200, 180)
    assert set(counts.sum(axis=1)) == {30}
    assert theirs.min() > -30
    assert N_GAMES_THEIRS == 200


def test_cards_named_in_the_source_are_in_the_pool():
    ids = set(pool(POOL).ids)
    assert len(PUBLISHED_EFFECTS) == 20
    assert {find_card(name).id for name in (*PUBLISHED_EFFECTS, *GENERATORS)} <= ids
