"""Times the surrogate and the inner loop: `python -m tests.benchmarks.inner_loop [--json]`.

All on one thread; `--scale` changes the decks of the fit only. Figures are `inner_loop_s`,
`inner_loop_cpu_s`, `evaluations_per_s`, `max_error_to_torch`, `train_s` and `n_elites`.
"""

import time

import numpy as np

from models.problems.inner_loop import InnerLoopConfig, fill_archive
from models.qd.emitters import new_stream, random_decks
from models.surrogates.dense import DenseConfig
from tests.benchmarks.figures import report_figures
from tests.models.qd.naive import card_limits

N_DECKS = 10_000


def made_up_results(counts: np.ndarray) -> np.ndarray:
    """Results of about the real size and spread, (n, 3): health difference, turns, hand size."""
    rng = np.random.default_rng(0)
    effects = rng.normal(size=(counts.shape[1], 3)) * [1.0, 0.1, 0.12]
    noise = rng.normal(size=(len(counts), 3)) * [1.2, 0.15, 0.05]
    return (counts - counts.mean(0)) @ effects + [-2.4, 8.6, 3.7] + noise


def measure(scale: float) -> dict[str, float]:
    """One fit on a full buffer, then one inner loop of the paper's size."""
    limits, config = card_limits(), InnerLoopConfig()
    counts = random_decks(limits, round(N_DECKS * scale), new_stream(1))
    surrogate = DenseConfig().build(limits.size, seed=2)
    start = time.perf_counter()
    surrogate.fit(counts, made_up_results(counts), seed=3)
    train_s = time.perf_counter() - start
    start, cpu_start = time.perf_counter(), time.process_time()
    archive = fill_archive(surrogate, limits, 4, config)
    wall_s, cpu_s = time.perf_counter() - start, time.process_time() - cpu_start
    elites = archive.elites()
    found = np.column_stack([elites.objectives, elites.measures])
    return {
        "inner_loop_s": wall_s,
        "inner_loop_cpu_s": cpu_s,
        "evaluations_per_s": config.generations * config.batch_size / wall_s,
        "max_error_to_torch": float(np.abs(found - surrogate.predict(elites.solutions)).max()),
        "train_s": train_s,
        "n_elites": archive.n_elites,
    }


if __name__ == "__main__":
    report_figures(__doc__, measure)
