"""Decks of which some have played again."""

import numpy as np
import polars as pl

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch, solutions_column
from models.qd.emitters import new_stream, random_decks

EXPERIMENT = experiment_for("extract-me", SMOKE)
PROBLEM = DeckSearch(EXPERIMENT)


def evaluated(n: int = 30, again: tuple[int, ...] = ()) -> pl.DataFrame:
    """Random decks; `again` are rows whose decks played again in iteration 1."""
    rng = np.random.default_rng(1)
    decks = random_decks(PROBLEM.pool.max_copies, n, new_stream(1))
    decks = np.concatenate([decks, decks[list(again)]])
    columns = {
        "evaluation": np.arange(len(decks)), "iteration": [0] * n + [1] * len(again),
        "n_games": [6] * n + [12] * len(again), "objective": rng.normal(0, 6, len(decks)),
        "objective_se": np.full(len(decks), 3.0), "turns": rng.uniform(5, 15, len(decks)),
        "hand_size": rng.uniform(1, 7, len(decks)), "win_rate": 0.5, "failed_games": 0,
    }  # fmt: skip
    return pl.DataFrame(columns).with_columns(solutions_column(decks))
