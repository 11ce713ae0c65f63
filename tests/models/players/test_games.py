"""Games, their seeds, and failed games."""

import numpy as np
import pytest

from engine.core.enums import FAILED
from models.players.config import PlayerConfig
from models.players.core.state import SCORERS
from models.players.decks import named_deck, opponent_suite
from models.players.games import (
    GameError,
    check_games,
    game_seeds,
    mix,
    new_setups,
    new_strategies,
    play,
    schedule_games,
)


def test_opponents_are_dealt_in_turn():
    games = schedule_games(1, np.arange(2), 200, 6).reshape(2, 200)
    assert games["opponent"][1, :8].tolist() == [0, 1, 2, 3, 4, 5, 0, 1]
    assert np.bincount(games["opponent"][0]).tolist() == [34, 34, 33, 33, 33, 33]


def test_seeds_mix_as_splitmix64_does():
    # The first number of SplitMix64 from state 1234567, as published with the generator.
    state = (1234567 + 0x9E3779B97F4A7C15) % 2**64
    assert mix(np.array([state], np.uint64))[0] == 6457827717110365317


def test_seeds_differ_and_depend_on_nothing_else():
    seeds = game_seeds(1, np.arange(500), 100)
    assert len(np.unique(seeds)) == seeds.size
    assert (game_seeds(1, np.array([7]), 50) == seeds[7, :50]).all()
    assert game_seeds(-1, np.array([0]), 1) == game_seeds(2**64 - 1, np.array([0]), 1)


def test_games_that_cannot_be_played_are_never_silent():
    games = schedule_games(1, np.array([8]), 3, 1)
    games["result"][1] = FAILED
    with pytest.raises(GameError, match="evaluation 8, game 1 failed"):
        check_games(games)


@pytest.mark.parametrize(("search", "is_capped"), [("one-turn", True), ("beam", False)])
def test_searches_that_stopped_at_their_limit_are_never_silent(caplog, search, is_capped):
    config = PlayerConfig(search=search, scorer="control", one_turn={"max_nodes": 100})
    rules, opponents = config.rules(), opponent_suite("elite")[:1]
    setups = new_setups(rules, [named_deck("Aggro Hunter")], opponents)
    games = schedule_games(1, np.array([0]), 1, 1)
    play(rules, setups, new_strategies(config, opponents), games)
    assert (games["n_capped"].sum() > 0) == is_capped
    assert ("raise player.one_turn.max_nodes" in caplog.text) == is_capped


def test_all_opponents_can_have_one_scorer():
    opponents = opponent_suite("elite")
    own = new_strategies(PlayerConfig(), opponents)
    same = new_strategies(PlayerConfig(opponents_scorer="ramp"), opponents)
    assert own[0].tobytes() == same[0].tobytes()
    assert {*same["scorer"][1:]} == {SCORERS.index("ramp")}
    assert {*own["scorer"][1:]} == {SCORERS.index(each.scorer) for each in opponents}
