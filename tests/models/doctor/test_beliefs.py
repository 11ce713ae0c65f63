"""Beliefs of a class are stored, and learned from games."""

import numpy as np
import pytest

from engine.decks import CLASSES, class_pool
from models.doctor import beliefs as module
from models.doctor.beliefs import beliefs_of, learn
from models.players.decks import named_deck
from models.players.field import Field
from models.statistics.beliefs import CONTEXT, UNKNOWN, unknown


@pytest.mark.parametrize("hero", CLASSES)
def test_every_card_of_a_class_has_stored_beliefs(hero):
    pool = class_pool(hero, "blackrock")
    deck = pool.deck(np.zeros(len(pool), int))
    found = beliefs_of(deck, pool)
    assert found.cards == pool.ids
    sds = np.sqrt(np.diag(found.covariance) - CONTEXT**2)
    assert (sds < 0.6 * UNKNOWN).all()
    assert abs(found.mean.mean()) < 1e-3
    assert found.mean.std() > 0.004


def test_cards_outside_the_pool_are_unknown():
    deck, pool = named_deck("Zoolock"), class_pool("WARLOCK")
    found = beliefs_of(deck, pool)
    assert set(deck.cards) <= set(found.cards)
    assert found.counts([deck]).sum() == 30
    first = unknown(["x"])
    assert first.covariance[0, 0] == UNKNOWN**2


class Planted(Field):
    """Games that a deck wins more often the more good cards it has."""

    good: frozenset[str]

    def play(self, decks, who, deals, seats):
        share = [0.3 + 0.04 * sum(card in self.good for card in each.deck.cards) for each in decks]
        luck = np.random.default_rng((int(deals[0]), int(seats[0]))).random(len(who))
        return luck < np.array(share)[who]


def test_games_teach_which_cards_are_good(field, monkeypatch):
    for name, value in (("_RANDOM", 3000), ("_GENERATIONS", 2), ("_DECKS", 500)):
        monkeypatch.setattr(module, name, value)
    pool = class_pool("MAGE", "blackrock")
    planted = Planted(field.opponents, field.player, 1)
    good = frozenset(pool.ids[::10])
    object.__setattr__(planted, "good", good)
    found = learn(pool, planted, np.random.default_rng(1))
    assert found.cards == pool.ids
    is_good = np.array([card in good for card in pool.ids])
    assert found.mean[is_good].mean() - found.mean[~is_good].mean() > 0.015
    assert np.corrcoef(found.mean, is_good)[0, 1] > 0.5
    assert (np.diag(found.covariance) < UNKNOWN**2).all()


def test_equal_seeds_teach_the_same(field, monkeypatch):
    for name, value in (("_RANDOM", 100), ("_GENERATIONS", 1), ("_DECKS", 50)):
        monkeypatch.setattr(module, name, value)
    pool = class_pool("MAGE", "blackrock")
    one, two = (learn(pool, field, np.random.default_rng(1)) for _ in range(2))
    np.testing.assert_array_equal(one.mean, two.mean)
