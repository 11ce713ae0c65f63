"""Every batch of games, by the same tests."""

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import numpy as np
import pytest

from engine.illegal import IllegalAction
from models.environments.batch import GameBatch, ParallelGames
from models.environments.core.action_space import N_ACTIONS
from models.self_play.environment import BuildAndPlay, EnvironmentConfig
from tests.models.environments.conftest import MATCHUPS


class Batch(NamedTuple):
    """A kind of batch: what makes it, its own arrays, and what it says of illegal actions."""

    new: Callable[..., ParallelGames]
    own: tuple[str, ...]
    illegal: dict[int, str]
    n_steps: int
    least_number: int  # of a game among 600 after these steps
    seeded: Callable[[ParallelGames], np.ndarray]  # what another seed changes at once

    def shown(self, games: ParallelGames) -> list[bytes]:
        names = ("turns", "observations", "masks", *self.own)
        return [getattr(games, name).tobytes() for name in names]


BATCHES = {
    "GameBatch": Batch(
        partial(GameBatch, MATCHUPS), (),
        {1: r"action 1 \(choose card 0\)", -1: "action -1", N_ACTIONS: "2520"}, 120, 600,
        lambda games: games.observations,
    ),
    "BuildAndPlay": Batch(
        partial(BuildAndPlay, EnvironmentConfig()), ("decisions", "picks"),
        {-1: "-1 is no legal decision"}, 90, 0,
        lambda games: games.decisions["hero"],
    ),
}  # fmt: skip


@pytest.fixture(params=BATCHES.values(), ids=BATCHES)
def batch(request) -> Batch:
    return request.param


def steps_of(batch: Batch, games: ParallelGames, n_steps: int) -> list[list[bytes]]:
    """What some random steps show."""
    rng, steps = np.random.default_rng(5), []
    for _ in range(n_steps):
        games.step(games.random_actions(rng))
        steps.append(batch.shown(games))
    return steps


def test_threads_do_not_matter(batch):
    one, three = (batch.new(600, seed=4, threads=threads) for threads in (1, 3))
    assert steps_of(batch, three, batch.n_steps) == steps_of(batch, one, batch.n_steps)
    assert three.turns["number"].max() >= batch.least_number


def test_a_reset_repeats_the_games(batch):
    games, fresh = batch.new(8, seed=1), batch.new(8, seed=1)
    steps_of(batch, games, 130)
    games.reset()
    assert batch.shown(games) == batch.shown(fresh)
    games.reset(seed=2)
    assert (batch.seeded(games) != batch.seeded(fresh)).any()


def test_an_illegal_action_is_named_and_none_is_played(batch):
    games = batch.new(3)
    before, actions = batch.shown(games), games.legal[:, 0].copy()
    for wrong, says in batch.illegal.items():
        actions[2] = wrong
        with pytest.raises(IllegalAction, match=f"place 2 of the batch, game 2: .*{says}"):
            games.step(actions)
    assert batch.shown(games) == before


@pytest.mark.parametrize("actions", [np.zeros(2, int), np.zeros(3), np.zeros((3, 1), int)])
def test_actions_of_another_shape_or_kind_are_an_error(batch, actions):
    with pytest.raises(ValueError, match="give one whole number for each of 3 games"):
        batch.new(3).step(actions)


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"n_games": 0}, "n_games: 0; use at least 1"),
        ({"n_games": 1, "threads": 0}, "threads: 0; use at least 1"),
        ({"n_games": 1, "seed": -1}, "seed -1"),
    ],
)
def test_settings_out_of_range_are_named(batch, settings, says):
    with pytest.raises(ValueError, match=says):
        batch.new(**settings)


def test_results_cannot_be_overwritten(batch):
    games = batch.new(2)
    for name in ("turns", "observations", "seen", "masks", "legal", *batch.own):
        with pytest.raises(ValueError, match="read-only"):
            getattr(games, name)[0] = 0
