"""Times the engine and the players: `python -m tests.benchmarks.engine [--json] [--scale 1]`.

- `paper_games_per_cpu_s`: evaluations as in the paper (the network player with reference decks
  against the six opponents, depth 13, width 4), games per CPU-second of one thread
- `nodes_per_s`: states searched per CPU-second in them
- `random_games_per_cpu_s`: games of uniformly random players, Basic Mage against Basic Hunter
- `rollouts_per_cpu_s`: simulations of MCTS, cut off at the end of the turn, per CPU-second of one
  thread, with the published decks; at least 20,000; also for `pi-mcts` and `is-mcts`
- `threads_speedup`: games per second on two threads over those on one
- `cold_compile_cpu_s`: CPU-seconds to compile everything into an empty cache
- `warm_import_s`: seconds from starting Python to being ready to play, from the cache
- `interpreted_ratio`: how much longer a game takes without the compiler
- `python_loop_cpu_s`: a loop that tells how fast this machine is; 2.0 where the other simulators
  were measured
- `peak_memory_mib`: of this process
"""

import csv
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable

import numpy as np

from engine.decks import Deck, pool
from engine.game import Game
from engine.random_play.statistics import PlayedDeck, play_randomly
from engine.rules import rules_for
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from models.players.decks import opponent_suite
from models.players.games import new_setups, new_strategies, play, schedule_games
from models.players.search.dispatch import find_plan
from models.players.search_player import SearchPlayer
from models.statistics.calibration import REFERENCE
from models.tree_search.core.state import METHODS
from tests.benchmarks.figures import report_figures

# The decks that the other simulators were measured with, two copies of each card.
BASIC_MAGE = (
    "Arcane Missiles", "Murloc Raider", "Arcane Explosion", "Bloodfen Raptor", "Novice Engineer",
    "River Crocolisk", "Arcane Intellect", "Raid Leader", "Wolfrider", "Fireball",
    "Oasis Snapjaw", "Polymorph", "Sen'jin Shieldmasta", "Nightblade", "Boulderfist Ogre",
)  # fmt: skip
BASIC_HUNTER = (
    "Arcane Shot", "Stonetusk Boar", "Timber Wolf", "Hunter's Mark", "Bloodfen Raptor",
    "River Crocolisk", "Ironforge Rifleman", "Raid Leader", "Razorfen Hunter",
    "Silverback Patriarch", "Houndmaster", "Multi-Shot", "Oasis Snapjaw", "Stormpike Commando",
    "Core Hound",
)  # fmt: skip
ONE_GAME = """
import time
from models.players.decks import named_deck
from models.players.evaluations import evaluate_decks
deck = named_deck("Classic Miracle Rogue")
start = time.process_time()
frame = evaluate_decks([deck], n_games={n_games}, seed=1, threads=1)
print((time.process_time() - start) / {n_games}, frame["objective"][0], frame["turns"][0])
"""


def reference_decks(n: int) -> list[Deck]:
    """The first published decks of the reference list."""
    cards = pool("rogue-dsame")
    with REFERENCE.open(newline="") as file:
        rows = list(csv.DictReader(file))[:n]
    return [cards.deck(np.array([int(digit) for digit in row["deck_counts_180"]])) for row in rows]


def cpu_seconds(work: Callable[[], object]) -> float:
    """CPU-seconds of this process for some work."""
    start = time.process_time()
    work()
    return time.process_time() - start


def python_loop() -> float:
    """CPU-seconds of the calibration loop."""

    def loop() -> None:
        total = 0
        for i in range(20_000_000):
            total += i * i & 7

    return cpu_seconds(loop)


class PaperGames:
    """Evaluations as in the paper, played again and again with new seeds."""

    def __init__(self, n_decks: int, n_games: int):
        opponents = opponent_suite("elite")
        self.rules = rules_for()
        self.setups = new_setups(self.rules, reference_decks(n_decks), opponents)
        self.strategies = new_strategies(PlayerConfig(), opponents)
        self.n_decks, self.n_games, self.n_runs = n_decks, n_games, 0

    def play(self, threads: int) -> tuple[int, int]:
        """Plays all; returns the numbers of games and of searched states."""
        self.n_runs += 1
        games = schedule_games(
            self.n_runs, np.arange(self.n_decks), self.n_games, self.setups.shape[1]
        )
        play(self.rules, self.setups, self.strategies, games, threads)
        return len(games), int(games["n_nodes"].sum())


def paper_speed(scale: float) -> dict[str, float]:
    """Games and states per CPU-second of one thread, and the speed-up of a second one."""
    games = PaperGames(n_decks=40, n_games=max(6, round(60 * scale)))
    games.play(2)
    start_cpu, walls = time.process_time(), {1: [], 2: []}
    n_games, n_nodes = games.play(1)
    cpu = time.process_time() - start_cpu
    many = PaperGames(n_decks=40, n_games=max(24, round(240 * scale)))  # seconds, not the start
    for _ in range(3):
        for threads, times in walls.items():
            start = time.perf_counter()
            many.play(threads)
            times.append(time.perf_counter() - start)
    return {
        "paper_games_per_cpu_s": n_games / cpu,
        "nodes_per_s": n_nodes / cpu,
        "nodes_per_game": n_nodes / n_games,
        "threads_speedup": min(walls[1]) / min(walls[2]),
    }


def random_speed(scale: float) -> dict[str, float]:
    """Random games per CPU-second with the peers' decks, as `python -m engine.probe` plays them."""
    rules = rules_for()
    decks = [
        PlayedDeck(hero, tuple(rules.find(name) for name in names * 2))
        for hero, names in (("MAGE", BASIC_MAGE), ("HUNTER", BASIC_HUNTER))
    ]
    n_games = max(1000, round(50_000 * scale))
    play_randomly(rules, decks, 1000, seed=1, threads=1)
    cpu = cpu_seconds(lambda: play_randomly(rules, decks, n_games, seed=2, threads=1))
    return {"random_games_per_cpu_s": n_games / cpu}


def decisions(n_games: int) -> list[Game]:
    """The positions before every search of games between the published opponents' decks."""
    player, decks = SearchPlayer(PlayerConfig(fidelity="fair")), opponent_suite("elite")
    found = []
    for number in range(n_games):
        pair = decks[number % len(decks)].deck, decks[(number + 1) % len(decks)].deck
        game = Game.start(*pair, seed=number)
        while game.result == "running":
            found.append(game.copy())
            game.apply(player.plan(game, seed=number).codes[0])
    return found


def rollout_speed(scale: float) -> dict[str, float]:
    """Simulations of the tree searches per CPU-second, cut off at the end of the turn."""
    desk, figures = new_desk(), {}
    positions = decisions(max(1, round(6 * scale)))
    for search in METHODS:
        config = PlayerConfig(search=search, scorer="control", positions="rightmost")
        strategy, n_rollouts = config.strategy("control", is_first=True), 0
        start = time.process_time()
        for seed, game in enumerate(positions):
            side = int(game.record.active)
            find_plan(game.record, game.rules.tables, desk.vm, side, strategy, seed, desk.search)
            n_rollouts += int(desk.search.trees.tree.n_simulations)
        name = f"rollouts_per_cpu_s{'' if search == 'mcts' else '_' + search}"
        figures[name] = n_rollouts / (time.process_time() - start)
    return figures


def one_game(n_games: int, **environment: str) -> tuple[float, str]:
    """CPU-seconds per game in a new process, and what came of the games."""
    command = [sys.executable, "-c", ONE_GAME.format(n_games=n_games)]
    given = os.environ | environment
    run = subprocess.run(command, env=given, capture_output=True, text=True, check=True)
    seconds, *results = run.stdout.split()
    return float(seconds), " ".join(results)


def interpreted_ratio() -> float:
    """How much longer the same games take without the compiler."""
    compiled, expected = one_game(2)
    compiled, _ = one_game(400)
    interpreted, results = one_game(2, NUMBA_DISABLE_JIT="1")
    if results != expected:
        raise RuntimeError(f"interpreted games end as {results}, compiled ones as {expected}")
    return interpreted / compiled


def start_up() -> dict[str, float]:
    """Compilation into an empty cache, and the start from a full one."""
    command = [sys.executable, "-m", "models.players.warm"]
    with tempfile.TemporaryDirectory() as cache:
        environment = os.environ | {"HEARTHLIGHT_CACHE": cache}
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, env=environment, check=True, stderr=subprocess.DEVNULL)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        start = time.perf_counter()
        ready = [sys.executable, "-c", "import models.players.evaluations"]
        subprocess.run(ready, env=environment, check=True)
        warm = time.perf_counter() - start
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"cold_compile_cpu_s": cpu, "warm_import_s": warm}


def measure(scale: float) -> dict[str, float]:
    """All figures."""
    figures = {"python_loop_cpu_s": python_loop()}
    figures |= paper_speed(scale)
    figures |= random_speed(scale)
    figures |= rollout_speed(scale)
    figures["peak_memory_mib"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    figures |= start_up()
    figures["interpreted_ratio"] = interpreted_ratio()
    return figures


if __name__ == "__main__":
    report_figures(__doc__, measure)
