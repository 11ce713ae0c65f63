"""Plain turns: as good as by playing all actions, and in 2014 the same plan."""

import numpy as np
import pytest

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.scorers import WON
from models.players.search_player import SearchPlayer
from tests.models.players.search.one_turn.positions import explored, plain_game

WEIGHTS = {"w_taunt": 0.3, "w_divine_shield": 1.0, "wt_divine_shield": 0.5, "w_mana": 0.2}


def player(compat: str, **weights: float) -> SearchPlayer:
    one_turn = {"compat": compat, "max_nodes": 2**20}
    return SearchPlayer(
        PlayerConfig(search="one-turn", scorer="hearthsim", one_turn=one_turn, weights=weights)
    )


@pytest.mark.parametrize("compat", ["2014", "clean"])
@pytest.mark.parametrize("weights", [{}, WEIGHTS])
def test_the_plan_is_that_of_the_search_that_plays_all_actions(compat, weights):
    rng, one_turn = np.random.default_rng(len(compat)), player(compat, **weights)
    n_won = n_fewer = 0
    for _ in range(60):
        game = plain_game(rng)
        plan = one_turn.plan(game)
        actions, points = explored(game, one_turn.config)
        assert plan.points == points, game.text()
        if compat == "2014":
            assert list(plan.codes) == actions, game.text()
        assert len(plan.actions) == len(plan.codes)
        n_won += points == WON
        n_fewer += plan.n_states < 100
    assert n_won > 2
    assert n_fewer > 30


def test_a_full_board_has_room_once_minions_have_died():
    game = Game.stage(
        hand=["Boulderfist Ogre"], board=["Wisp"] * 7, enemy_board=["Wisp"], mana=6,
        enemy_deck=["Wisp"],
    )  # fmt: skip
    game.record.players[0].power_used = 1
    for compat in ("2014", "clean"):
        texts = [action.text for action in player(compat).plan(game).actions]
        attack = texts.index("attacks the enemy Wisp with Wisp")
        assert attack < next(i for i, text in enumerate(texts) if "Boulderfist" in text)


def test_six_different_minions_on_each_side_are_within_the_limit():
    names = ["Wisp", "Bloodfen Raptor", "River Crocolisk", "Chillwind Yeti", "Fen Creeper"]
    game = Game.stage(
        board=[*names, "Boulderfist Ogre"], enemy_deck=["Wisp"],
        enemy_board=["Oasis Snapjaw", "Magma Rager", *names[:4]],
    )  # fmt: skip
    game.record.players[0].power_used = 1
    plan = player("clean").plan(game)
    assert not plan.capped
    assert plan.actions[-1].kind == "end turn"
