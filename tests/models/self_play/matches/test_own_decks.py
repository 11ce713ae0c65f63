from collections import Counter

import numpy as np
import pytest

from engine.rules import rules_for
from models.self_play.matches.own_decks import built_decks, random_deck
from models.self_play.matches.players import LearnedPlayer
from models.settings.config import ConfigError

HEROES = ["MAGE", "HUNTER", "MAGE"]


@pytest.fixture(scope="module")
def player(new_checkpoint):
    return LearnedPlayer((new_checkpoint(0),))


def cards(decks) -> list[tuple[str, ...]]:
    return [deck.cards for deck in decks]


def test_decks_are_legal_and_of_their_class(player):
    rules = rules_for(format="classic")
    for deck, hero in zip(
        built_decks(player, HEROES, 10, None, 1, np.arange(3)), HEROES, strict=True
    ):
        assert deck.hero == hero
        assert len(deck.cards) == 10
        for card, n in Counter(deck.cards).items():
            data = rules.card_data(card)
            assert data.card_class in (hero, "NEUTRAL")
            assert n <= data.max_copies


def test_a_deck_depends_on_its_number_not_on_the_others(player):
    together = built_decks(player, HEROES, 10, None, 1, np.array([70, 5, 6]))
    alone = built_decks(player, ["MAGE"], 10, None, 1, np.array([70]))
    assert cards(together)[:1] == cards(alone)
    assert cards(together)[0] != cards(together)[2]
    assert cards(built_decks(player, ["MAGE"], 10, None, 2, np.array([70]))) != cards(alone)


def test_the_best_deck_of_a_class_is_always_the_same(new_checkpoint):
    player = LearnedPlayer((new_checkpoint(0),), "best")
    decks = cards(built_decks(player, ["MAGE"] * 3, 10, None, 1, np.arange(3)))
    assert len(set(decks)) == 1


def test_decks_keep_to_the_given_cards(player):
    pool = player.checkpoints[0].pool
    some = [pool.ids[i] for i in np.flatnonzero(pool.usable("MAGE"))[:12]]
    (deck,) = built_decks(player, ["MAGE"], 10, some, 1, np.arange(1))
    assert set(deck.cards) <= set(some)
    with pytest.raises(ConfigError, match="a deck has 10 cards"):
        built_decks(player, ["MAGE"], 10, some[:3], 1, np.arange(1))


def test_each_network_builds_for_its_own_class(new_checkpoint, monkeypatch):
    both = [new_checkpoint(0, heroes=("MAGE",)), new_checkpoint(1, heroes=("HUNTER",))]
    built, numbers = built_decks(LearnedPlayer(tuple(both)), HEROES, 10, None, 1, np.arange(3)), []
    for hero, number, checkpoint in zip(HEROES, range(3), (*both, both[0]), strict=True):
        alone = built_decks(LearnedPlayer((checkpoint,)), [hero], 10, None, 1, np.array([number]))
        numbers.append(cards(alone)[0])
    assert cards(built) == numbers


def test_random_decks_are_legal_and_differ_by_seed():
    rules = rules_for(format="classic")
    decks = [random_deck(rules, "MAGE", 30, None, seed) for seed in (1, 2, 1)]
    assert cards(decks)[0] == cards(decks)[2] != cards(decks)[1]
    assert {len(deck.cards) for deck in decks} == {30}
