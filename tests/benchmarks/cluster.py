"""Times games on threads and on a cluster of processes of this machine: `--json` for machines.

`python -m tests.benchmarks.cluster [--decks 100] [--games 100] [--rounds 3] [--json]`; keys
`threads_1_s`, `threads_2_s`, `workers_1_s`, `workers_2_s` (the best of the rounds), `same` (whether
all gave the same results), and `speed_up_threads`, `speed_up_workers` of two against one thread.
"""

import argparse
import json
import time
from collections.abc import Iterator
from functools import partial

import numpy as np

from flows.questions.presets import PRESETS
from models.players.warm import warm
from models.problems.play import play_decks
from models.problems.rows import Rows
from models.qd.emitters import new_stream, random_decks
from tasks.games.cluster import current_cluster, on_cluster, play_batches
from tasks.orchestration.progress import Progress

WAYS = {"threads_1": None, "threads_2": None, "workers_1": "local:1", "workers_2": "local:2"}


def batches(n_decks: int, n_games: int) -> Iterator[Rows]:
    """Random decks, in chunks as a search makes them."""
    pool = PRESETS["paper"].card_pool()
    decks, size = random_decks(pool.max_copies, n_decks, new_stream(1)), 25
    for start in range(0, n_decks, size):
        part = decks[start : start + size]
        yield Rows(np.arange(start, start + len(part)), part, n_games, seed=1)


def measure(n_decks: int, n_games: int, n_rounds: int) -> dict[str, float]:
    """Plays the same games in every way, in turn."""
    experiment = PRESETS["paper"]
    play = partial(play_decks, experiment.card_pool(), experiment.opponents, experiment.player)
    rows = list(batches(n_decks, n_games))
    seconds, results = dict.fromkeys(WAYS, np.inf), []
    for _ in range(n_rounds):
        for way, place in WAYS.items():
            threads = None if place else int(way[-1])
            with on_cluster(place):
                if place:
                    current_cluster().run(warm)  # every worker loads the engine
                start = time.perf_counter()
                played = play_batches(play, rows, threads, Progress())
                results.append([table for _, table in played])
                seconds[way] = min(seconds[way], time.perf_counter() - start)
    one = seconds["threads_1"]
    same = all(
        mine.equals(first) for each in results for mine, first in zip(each, results[0], strict=True)
    )
    return {
        **{f"{way}_s": took for way, took in seconds.items()},
        "same": same,
        "speed_up_threads": one / seconds["threads_2"],
        "speed_up_workers": one / seconds["workers_2"],
    }


def main() -> None:
    """Prints the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--decks", type=int, default=100)
    parser.add_argument("--games", type=int, default=100, help="per deck")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", action="store_true", help="JSON alone on stdout")
    options = parser.parse_args()
    figures = measure(options.decks, options.games, options.rounds)
    if options.json:
        print(json.dumps(figures))
        return
    for name, value in figures.items():
        print(f"{name:20} {value:,.6g}")


if __name__ == "__main__":
    main()
