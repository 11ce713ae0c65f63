"""The player's decisions and hints."""

import numpy as np
import pytest

from engine.game import Game
from models.play.thinker import Thinker
from models.players.core.state import PLAYED_GAME
from models.players.player_names import read_player
from tests.models.play.hidden import with_hidden_cards_permuted


@pytest.mark.parametrize("player", ["beam", "fair-beam", "one-turn", "mcts:50", "is-mcts:50"])
def test_equal_numbers_give_equal_actions_and_the_game_does_not_change(course, player):
    game = course(seed=2, n=9).game
    before, config = game.game.record.copy(), read_player(player).config
    actions = [Thinker(config).actions(game.game, game.played, 9) for _ in range(2)]
    assert actions[0] == actions[1]
    assert np.array_equal(game.game.record, before)
    for code in actions[0]:
        game.game.apply(code)


@pytest.mark.parametrize("player", ["beam", "mcts:50"])
def test_a_hint_depends_on_nothing_hidden(course, player):
    for n in (0, 6, 12, 18):
        game = course(seed=5, n=n).game
        side = int(game.game.record.active)
        thinker = Thinker(read_player(player).config)
        hint = thinker.hint(game.game, 7)
        assert hint.code in game.game.codes()
        assert hint.texts
        for other in range(5):
            permuted = with_hidden_cards_permuted(
                game.game.record, game.rules, side, other, foreign=False
            )
            assert thinker.hint(Game(game.rules, permuted, 0), 7) == hint


def test_a_thinking_time_becomes_a_number_of_simulations():
    game = Game.stage(hand=["Wisp", "Sap"], enemy_board=["Chillwind Yeti"])
    thinker = Thinker(read_player("is-mcts").config, seconds=0.2)
    played = np.zeros(1, PLAYED_GAME)[0]
    thinker.actions(game, played, 0)
    first = int(thinker._desk.search.trees.tree.n_steps)
    thinker.actions(game, played, 1)
    assert int(thinker._desk.search.trees.tree.n_steps) > first > 0
    assert Thinker(read_player("fair-beam").config, seconds=1).seconds is None
