"""A view: its actions are those of the game, and trying one changes nothing."""

import pytest

from engine.game import Game
from models.players.view import View, dealt_copy


def test_its_actions_are_those_of_the_game(states, rules):
    for record in states(0, 0):
        game = Game(rules, record, 0)
        view = View(dealt_copy(game, 3), 3)
        assert [view.code_of(action) for action in view.actions] == game.codes()


def test_after_an_action_it_shows_the_same_side():
    game = Game.stage(hand=["Fireball"], enemy_board=["Chillwind Yeti"])
    game.opponent.hero.health = 6
    view = View(game.copy(), 1)
    won = next(each for each in view.actions if each["target"] == "enemy-hero")
    assert view.after(won).result == "won"
    assert view.after(won).actions == []
    ended = view.after(next(each for each in view.actions if each["kind"] == "end turn"))
    assert (ended.side, ended.board["is_own"], ended.actions) == (0, False, [])
    assert (view.result, view.board["enemy"]["hero"]["health"]) == ("running", 6)
    with pytest.raises(ValueError, match="not in list"):
        view.after({"kind": "win"})


def test_other_seeds_deal_other_cards():
    game = Game.stage(deck=["Wisp", "Fireball", "Frostbolt", "Chillwind Yeti"])
    copies = {str(dealt_copy(game, seed).player.deck[0].name) for seed in range(20)}
    assert len(copies) > 1
