"""The best deck by worths is found, and draws of worths make new decks."""

from itertools import product

import numpy as np

from engine.deck_rules import DECK_SIZE
from models.problems.thompson import best_deck, drawn_decks
from models.statistics.beliefs import Beliefs

COPIES = np.full(40, 2)
BELIEFS = Beliefs(tuple(map(str, range(40))), np.linspace(0.02, -0.02, 40), np.eye(40) * 0.01**2)


def drawn(played, n=20, exploration=0.2, seed=1) -> np.ndarray:
    return drawn_decks(BELIEFS, COPIES, played, n, exploration, np.random.default_rng(seed))


def test_no_deck_is_worth_more_than_the_best():
    rng = np.random.default_rng(1)
    copies = np.array([2, 1, 2, 1, 2, 30])
    for _ in range(20):
        worths = rng.normal(size=6)
        found = best_deck(worths, copies)
        decks = [
            (*some, DECK_SIZE - sum(some)) for some in product(*(range(n + 1) for n in copies[:5]))
        ]
        assert tuple(found) in decks
        np.testing.assert_allclose(found @ worths, np.max(np.array(decks) @ worths))


def test_drawn_decks_are_legal_and_new():
    played = best_deck(BELIEFS.mean, COPIES)[None]
    found = drawn(played)
    assert found.shape == (20, 40)
    assert (found.sum(axis=1) == DECK_SIZE).all()
    assert (found <= COPIES).all()
    assert len(np.unique(np.concatenate([played, found]), axis=0)) == 21


def test_more_exploration_takes_decks_farther_from_the_best():
    best = best_deck(BELIEFS.mean, COPIES)
    away = [
        np.abs(drawn(best[None], exploration=each) - best).sum(axis=1).mean()
        for each in (0.1, 1.0, 5.0)
    ]
    assert away == sorted(away)
    assert away[0] < away[2] / 2


def test_draws_that_agree_give_fewer_decks():
    """A pool of exactly one deck has no new one."""
    one = Beliefs(BELIEFS.cards[:15], BELIEFS.mean[:15], BELIEFS.covariance[:15, :15])
    every = np.full((1, 15), 2, np.int8)
    rng = np.random.default_rng(1)
    assert drawn_decks(one, every[0], every, 5, 0.2, rng).shape == (0, 15)
    assert (drawn_decks(one, every[0], every[:0], 5, 0.2, rng) == every).all()
