"""Times the environments: `python -m tests.benchmarks.environments [--json] [--scale 1]`.

All of one thread, with random legal actions in the full game:

- `batch_N_actions_per_cpu_s`: N games per step of a `GameBatch`, with observations, masks, lists of
  legal actions and the drawing of actions
- `step_256_share`: the share of `GameBatch.step` in it; the rest draws the actions
- `random_play_actions_per_cpu_s`: the engine's random play, which writes nothing down
- `batch_256_ratio`: the first of these figures over that of random play
- `aec_actions_per_cpu_s`: one game at a time through PettingZoo's interface
"""

import time

import numpy as np

from engine.random_play.statistics import PlayedDeck, play_randomly
from engine.rules import rules_for
from models.environments.aec import make
from models.environments.batch import GameBatch
from models.players.decks import named_deck
from tests.benchmarks.engine import cpu_seconds
from tests.benchmarks.figures import report_figures

DECKS = ("Aggro Hunter", "Control Warlock")
SIZES = (256, 1024, 4096)


def batch_speed(n_games: int, n_actions: int) -> tuple[float, float]:
    """Actions per CPU-second, and the share of the steps."""
    games, rng = GameBatch([DECKS], n_games, seed=1, threads=1), np.random.default_rng(0)
    for _ in range(100):  # games at all stages
        games.step(games.random_actions(rng))
    n_steps, in_steps = max(1, n_actions // n_games), 0.0
    start = time.process_time()
    for _ in range(n_steps):
        actions = games.random_actions(rng)
        before = time.process_time()
        games.step(actions)
        in_steps += time.process_time() - before
    total = time.process_time() - start
    return n_steps * n_games / total, in_steps / total


def random_play_speed(n_games: int) -> float:
    """Actions per CPU-second of the engine's random play."""
    rules = rules_for()
    decks = [
        PlayedDeck(deck.hero, tuple(rules.row(card) for card in deck.cards))
        for deck in map(named_deck, DECKS)
    ]
    played = play_randomly(rules, decks, 100, seed=1, threads=1)

    def play() -> None:
        nonlocal played
        played = play_randomly(rules, decks, n_games, seed=2, threads=1)

    cpu = cpu_seconds(play)
    return n_games * played.of_game["actions"].mean / cpu


def aec_speed(n_actions: int) -> float:
    """Actions per CPU-second of one game at a time, with an observation before each."""
    environment, rng = make("hearthstone_v1", decks=DECKS), np.random.default_rng(0)
    environment.reset(seed=1)
    start = time.process_time()
    for _ in range(n_actions):
        observation, _, terminated, truncated, _ = environment.last()
        if terminated or truncated:
            environment.reset()
        else:
            environment.step(int(rng.choice(np.flatnonzero(observation["action_mask"]))))
    return n_actions / (time.process_time() - start)


def measure(scale: float) -> dict[str, float]:
    """All figures."""
    figures: dict[str, float] = {}
    for n_games in SIZES:
        speed, share = batch_speed(n_games, round(2_000_000 * scale))
        figures[f"batch_{n_games}_actions_per_cpu_s"] = speed
        if n_games == SIZES[0]:
            figures[f"step_{n_games}_share"] = share
    random_play = random_play_speed(max(100, round(20_000 * scale)))
    figures["random_play_actions_per_cpu_s"] = random_play
    figures["batch_256_ratio"] = figures["batch_256_actions_per_cpu_s"] / random_play
    figures["aec_actions_per_cpu_s"] = aec_speed(max(100, round(20_000 * scale)))
    return figures


if __name__ == "__main__":
    report_figures(__doc__, measure)
