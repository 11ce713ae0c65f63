"""Actions in words: of hidden cards, only that they were played."""

from engine.core.enums import PLAY
from engine.game import Game
from models.play.told import revealed, secrets_of, told


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


def test_a_secret_that_leaves_play_is_revealed():
    game = Game.stage(board=["Wisp"], enemy_secrets=["Explosive Trap"], enemy_hero="HUNTER")
    before = secrets_of(game.record, 1)
    assert revealed(game, before, 1) == []
    game.attack("Wisp", game.opponent.hero)
    assert revealed(game, before, 1) == ["Explosive Trap"]
