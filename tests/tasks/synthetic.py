"""Run directories made of numbers instead of games."""

from pathlib import Path

import numpy as np
import polars as pl

from engine.decks import Patch, pool
from models.experiment import Experiment
from models.qd.emitters import new_stream, random_decks
from tasks.files import write_table
from tasks.state import solutions_column
from tasks.store import Run, open_run

EXPERIMENT = Experiment(name="synthetic").but(
    search__initial_evaluations=10, search__evaluations=60, search__n_games=6
)


def evaluated(first: int, n: int, seed: int, gain: float = 0.0) -> pl.DataFrame:
    """Random decks with made-up results."""
    rng = np.random.default_rng([seed, first])
    solutions = random_decks(pool("rogue-dsame").max_copies, n, new_stream([seed, first]))
    objectives = rng.normal(gain, 6, n)
    return pl.DataFrame(
        {
            "evaluation": np.arange(first, first + n),
            "objective": objectives,
            "objective_se": np.full(n, 1.0),
            "turns": rng.uniform(5, 15, n),
            "hand_size": rng.uniform(1, 7, n),
            "win_rate": rng.uniform(0, 1, n),
            "dust": rng.uniform(0, 4000, n),
            "deck_mana_sum": rng.uniform(60, 140, n),
        }
    ).with_columns(solution=solutions_column(solutions))


def write_run(
    path: Path,
    seed: int = 1,
    algorithm: str = "dsa-me",
    n: int = 70,
    gain: float = 0.0,
    patch: Patch = Patch(),  # noqa: B008 - frozen
) -> Run:
    """A finished run with its evaluations in chunks of 10."""
    experiment = EXPERIMENT.but(algorithm=algorithm, player__patch=patch)
    with open_run(path, experiment.model_dump(mode="json"), seed, "cards") as run:
        for chunk, first in enumerate(range(0, n, 10)):
            write_table(
                run.evaluations_path(chunk), evaluated(first, min(10, n - first), seed, gain)
            )
    return run


def write_fresh(run: Run, ids: np.ndarray) -> pl.DataFrame:
    """New games for some decks: each two health points worse than it seemed."""
    rows = run.evaluations()[np.sort(ids)].with_columns(objective=pl.col("objective") - 2)
    write_table(run.path / "evaluations" / "fresh-00000.parquet", rows)
    return rows
