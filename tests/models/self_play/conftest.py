import numpy as np
import pytest

from engine.rules import Rules, rules_for
from models.self_play.environment import BuildAndPlay, EnvironmentConfig

DEFAULT = EnvironmentConfig()


@pytest.fixture(scope="session")
def rules() -> Rules:
    return rules_for()


@pytest.fixture(scope="session")
def new_games(rules):
    """Makes a batch of one thread and plays some random decisions of it."""

    def make(n_games: int, n_steps: int = 0, seed: int = 1, **settings) -> BuildAndPlay:
        games = BuildAndPlay(DEFAULT.but(**settings), n_games, seed, rules, threads=1)
        rng = np.random.default_rng(n_steps)
        for _ in range(n_steps):
            games.step(games.random_actions(rng))
        return games

    return make
