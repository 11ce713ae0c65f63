"""Actions in words: of hidden cards, only that they were played."""

from engine.core.enums import ATTACK, PLAY
from engine.game import Game
from models.play.course import told


def test_a_secret_is_told_to_its_owner_only():
    game = Game.stage(hand=["Explosive Trap"], hero="HUNTER")
    code = next(code for code in game.codes() if code & 255 == PLAY)
    assert told(game, code, 0) == "plays Explosive Trap (2)"
    assert told(game, code, 1) == "plays a secret (2)"


def test_a_choice_is_told_to_its_owner_only():
    game = Game.stage(hand=["Tracking"], deck=["Wisp", "Sap", "Sprint"], hero="HUNTER")
    game.play("Tracking")
    code = game.codes()[0]
    assert told(game, code, 0).startswith("chooses ")
    assert told(game, code, 1) == "chooses a card"


def test_the_own_hero_is_your_hero_whoever_attacks_it():
    game = Game.stage(board=["Worgen Infiltrator"])
    code = next(code for code in game.codes() if code & 255 == ATTACK)
    assert told(game, code, 1) == "attacks your hero with Worgen Infiltrator"
    assert told(game, code, 0) == "attacks the opponent's hero with Worgen Infiltrator"
