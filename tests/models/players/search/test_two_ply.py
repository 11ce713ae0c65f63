"""The two-ply player: its plans are the beam's, chosen by what the opponent can answer."""

import pytest

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from models.players.search.dispatch import find_plan
from models.players.search_player import SearchPlayer
from tests.models.players.core.test_blind import with_hidden_cards_permuted

BEAM = PlayerConfig(fidelity="fair", scorer="control")


def decision(game, rules, config: PlayerConfig, seed: int = 11) -> tuple[list[int], int]:
    desk, side = new_desk(), int(game.active)
    strategy = config.strategy(config.scorer, is_first=side == 0)
    n = find_plan(game, rules.tables, desk.vm, side, strategy, seed, desk.search)
    return desk.search.plan[:n].tolist(), int(desk.search.best)


def test_with_its_own_score_only_the_plan_is_the_beams(states, rules):
    own_score = BEAM.but(search="two-ply", two_ply__static=1, two_ply__replies=1)
    for game in states(1, seed=2, step=6):
        assert decision(game, rules, own_score) == decision(game, rules, BEAM)


def test_hidden_cards_do_not_change_the_decision(states, rules):
    config = BEAM.but(search="two-ply", two_ply__plans=3, two_ply__replies=2)
    for game in states(3, seed=4, step=15):
        others = [with_hidden_cards_permuted(game, rules, seed) for seed in range(3)]
        assert len({str(decision(other, rules, config)) for other in others}) == 1


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
