"""HearthSim's decks: random minions, and the published lists."""

import numpy as np
import pytest

from engine.core import enums as e
from engine.decks import DeckError, validate_deck
from engine.game import Game
from engine.rules import rules_for
from models.hearthsim.decks import CARDS, NONE, basic_deck, minion_id, random_minions

N = 2000


@pytest.fixture(scope="module")
def rules():
    return rules_for(extra=CARDS)


def drawn(rules, *taunts: int, n: int = N) -> np.ndarray:
    """(n, 2, 30) array of records: the cards of random decks."""
    return rules.tables.cards[random_minions(rules, np.arange(n, dtype=np.uint64), taunts)]


def test_attack_and_health_are_uniform_and_independent(rules):
    cards = drawn(rules, 0, 0)
    assert cards.shape == (N, 2, 30)
    counts = np.zeros((6, 5), int)
    np.add.at(counts, (cards["attack"].ravel(), cards["health"].ravel()), 1)
    assert counts[0].sum() == counts[:, 0].sum() == 0
    expected = cards.size / 20
    assert np.abs(counts[1:, 1:] - expected).max() < 5 * np.sqrt(expected)
    assert (cards["keywords"] == 0).all()


def test_more_taunts_change_nothing_else(rules):
    before = drawn(rules, 0, 0, n=50)
    for n in (2, 16, 30):
        after = drawn(rules, n, 0, n=50)
        assert (after["attack"] == before["attack"]).all()
        assert (after["cost"] == before["cost"]).all()
        has = after["keywords"] != 0
        assert (has.sum(axis=2) == [n, 0]).all()
        assert (drawn(rules, n - 1, 0, n=50)["keywords"][has == 0] == 0).all()


def test_every_place_has_taunt_equally_often(rules):
    has = drawn(rules, 15, 0)["keywords"][:, 0] != 0
    assert np.abs(has.sum(axis=0) - N / 2).max() < 5 * np.sqrt(N / 4)


def test_a_deck_depends_on_its_seed_only(rules):
    seeds = np.arange(100, dtype=np.uint64)
    whole = random_minions(rules, seeds, (8, 0))
    assert np.array_equal(whole[40:60], random_minions(rules, seeds[40:60], (8, 0)))
    assert len(np.unique(whole[:, 0], axis=0)) == 100


def test_the_published_decks_are_legal_but_for_their_hero(rules):
    deck = basic_deck("NONE", "Magma Rager", "Oasis Snapjaw")
    validate_deck(deck, extra=rules.extra_data)
    names = deck.describe(rules.card_data)
    assert names.startswith("2x Goldshire Footman, 2x Murloc Raider, 2x Bloodfen Raptor")
    assert "2x Magma Rager" in names
    assert sum(rules.card_data(card_id).cost for card_id in deck.cards) == 2 * 52


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (("Magma Rager", "War Golem"), "choose two other cards"),
        (("Magma Rager",), "choose two other cards"),
        (("Magma Rager", "Oasis Snapjow"), "did you mean 'Oasis Snapjaw'"),
    ],
)
def test_wrong_choices_are_refused(chosen, message):
    with pytest.raises(DeckError, match=message):
        basic_deck("NONE", *chosen)


def test_every_minion_is_there_with_and_without_taunt():
    rules = rules_for(extra=CARDS)
    assert len(CARDS.cards) == 1 + 2 * 5 * 4
    for attack in range(1, 6):
        for health in range(1, 5):
            for has_taunt in (False, True):
                card = rules.tables.cards[rules.row(minion_id(attack, health, has_taunt))]
                assert (card.attack, card.health) == (attack, health)
                assert card.cost == (attack + health) // 2
                assert card.keywords == (e.TAUNT if has_taunt else 0)


def test_the_hero_has_30_health_and_no_power():
    game = Game.stage(hand=["5/4 Taunt"], hero=NONE, rules=rules_for(extra=CARDS))
    game.play("5/4 Taunt")
    assert (game.player.health, game.player.board[0].taunt) == (30, True)
    assert not game.player.power.is_usable
