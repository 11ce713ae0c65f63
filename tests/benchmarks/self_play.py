"""Times self-play's environment: `python -m tests.benchmarks.self_play [--json] [--scale 1]`.

All of one thread, with random legal decisions and the cards of Mage, Warrior and Hunter:

- `decisions_N_per_cpu_s`: N games per step of a `BuildAndPlay`, with observations, masks, lists of
  legal decisions and the drawing of decisions; at least 300,000 for 1024 games
- `battle_share`: the share of decisions that are made in battles
- `plain_1024_actions_per_cpu_s`: actions of a `GameBatch`, which builds no decks
- `decisions_1024_ratio`: the first figure over that of `GameBatch`
- `inputs_1024_per_cpu_s`: decisions made into the network's tensors
"""

import time

import numpy as np

from models.self_play.environment import BuildAndPlay, EnvironmentConfig
from models.self_play.inputs import inputs_of
from models.surrogates.dense_training import one_thread
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
    return figures


if __name__ == "__main__":
    report_figures(__doc__, measure)
