"""What an action has changed: nothing that left is missing, and nothing hidden is named."""

import numpy as np
import pytest

from engine.core.enums import IN_DECK, IN_HAND, IN_SECRETS, REMOVED
from engine.decks import CLASSES
from engine.game import Game
from models.players.changes import Scene, changes
from tests.engine.random_games import Table, random_deck

HIDDEN = (IN_DECK, IN_HAND, IN_SECRETS)


def scene(game: Game) -> Scene:
    return Scene.of(game.record, game.rules)


def after(game: Game, text: str, hearer: int | None = None) -> list[str]:
    """The changes of the first legal action that begins with a text."""
    code = next(each.code for each in game.legal_actions() if each.text.startswith(text))
    before = scene(game)
    return changes(before, scene(game.apply(code)), game.rules, code, hearer)


DONE = [
    ({"board": ["Raid Leader"], "enemy_board": ["River Crocolisk"]}, "attacks the enemy River",
     ["the enemy River Crocolisk takes 2 damage", "their own Raid Leader dies"]),
    ({"hand": ["Fireball"], "enemy_board": ["Argent Squire"], "mana": 4},
     "plays Fireball (4) on the enemy Argent", ["the enemy Argent Squire loses divine shield"]),
    ({"hand": ["Mad Bomber"], "enemy_board": ["Boulderfist Ogre"], "mana": 2, "seed": 3},
     "plays Mad Bomber", ["their own hero takes 1 damage", "the enemy hero takes 2 damage"]),
    ({"hand": ["Polymorph"], "enemy_board": ["Wisp"], "mana": 4},
     "plays Polymorph", ["the enemy Wisp becomes Sheep 1/1"]),
    ({"hand": ["Mind Control"], "enemy_board": ["Wisp"], "mana": 10},
     "plays Mind Control", ["they take Wisp 1/1"]),
    ({"hand": ["Sap"], "enemy_board": ["Wisp"]},
     "plays Sap", ["the enemy Wisp returns to the hand"]),
    ({"hand": ["Fiery War Axe"], "weapon": "Wicked Knife", "hero": "WARRIOR"},
     "plays Fiery War Axe", ["their own Wicked Knife is destroyed"]),
    ({"hand": ["Soulfire", "Wisp"], "hero": "WARLOCK"}, "plays Soulfire (1) on the enemy hero",
     ["the enemy hero takes 4 damage", "they discard Wisp"]),
    ({"board": ["Wisp"], "enemy_secrets": ["Explosive Trap"], "enemy_hero": "HUNTER"},
     "attacks the enemy hero", ["their own hero takes 2 damage", "their own Wisp dies",
                                "the enemy Explosive Trap is revealed"]),
    ({"enemy_deck": ["Sap"]}, "ends the turn", ["the enemy draws Sap"]),
    ({"hand": ["Murloc Tidehunter"], "board": ["Murloc Tidecaller"]}, "plays Murloc Tidehunter",
     ["their own Murloc Tidecaller is now 3/2", "they summon Murloc Scout 1/1"]),
    ({"hero": "WARRIOR"}, "uses Armor Up", ["their own hero gains 2 armour"]),
    ({"hand": ["Frost Nova"], "enemy_board": ["Wisp"]},
     "plays Frost", ["the enemy Wisp is frozen"]),
]  # fmt: skip


@pytest.mark.parametrize(("stage", "action", "expected"), DONE, ids=[each[1] for each in DONE])
def test_damage_deaths_and_random_results_are_said(stage, action, expected):
    assert after(Game.stage(**stage), action) == expected


def test_a_side_hears_of_its_own_and_the_opponents():
    game = Game.stage(board=["Wisp"], enemy_board=["Argent Squire"], enemy_deck=["Sap"])
    words = ["your Argent Squire loses divine shield", "the opponent's Wisp dies"]
    assert after(game, "attacks the enemy Argent", hearer=1) == words
    assert after(game, "ends", hearer=1) == ["you draw Sap"]


def test_a_hidden_draw_is_only_counted():
    game = Game.stage(hand=["Sprint"], deck=["Wisp", "Sap", "Wisp", "Sap"], mana=7)
    assert after(game, "plays Sprint", hearer=1) == ["the opponent draws 4 cards"]
    game = Game.stage(enemy_deck=["Sap"])
    assert after(game, "ends", hearer=0) == ["the opponent draws a card"]


def test_the_cards_that_tracking_does_not_take_stay_hidden():
    for hearer, lost in ((1, "the opponent loses 2 cards"), (0, "you lose Sap, Sprint")):
        game = Game.stage(hand=["Tracking"], deck=["Sprint", "Sap", "Wisp"], hero="HUNTER")
        game.play("Tracking")
        assert f"{lost} from the deck" in after(game, "chooses Wisp", hearer)


def with_other_hidden_cards(one: Scene, entities: list[int]) -> Scene:
    there = one.entities.copy()
    there["card"][entities] = 1 + there["card"][entities] % 100
    return one._replace(entities=there)


def test_in_random_games_departures_are_named_and_hidden_cards_are_not(rules):
    """Other cards in the hand, deck and secrets of a side give the same words to the other."""
    table, rng = Table(rules), np.random.default_rng(1)
    n_changes = 0
    for seed, hero in enumerate(CLASSES):
        table.deal((random_deck(rules, hero, rng), random_deck(rules, "WARLOCK", rng)), seed)
        while table.game.result == 0:
            mover, code = int(table.game.active), int(rng.choice(table.actions()))
            before = Scene.of(table.game, rules)
            table.act(code)
            now = Scene.of(table.game, rules)
            words = changes(before, now, rules, code)
            gone = before.characters().keys() - now.characters().keys()
            left = {rules.names[before.entities["card"][card]] for card in gone}
            assert all(any(name in word for word in words) for name in left)
            hidden = [
                card
                for card in range(256)
                if before.entities["zone"][card] in (*HIDDEN, REMOVED)
                and now.entities["zone"][card] in HIDDEN
                and now.entities["side"][card] == mover
            ]
            heard = changes(before, now, rules, code, 1 - mover)
            others = (with_other_hidden_cards(each, hidden) for each in (before, now))
            assert changes(*others, rules, code, 1 - mover) == heard
            n_changes += len(words)
    assert n_changes > 100
