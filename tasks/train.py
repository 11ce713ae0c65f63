"""Trains the surrogate on all decks evaluated so far."""

import time

import numpy as np
import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from models.surrogates.surrogate import Surrogate
from models.surrogates.training import TrainingReport
from tasks.files import read_arrays, read_table, upsert_rows, write_arrays
from tasks.seeds import Purpose
from tasks.state import SearchState, solutions_of


@task(name="train-surrogate", cache_policy=NO_CACHE)
def train_surrogate(state: SearchState, shuffled: bool = False) -> dict[str, float]:
    """Goes on training the surrogate, its weights and Adam's state warm, on the whole buffer.

    Args:
        state: The search; its surrogate is made at the first call.
        shuffled: Mix the rows first, so that any tenth is held out and not the newest; the paper's
            program does so for the training after the search.

    Returns:
        The mean squared errors, as they stand in the metrics: `holdout_mse_turns`, ...
    """
    path = state.run.surrogate_path(state.iteration)
    if path.exists():
        state.surrogate = Surrogate.from_state(read_arrays(path))
    else:
        start = time.perf_counter()
        _fit(state, shuffled)
        write_arrays(path, state.surrogate.state())
        state.add_facts(train_s=time.perf_counter() - start)
    rows = read_table(state.run.surrogate_metrics_path).filter(iteration=state.iteration)
    errors = {f"{row['split']}_mse_{row['target']}": row["mse"] for row in rows.to_dicts()}
    state.add_facts(**errors)
    return errors


def _fit(state: SearchState, shuffled: bool) -> None:
    """Trains, and writes the errors."""
    config = state.experiment.surrogate
    if state.surrogate is None:
        seed = state.sequence(Purpose.SURROGATE, 0)
        state.surrogate = Surrogate(config, len(state.pool), seed)
    evaluations = state.evaluations()
    order_seed, seed = state.sequence(Purpose.TRAINING).spawn(2)
    if shuffled:
        order = np.random.default_rng(order_seed).permutation(evaluations.height)
        evaluations = evaluations[order]
    targets = evaluations.select(config.targets).to_numpy()
    report = state.surrogate.fit(solutions_of(evaluations), targets, seed)
    errors = _error_rows(state.iteration, config.targets, report)
    upsert_rows(state.run.surrogate_metrics_path, errors, ["iteration", "target", "split"])


def _error_rows(iteration: int, targets: tuple[str, ...], report: TrainingReport) -> pl.DataFrame:
    errors = {"train": report.train_mse, "holdout": report.holdout_mse}
    n_rows = {"train": report.n_train, "holdout": report.n_holdout}
    return pl.DataFrame(
        [
            {
                "iteration": iteration,
                "target": target,
                "split": split,
                "mse": float(mse),
                "n_rows": n_rows[split],
            }
            for split, all_mse in errors.items()
            for target, mse in zip(targets, all_mse, strict=True)
        ]
    )
