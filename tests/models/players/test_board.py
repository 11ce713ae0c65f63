"""Positions as JSON values: the same as the handles of `engine.game` read."""

import json

import pytest

from engine.game import Game
from engine.illegal import IllegalAction
from models.players.board import board_of, moves_of, seen_by, why_not
from tests.models.play.hidden import with_hidden_cards_permuted

GAME = Game.stage(
    hand=["Fireball", "Wisp", "Fiery War Axe"], board=["Sen'jin Shieldmasta", "Argent Squire"],
    secrets=["Ice Block"], mana=7, hero="MAGE", enemy_board=["Kobold Geomancer"],
    enemy_weapon="Truesilver Champion", enemy_hero="PALADIN",
)  # fmt: skip


def test_a_board_is_json_and_names_what_is_seen():
    board = board_of(GAME.record, GAME.rules)
    assert json.loads(json.dumps(board)) == board
    ours, theirs = board["players"]
    assert [card["name"] for card in ours["hand"]] == ["Fireball", "Wisp", "Fiery War Axe"]
    assert [card["cost"] for card in ours["hand"]] == [c.cost for c in GAME.player.hand]
    assert [minion["marks"] for minion in ours["board"]] == [["taunt"], ["divine_shield"]]
    assert [card["name"] for card in ours["secrets"]] == ["Ice Block"]
    assert (ours["mana"], ours["crystals"]) == (7, 7)
    assert (theirs["weapon"]["attack"], theirs["weapon"]["durability"]) == (4, 2)
    assert theirs["board"][0]["spell_damage"] == 1
    assert board["active"] == 0


def test_deathrattles_and_sleep_are_marks():
    game = Game.stage(
        hand=["Wisp", "Bluegill Warrior", "Ancestral Spirit"],
        board=["Loot Hoarder", "Chillwind Yeti"], mana=10, hero="SHAMAN",
        enemy_board=["Harvest Golem"],
    )  # fmt: skip
    game.play("Wisp").play("Bluegill Warrior")
    game.play("Ancestral Spirit", game.find("Chillwind Yeti"))

    def marks(side):
        shown = board_of(game.record, game.rules)["players"][side]["board"]
        return {minion["name"]: minion["marks"] for minion in shown}

    assert marks(0) == {
        "Loot Hoarder": ["deathrattle"],
        "Chillwind Yeti": ["deathrattle"],
        "Wisp": ["sleeping"],
        "Bluegill Warrior": ["charge"],
    }
    assert marks(1) == {"Harvest Golem": ["deathrattle"]}
    game.end_turn()
    assert marks(0)["Wisp"] == []


def test_numbers_are_those_of_the_handles():
    board = board_of(GAME.record, GAME.rules)
    for player, shown in zip(GAME.players, board["players"], strict=True):
        assert shown["hero"]["health"] == player.hero.health
        assert shown["hero"]["attack"] == player.hero.attack
        assert shown["power"]["name"] == player.power.name
        assert shown["deck"] == len(player.deck)
        for minion, seen in zip(player.board, shown["board"], strict=True):
            stats = (seen["attack"], seen["health"], seen["max_health"])
            assert stats == (minion.attack, minion.health, minion.max_health)
            assert seen["entity"] == minion.entity
        for card, seen in zip(player.hand, shown["hand"], strict=True):
            assert seen["id"] == card.id
            assert seen["type"] == card.type
            assert (seen.get("attack"), seen.get("health")) in ((None, None), card.stats)


def test_a_pending_choice_lists_its_cards():
    game = Game.stage(hand=["Tracking"], deck=["Wisp", "Fireball", "Sap"], hero="HUNTER")
    game.play("Tracking")
    names = [card["name"] for card in board_of(game.record, game.rules)["choices"]]
    assert sorted(names) == ["Fireball", "Sap", "Wisp"]


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("seed", range(4))
def test_hidden_cards_do_not_change_what_is_seen(states, rules, side, seed):
    for record in states(seed, seed):
        seen = json.dumps(seen_by(record, rules, side))
        for other in range(5):
            permuted = with_hidden_cards_permuted(record, rules, side, other)
            assert json.dumps(seen_by(permuted, rules, side)) == seen


def test_it_shows_the_own_hand_and_only_numbers_of_the_other(states, rules):
    seen = seen_by(states(1, 1)[2], rules, 0)
    own, enemy = seen["own"], seen["enemy"]
    assert len(own["hand"]) == own["n_hand"]
    assert enemy["n_hand"] > 0
    assert not {"hand", "secrets"} & set(enemy)
    assert "entity" not in json.dumps(seen)


def test_every_legal_action_is_another_move(states, rules):
    for record in states(2, 2):
        game, side = Game(rules, record, 0), int(record.active)
        moves = moves_of(game, side)
        assert len(moves) == len(game.codes())
        assert len({json.dumps(move) for move in moves}) == len(moves)
        assert moves_of(game, 1 - side) == []


def test_an_option_has_the_text_of_its_card():
    game = Game.stage(hand=["Wrath"], enemy_board=["Chillwind Yeti"], hero="DRUID")
    options = [move["option"] for move in moves_of(game, 0) if move["kind"] == "play"]
    assert {"name": "Solar Wrath", "text": "Deal 3 damage to a minion."} in options
    game = Game.stage(hand=["Tracking"], deck=["Voodoo Doctor"] * 3, hero="HUNTER")
    assert moves_of(game.play("Tracking"), 0)[0]["option"]["text"] == "Battlecry: Restore 2 Health."


@pytest.mark.parametrize(
    ("staged", "asked", "words"),
    [
        ({"hand": ["Fireball"], "mana": 2}, ("play", "hand:0"), "costs 4, the player has 2 mana"),
        ({"board": ["Wisp"], "enemy_board": ["Goldshire Footman"]},
         ("attack", "own:0", "enemy-hero"), "Goldshire Footman has taunt"),
        ({"mana": 1}, ("hero power", "power"), "the player has 1 mana"),
        ({"hand": ["Fireball"]}, ("attack", "own-hero", "enemy-hero"), "no attack"),
    ],
)  # fmt: skip
def test_the_rule_is_told(staged, asked, words):
    assert words in why_not(Game.stage(**staged), 0, *asked)


def test_a_minion_that_was_just_played_waits():
    game = Game.stage(hand=["Wisp"])
    game.play("Wisp")
    assert "came into play" in why_not(game, 0, "attack", "own:0", "enemy-hero")


def test_of_what_is_legal_there_is_no_reason():
    game = Game.stage(hand=["Wisp"], board=["Chillwind Yeti"], enemy_board=["Wisp"])
    assert why_not(game, 0, "play", "hand:0") == ""
    assert why_not(game, 0, "attack", "own:0", "enemy:0") == ""
    assert why_not(game, 1, "attack", "own:0") == "it is the opponent's turn"


@pytest.mark.parametrize("asked", [("sing", "own:0"), ("attack", "own:9"), ("play", "../x")])
def test_other_words_are_refused(asked):
    with pytest.raises(IllegalAction):
        why_not(Game.stage(), 0, *asked)
