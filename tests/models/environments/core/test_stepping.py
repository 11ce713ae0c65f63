"""Steps of many games: ends, rewards, and the same bytes compiled and interpreted."""

from hashlib import sha256

import numpy as np
import pytest

from engine.core import enums as e
from engine.core.state import new_games
from models.environments.batch import GameBatch
from models.environments.core.records import TURN
from models.environments.core.stepping import MAX_TURNS, judge
from tests.both_ways import other_way
from tests.models.environments.conftest import MATCHUPS


def bytes_of_games() -> list[str]:
    """A digest of everything that a few games yield."""
    games, rng, all_bytes = GameBatch(MATCHUPS, 2, seed=3), np.random.default_rng(1), sha256()
    for _ in range(150):
        turns = games.step(games.random_actions(rng))
        for array in (turns, games.observations, games.masks, games._seats):
            all_bytes.update(array.tobytes())
    assert (turns["number"] >= 2).any()  # second games of a place
    return [all_bytes.hexdigest()]


def test_interpreted_and_compiled_steps_are_the_same():
    module = "tests.models.environments.core.test_stepping"
    assert other_way(module, "bytes_of_games") == bytes_of_games()


@pytest.mark.parametrize(
    ("result", "rewards", "terminated", "truncated"),
    [
        (e.RUNNING, [0, 0], False, False),
        (e.FIRST_WON, [1, -1], True, False),
        (e.SECOND_WON, [-1, 1], True, False),
        (e.BOTH_LOST, [0, 0], True, False),
        (e.FAILED, [0, 0], False, True),
    ],
)
def test_results_become_rewards(result, rewards, terminated, truncated):
    game, turn = new_games(1)[0], np.zeros(1, TURN)[0]
    game.result = result
    judge(game, turn)
    assert turn.rewards.tolist() == rewards
    assert (turn.terminated, turn.truncated) == (terminated, truncated)


def test_a_game_of_too_many_turns_is_truncated():
    game, turn = new_games(1)[0], np.zeros(1, TURN)[0]
    for n_turns, is_truncated in ((MAX_TURNS, False), (MAX_TURNS + 1, True)):
        game.turn = n_turns
        judge(game, turn)
        assert (turn.truncated, turn.terminated) == (is_truncated, False)
