"""Actions by places, and the rule that forbids one."""

import json

import pytest

from engine.game import Game
from engine.illegal import IllegalAction
from models.players.places import moves_of, why_not


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
