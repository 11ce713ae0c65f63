"""What copies of cards are worth."""

import numpy as np
import pytest

from models.statistics.card_worth import _RIDGE, card_worth, centred_worth


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


def test_the_ridge_is_that_of_rows_added_to_ordinary_least_squares():
    rng = np.random.default_rng(1)
    solutions = rng.multinomial(6, np.full(5, 1 / 5), size=14)
    objectives = solutions @ [2.0, 1, 0, -1, -2] + rng.normal(0, 1, 14)
    found, error = card_worth(solutions, objectives)
    centred, target = solutions - solutions.mean(axis=0), objectives - objectives.mean()
    solver = np.linalg.pinv(np.vstack([centred, np.sqrt(_RIDGE) * np.eye(5)]))[:, :14]
    contrast = np.eye(5) - solutions.sum(axis=0) / solutions.sum()
    np.testing.assert_allclose(found, contrast @ solver @ target)
    left = target - centred @ solver @ target
    variance = (left**2).sum() / (14 - 1 - np.trace(centred @ solver))
    shown = contrast @ solver
    np.testing.assert_allclose(error, np.sqrt(variance * (shown**2).sum(axis=1)))


def test_card_effects_are_found_relative_to_the_average_card():
    rng = np.random.default_rng(2)
    effects = rng.normal(0, 1, 40)
    effects -= effects.mean()
    counts = np.array([rng.multivariate_hypergeometric([2] * 40, 30) for _ in range(5000)])
    objectives = counts @ effects - 3 + rng.normal(0, 1, len(counts))
    assert centred_worth(counts, objectives) == pytest.approx(effects, abs=0.08)


def test_decks_that_are_centred_already_have_effects_too():
    rng = np.random.default_rng(3)
    counts = np.array([rng.multivariate_hypergeometric([2] * 40, 30) for _ in range(512)])
    objectives = counts @ rng.normal(0, 1, 40)
    found = centred_worth(counts - counts.mean(axis=0), objectives)
    assert found == pytest.approx(centred_worth(counts, objectives))
