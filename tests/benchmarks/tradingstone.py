"""Times TradingStone: `python -m tests.benchmarks.tradingstone [--json] [--scale 1]`.

- `random_actions_per_cpu_s`: actions of random play, literal rules, one thread; at least 10 million
- `mcts_10000_game_cpu_s`: CPU-seconds of a game against the greedy opponent with 10,000 simulations
  per decision, literal rules; at most 0.5. Also for `balanced` rules, whose games are longer, and
  for `pi-mcts` and `is-mcts`
- `ppo_10000_cpu_s`: CPU-seconds of a training of 10,000 actions
"""

import time

import numpy as np

from models.tradingstone.core.match import PLAYER, new_desk, play_games
from models.tradingstone.players import Deal, TradingPlayer, play, seeds_of, start_games
from models.tradingstone.ppo import PPOConfig, train_ppo
from models.tradingstone.rules import RULES
from tests.benchmarks.figures import report_figures


def deals(n: int) -> list[Deal]:
    """Games that both sides begin in turn."""
    return [Deal(i % 2, seed) for i, seed in enumerate(seeds_of(1, n=n))]


def random_speed(scale: float) -> float:
    """Actions per CPU-second of random play; dealing the hands is not counted."""
    n, rules, desk = round(200_000 * scale), RULES["literal"], new_desk()
    games, counts = start_games(rules, deals(n)), np.zeros((n, 5), np.int64)
    both = np.array([TradingPlayer(kind="random").record()] * 2, PLAYER)
    begun = time.process_time()
    seeds = np.zeros(n, np.int64)
    actions = play_games(desk, games, rules.record(), both, seeds, counts, 0, n)
    return actions / (time.process_time() - begun)


def search_seconds(variant: str, method: str, scale: float) -> float:
    """CPU-seconds of a game with 10,000 simulations per decision."""
    players = [TradingPlayer.named(f"{method}:10000"), TradingPlayer(kind="greedy")]
    n = max(4, round(40 * scale))
    begun = time.process_time()
    play(RULES[variant], players, deals(n), threads=1)
    return (time.process_time() - begun) / n


def measure(scale: float) -> dict[str, float]:
    """All figures."""
    figures = {"random_actions_per_cpu_s": random_speed(scale)}
    for method in ("mcts", "pi-mcts", "is-mcts"):
        figures[f"{method}_10000_game_cpu_s"] = search_seconds("literal", method, scale)
    figures["mcts_10000_balanced_game_cpu_s"] = search_seconds("balanced", "mcts", scale)
    begun = time.process_time()
    train_ppo(RULES["literal"], PPOConfig(), is_hidden=True, seed=1)
    figures["ppo_10000_cpu_s"] = time.process_time() - begun
    return figures


if __name__ == "__main__":
    report_figures(__doc__, measure)
