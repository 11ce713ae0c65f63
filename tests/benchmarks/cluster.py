"""Times games on threads and on a cluster: `python -m tests.benchmarks.cluster [--json]`.

The cluster has processes of this machine. 100 decks play 100 games each, or as many decks as
`--scale` says.

- `threads_1_s`, `threads_2_s`, `workers_1_s`, `workers_2_s`: seconds, the best of three rounds
- `same`: whether all gave the same results
- `speed_up_threads`, `speed_up_workers`: of two against one thread
"""

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
from tests.benchmarks.figures import report_figures

WAYS = {"threads_1": None, "threads_2": None, "workers_1": "local:1", "workers_2": "local:2"}


N_GAMES, N_ROUNDS = 100, 3


def batches(n_decks: int) -> Iterator[Rows]:
    """Random decks, in chunks as a search makes them."""
    pool = PRESETS["paper"].card_pool()
    decks, size = random_decks(pool.max_copies, n_decks, new_stream(1)), 25
    for start in range(0, n_decks, size):
        part = decks[start : start + size]
        yield Rows(np.arange(start, start + len(part)), part, N_GAMES, seed=1)


def measure(scale: float) -> dict[str, float]:
    """Plays the same games in every way, in turn."""
    experiment = PRESETS["paper"]
    play = partial(play_decks, experiment.card_pool(), experiment.opponents, experiment.player)
    rows = list(batches(round(100 * scale)))
    seconds, results = dict.fromkeys(WAYS, np.inf), []
    for _ in range(N_ROUNDS):
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


if __name__ == "__main__":
    report_figures(__doc__, measure)
