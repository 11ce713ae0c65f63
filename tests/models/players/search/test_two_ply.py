"""The two-ply player: its plans are the beam's, chosen by what the opponent can answer."""

import pytest

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.search_player import SearchPlayer
from tests.models.players.conftest import plan_of

BEAM = PlayerConfig(fidelity="fair", scorer="control")


def decision(game, rules, config: PlayerConfig) -> tuple[list[int], int]:
    return plan_of(game, rules, config.strategy(config.scorer, is_first=game.active == 0), 11)


def test_with_its_own_score_only_the_plan_is_the_beams(states, rules):
    own_score = BEAM.but(search="two-ply", two_ply__static=1, two_ply__replies=1)
    for game in states(1, seed=2, step=6):
        assert decision(game, rules, own_score) == decision(game, rules, BEAM)


@pytest.mark.parametrize(("search", "goes_face"), [("beam", True), ("two-ply", False)])
def test_it_does_not_leave_the_opponent_a_win(search, goes_face):
    """By the aggro score the opponent's hero comes first, but its Raptor would win the game."""
    game = Game.stage(board=["Chillwind Yeti"], enemy_board=["Bloodfen Raptor"])
    game.record.characters[0].health = 3
    player = SearchPlayer(BEAM.but(search=search, scorer="aggro"))
    text = str(player.plan(game))
    assert ("Raptor" not in text) == goes_face


def test_replies_are_repeatable(states, rules):
    config = BEAM.but(search="two-ply")
    game = states(2, seed=5, step=25)[1]
    assert decision(game, rules, config) == decision(game, rules, config)
    assert decision(game, rules, config)[1] != decision(game, rules, BEAM)[1]
