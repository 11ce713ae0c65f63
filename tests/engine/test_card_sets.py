"""Extra cards beside a build's: their rulings, their digest, and decks with them."""

from dataclasses import replace

import numpy as np
import pytest

from engine.card_sets import CardSet
from engine.core import enums as e
from engine.decks import Deck, DeckError, validate_deck
from engine.dsl.abilities import after, battlecry, summoned
from engine.dsl.cards import hero, hero_power, minion, spell, weapon
from engine.dsl.effects import deal, draw
from engine.dsl.errors import CardError
from engine.dsl.keywords import taunt
from engine.dsl.selectors import enemies, enemy, random, your
from engine.game import Game, IllegalAction
from engine.rules import rules_for

WALL = minion("wall", "Wall", 2, 0, 6, taunt)
NONE = hero("none", "None", 30)
WALLS = CardSet("walls", (WALL, NONE, minion("clerk", "Clerk", 1, 1, 1, battlecry(draw(1)))))


def stage(**position):
    return Game.stage(rules=rules_for(extra=WALLS), **position)


def test_an_extra_minion_does_what_its_line_says():
    game = stage(board=["Chillwind Yeti"], hand=["Clerk"], deck=["Wall"], enemy_board=["Wall"])
    game.play("Clerk")
    assert [card.name for card in game.player.hand] == ["Wall"]
    yeti, wall = game.player.board[0], game.opponent.board[0]
    assert (wall.taunt, wall.attack, wall.health, wall.cost) == (True, 0, 6, 2)
    with pytest.raises(IllegalAction, match="taunt"):
        game.attack(yeti, game.opponent.hero)
    game.attack(yeti, wall)
    assert (wall.health, yeti.health) == (2, 5)


def test_a_hero_without_a_power_has_none():
    game = stage(hero="NONE", enemy_hero="MAGE")
    assert game.player.hero.name == "None"
    assert (game.player.health, game.player.power.is_usable) == (30, False)
    assert [str(action) for action in game.legal_actions()] == ["ends the turn"]
    with pytest.raises(IllegalAction, match="the hero has no hero power"):
        game.player.power.use()


def test_an_extra_hero_may_have_a_power():
    cards = (hero_power("poke", "Poke", 1, deal(1, enemy.hero)), hero("imp", "Imp", 9, "Poke"))
    game = Game.stage(hero="IMP", rules=rules_for(extra=CardSet("imps", cards)))
    assert game.player.health == 9
    game.player.power.use()
    assert game.opponent.health == 29


def test_triggers_and_other_types_work_beside_the_builds_cards():
    cards = (
        minion(
            "heckler", "Heckler", 1, 1, 1, after(summoned(your.other.minions), deal(1, enemies))
        ),
        weapon("stick", "Stick", 1, 1, 3),
        spell("zap", "Zap", 0, deal(2, random(enemies))),
    )
    rules = rules_for(extra=CardSet("a few", cards))
    game = Game.stage(hand=["Heckler", "Wisp", "Stick", "Zap"], rules=rules)
    for name in ("Heckler", "Wisp", "Stick", "Zap"):
        game.play(name)
    assert (game.opponent.health, game.player.weapon.durability) == (27, 3)
    assert rules.card_data("stick").durability == 3


def test_a_game_of_extra_cards_goes_from_the_start_to_its_end():
    deck = Deck("walls", "NONE", ("clerk",) * 30)
    game = Game.start(deck, replace(deck, hero="MAGE"), rules=rules_for(extra=WALLS))
    while game.result == "running":
        game.apply(game.legal_actions()[0])
    assert game.winner is not None


def test_the_rows_of_the_build_stay_as_they_are():
    plain, rules = rules_for(), rules_for(extra=WALLS)
    n = len(plain.ids)
    assert rules.ids[:n] == plain.ids
    assert rules.ids[n:] == ("wall", "none", "clerk")
    assert (rules.tables.cards[:n] == plain.tables.cards[:n]).all()
    used = slice(0, plain.table_rows.n["effects"])
    assert (rules.tables.effects[used] == plain.tables.effects[used]).all()
    for table in ("pool_starts", "pool_cards"):
        assert np.array_equal(rules.tables[table], plain.tables[table])


def test_the_digest_covers_the_set():
    digests = {
        rules_for().digest,
        rules_for(extra=WALLS).digest,
        rules_for(extra=CardSet("other name", WALLS.cards)).digest,
        rules_for(extra=CardSet("walls", (replace(WALL, attack=1), *WALLS.cards[1:]))).digest,
        rules_for(extra=CardSet("walls", (replace(WALL, name="Rampart"), *WALLS.cards[1:]))).digest,
    }
    assert len(digests) == 5
    assert rules_for(extra=WALLS) is rules_for(extra=CardSet("walls", WALLS.cards))


def test_a_class_for_texts_about_the_opponents_class():
    rules = rules_for(variant="sabberstone", extra=WALLS)
    game = Game.stage(hand=["Pilfer"], enemy_hero="NONE", rules=rules)
    game.play("Pilfer")
    (stolen,) = game.player.hand
    assert rules.tables.cards[rules.row(stolen.id)].card_class == e.CLASSES.index("MAGE")


def test_decks_may_have_extra_cards():
    rules = rules_for(extra=WALLS)
    deck = Deck("walls", "NONE", ("wall",) * 29 + ("CS2_231",))
    validate_deck(deck, extra=rules.extra_data)
    assert deck.describe(rules.card_data) == "1x Wisp, 29x Wall"
    with pytest.raises(DeckError, match="unknown class 'NONE'; use one of Druid"):
        validate_deck(deck)
    with pytest.raises(DeckError, match="'Fireball' is a Mage card; a None deck takes None"):
        validate_deck(replace(deck, cards=("CS2_029",) * 2), 2, extra=rules.extra_data)
    with pytest.raises(DeckError, match="unknown card id 'wal'"):
        Game.start(replace(deck, cards=("wal",)), deck, rules=rules)
    with pytest.raises(DeckError, match=r"unknown class 'NOBODY'; use one of Druid, .*, None"):
        Game.start(replace(deck, hero="NOBODY"), deck, rules=rules)


@pytest.mark.parametrize(
    ("name", "cards", "message"),
    [
        ("", (WALL,), "a set has a name and at least one card"),
        ("empty", (), "a set has a name and at least one card"),
        ("heroes", (hero("x", "Mage", 30),), r"Mage \(x, .*another name"),
        ("heroes", (NONE, hero("x", "none", 30)), "another name"),
    ],
)
def test_a_set_that_makes_no_sense_is_refused(name, cards, message):
    with pytest.raises(CardError, match=message):
        CardSet(name, cards)


def test_an_id_of_the_build_is_refused():
    cards = CardSet("twice", (minion("CS2_231", "My Wisp", 0, 1, 1),))
    with pytest.raises(CardError, match=r"My Wisp .*the id is already taken by neutral.py"):
        rules_for(extra=cards)
