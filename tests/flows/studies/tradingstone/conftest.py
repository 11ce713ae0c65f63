"""A tiny study of TradingStone, and an extract with known results."""

import numpy as np
import polars as pl
import pytest

from flows.studies.tradingstone.play import FILE, play_contests
from flows.studies.tradingstone.tables import TradingResults
from models.tradingstone.study import TradingStudy

TINY_STUDY = TradingStudy().but(
    variants=("literal", "puzzle"), environments=2, games=4, simulations=5, trainings=2,
    ppo__steps=20, ppo__width=8, ppo__layers=1, loss_games=2,
)  # fmt: skip


@pytest.fixture(scope="session")
def played(tmp_path_factory):
    """The directory of a study whose losses are not measured yet."""
    with FILE.opened(tmp_path_factory.mktemp("study") / "tiny", TINY_STUDY) as (folder, _):
        play_contests(folder, TINY_STUDY, threads=1)
    return folder


@pytest.fixture
def known():
    """Results in which MCTS wins every second game, PPO one in four, IS-MCTS all that MCTS does."""
    wins = {
        ("open", "mcts", 0): np.tile([1.0, 0.0], 200),
        ("hidden", "pi-mcts", 0): np.tile([1.0, 0.0, 0.0, 0.0], 100),
        ("hidden", "is-mcts", 0): np.tile([1.0, 0.0], 200),
        **{("open", "ppo", n): np.tile([1.0, 0.0, 0.0, 0.0], 100) for n in (1, 2, 3)},
        **{("hidden", "ppo", n): np.roll(np.tile([1.0, 0, 0, 0], 100), n) for n in (1, 2, 3)},
    }
    contests, games = [], []
    for (view, player, training), rewards in wins.items():
        name = f"{view}-{player}-{training}"
        contests.append(("literal", view, player, training, name, 2.0))
        games.append(_games(name, rewards))
    columns = ["variant", "view", "player", "training", "contest", "cpu_seconds"]
    lost = [("open", "mcts:1", 2000, 600, 0.3, 0.01), ("open", "mcts:1000", 2000, 4, 0.002, 0.001)]
    of_losses = ["view", "player", "n_games", "n_lost", "loss", "error"]
    losses = pl.DataFrame(lost, schema=of_losses, orient="row")
    contests = pl.DataFrame(contests, schema=columns, orient="row")
    return TradingResults(contests, pl.concat(games), losses)


def _games(name, rewards):
    n = len(rewards)
    return pl.DataFrame(
        {
            "contest": [name] * n, "game": range(n), "environment": np.arange(n) // 20,
            "first": np.arange(n) % 2, "reward": rewards,
            "decisions": [10] * n, "simulations": [50] * n,
        }
    )  # fmt: skip
