import numpy as np
import pytest
import torch

from models.self_play.checkpoint import Checkpoint
from models.self_play.environment import BuildAndPlay, EnvironmentConfig
from models.self_play.network import Network, NetworkConfig, weights_of

TINY = NetworkConfig(card=4, entity=8, state=16, memory=4)
_GAMES = EnvironmentConfig(heroes=("MAGE", "HUNTER"), deck_size=10)
DEFAULT = EnvironmentConfig()


def random_checkpoint(seed, config=TINY, environment=_GAMES, heroes=(), **facts) -> Checkpoint:
    """A checkpoint with random weights."""
    torch.manual_seed(seed)
    rules = environment.rules()
    network = Network(config, environment.card_pool(rules), rules)
    facts = {"method": "none", "samples": 0, "seed": seed, "heroes": heroes} | facts
    return Checkpoint.of(network, environment, rules, **facts)


def check_continues(new_training) -> list:
    """A training ends the same from any of its first three states; returns its reports."""
    training, reports, states = new_training(), [], []
    while not training.is_done:
        reports.append(training.run_period())
        states.append(training.state())
    for state in states[:3]:
        other = new_training()
        other.restore(state)
        while not other.is_done:
            other.run_period()
        one, two = (weights_of(each.learner.network).tobytes() for each in (training, other))
        assert one == two
    return reports


@pytest.fixture(params=["cpu", "cuda"] if torch.cuda.is_available() else ["cpu"])
def device(request):
    """Where a network runs: every device of this machine."""
    return request.param


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


@pytest.fixture(scope="session")
def new_checkpoint():
    return random_checkpoint


@pytest.fixture(scope="session")
def files(new_checkpoint, tmp_path_factory):
    """Paths of two checkpoints."""
    folder = tmp_path_factory.mktemp("checkpoints")
    paths = [folder / "one.npz", folder / "two.npz"]
    for seed, path in enumerate(paths):
        new_checkpoint(seed).save(path)
    return paths


@pytest.fixture
def few_rows(monkeypatch):
    """A small batch: tests play few games."""
    monkeypatch.setattr("models.self_play.matches.N_ROWS", 8)
