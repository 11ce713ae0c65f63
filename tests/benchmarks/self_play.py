"""Times self-play's environment: `python -m tests.benchmarks.self_play [--json] [--scale 1]`.

All of one thread, with the cards of Mage, Warrior and Hunter; all figures before `samples_` have
random legal decisions:

- `decisions_N_per_cpu_s`: N games per step of a `BuildAndPlay`, with observations, masks, lists of
  legal decisions and the drawing of decisions; at least 300,000 for 1024 games
- `battle_share`: the share of decisions that are made in battles
- `plain_1024_actions_per_cpu_s`: actions of a `GameBatch`, which builds no decks
- `decisions_1024_ratio`: the first figure over that of `GameBatch`
- `inputs_1024_per_cpu_s`: decisions made into the network's tensors
- `samples_SIZE_per_cpu_s`: decisions learned from, with the acting for them and two updates by
  each; at least 5,000 for mini, which are 10,000 per second on two cores
- `outside_share_SIZE`: the share of that time outside the network, its losses and the optimiser; at
  most 0.3
"""

import time
from collections.abc import Callable
from unittest.mock import patch

import numpy as np

from models.self_play.acting import drawn
from models.self_play.environment import BuildAndPlay, EnvironmentConfig
from models.self_play.inputs import inputs_of
from models.self_play.ladder import PRESETS, rung
from models.self_play.learning import Learner
from models.self_play.network import SIZES as NETWORKS
from models.self_play.training import SelfPlayTraining
from models.surrogates.dense import one_thread
from tests.benchmarks.environments import batch_speed
from tests.benchmarks.figures import report_figures

SIZES = (256, 1024)


def started(n_games: int) -> tuple[BuildAndPlay, np.random.Generator]:
    """Games at all stages."""
    games = BuildAndPlay(EnvironmentConfig(), n_games, seed=1, threads=1)
    rng = np.random.default_rng(0)
    for _ in range(300):
        games.step(games.random_actions(rng))
    return games, rng


def speed(n_games: int, n_decisions: int) -> tuple[float, float]:
    """Decisions per CPU-second, and the share of battles."""
    games, rng = started(n_games)
    n_steps, n_build = max(1, n_decisions // n_games), 0
    start = time.process_time()
    for _ in range(n_steps):
        games.step(games.random_actions(rng))
    total = time.process_time() - start
    for _ in range(20):
        games.step(games.random_actions(rng))
        n_build += int(games.is_build.sum())
    return n_steps * n_games / total, 1 - n_build / (20 * n_games)


def inputs_speed(n_steps: int) -> float:
    """Decisions per CPU-second made into tensors."""
    games, _ = started(1024)
    with one_thread():
        start = time.process_time()
        for _ in range(n_steps):
            inputs_of(games.seen, games.decisions, games.picks, games.masks)
        return n_steps * 1024 / (time.process_time() - start)


class Clock:
    """Adds the CPU time of calls."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def timed(self, function: Callable) -> Callable:
        """A function that is timed."""

        def call(*arguments):
            start = time.process_time()
            try:
                return function(*arguments)
            finally:
                self.seconds += time.process_time() - start

        return call


def learning_speed(size: str, n_samples: int) -> tuple[float, float]:
    """Samples per CPU-second of the model b3, and the share of the time outside torch."""
    settings = rung("b3").config(PRESETS["quick"])
    training = SelfPlayTraining(
        settings.but(network=NETWORKS[size], period=n_samples, samples=10**9), 1
    )
    training.run_period()  # games at all stages, and a copy to play
    clock = Clock()
    update = clock.timed(Learner.update)
    with (
        patch("models.self_play.acting.drawn", clock.timed(drawn)),
        patch.object(Learner, "update", lambda *arguments: update(*arguments)),
    ):
        before, start = training.samples, time.process_time()
        training.run_period()
        total = time.process_time() - start
    return (training.samples - before) / total, 1 - clock.seconds / total


def measure(scale: float) -> dict[str, float]:
    """All figures."""
    figures: dict[str, float] = {}
    n = round(2_000_000 * scale)
    for n_games in SIZES:
        figures[f"decisions_{n_games}_per_cpu_s"], figures["battle_share"] = speed(n_games, n)
    figures["plain_1024_actions_per_cpu_s"], _ = batch_speed(1024, n)
    figures["decisions_1024_ratio"] = (
        figures["decisions_1024_per_cpu_s"] / figures["plain_1024_actions_per_cpu_s"]
    )
    figures["inputs_1024_per_cpu_s"] = inputs_speed(max(1, round(100 * scale)))
    for size, n_samples in (("mini", 200_000), ("small", 60_000)):
        found = learning_speed(size, max(40_000, round(n_samples * scale)))
        figures[f"samples_{size}_per_cpu_s"], figures[f"outside_share_{size}"] = found
    return figures


if __name__ == "__main__":
    report_figures(__doc__, measure)
