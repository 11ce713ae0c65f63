"""Beliefs are those of a Gaussian, additive over cards."""

import numpy as np

from models.statistics.beliefs import ALL, CONTEXT, Beliefs, in_a_deck, learned, of_cards


def test_results_change_beliefs_as_the_textbook_says():
    rng = np.random.default_rng(1)
    start = Beliefs(("a", "b", "c"), np.array([0.1, 0.0, -0.1]), np.diag([0.04, 0.01, 0.09]))
    x, noise = rng.normal(size=(50, 3)), np.full(50, 0.3)
    worth = np.array([0.3, -0.1, 0.2])
    y = x @ worth + noise * rng.normal(size=50)
    found = start.told(x, y, noise)
    gain = start.covariance @ x.T @ np.linalg.inv(x @ start.covariance @ x.T + 0.09 * np.eye(50))
    np.testing.assert_allclose(found.mean, start.mean + gain @ (y - x @ start.mean))
    left = start.covariance - gain @ x @ start.covariance
    np.testing.assert_allclose(found.covariance, left, atol=1e-12)
    in_parts = start.told(x[:20], y[:20], noise[:20]).told(x[20:], y[20:], noise[20:])
    np.testing.assert_allclose(in_parts.mean, found.mean)


def test_results_of_decks_teach_worths_beside_what_all_win():
    rng = np.random.default_rng(2)
    copies = rng.integers(0, 3, (20_000, 4))
    worth = np.array([0.02, 0.0, -0.03, 0.01])
    noise = np.full(len(copies), 0.1)
    shares = 0.4 + copies @ worth + noise * rng.normal(size=len(copies))
    found = learned(("a", "b", "c", "d"), copies, shares, noise)
    assert found.cards[-1] == ALL
    np.testing.assert_allclose(10 * found.mean[-1], 0.4, atol=0.01)
    cards = of_cards(found)
    assert cards.cards == ("a", "b", "c", "d")
    np.testing.assert_allclose(cards.mean, worth, atol=0.004)
    own = in_a_deck(cards)
    np.testing.assert_array_equal(own.mean, cards.mean)
    np.testing.assert_allclose(own.covariance - cards.covariance, np.eye(4) * CONTEXT**2)
