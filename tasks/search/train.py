"""Trains the surrogate on all decks evaluated so far, or takes what another run has learned."""

import numpy as np
import polars as pl

from models.surrogates.kinds import surrogate_from_state
from models.surrogates.surrogate import Surrogate, TrainingReport
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.search.state import SearchState, solutions_of
from tasks.storage.files import read_arrays, read_table, upsert_rows, write_arrays


@step("train-surrogate")
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
        state.surrogate = surrogate_from_state(read_arrays(path))
    else:
        with state.timed("train"):
            _learn(state, shuffled)
            write_arrays(path, state.surrogate.state())
    return _tell_errors(state)


@step("take-surrogate")
def take_surrogate(state: SearchState) -> dict[str, float]:
    """The surrogate of an offline search, the same in all its iterations.

    It is trained once on all decks of another run, of which the newest tenth is held out, or is
    the final surrogate of another run.

    Returns:
        The mean squared errors, as they stand in the metrics; none for a surrogate that was taken.
    """
    if state.surrogate is not None:
        return {}
    path = state.run.surrogate_path(state.iteration)
    if path.exists():
        state.surrogate = surrogate_from_state(read_arrays(path))
        return _tell_errors(state)
    with state.timed("train"):
        if state.experiment.learning.mode == "model":
            state.surrogate = state.source.surrogate()
        else:
            state.surrogate = _new_surrogate(state)
            _fit(state, state.source.decks(), state.sequence(Purpose.TRAINING))
        write_arrays(path, state.surrogate.state())
    return _tell_errors(state)


def _tell_errors(state: SearchState) -> dict[str, float]:
    """The errors of the iteration's training, added to its metrics."""
    if not state.run.surrogate_metrics_path.exists():
        return {}
    rows = read_table(state.run.surrogate_metrics_path).filter(iteration=state.iteration)
    errors = {f"{row['split']}_mse_{row['target']}": row["mse"] for row in rows.to_dicts()}
    state.add_facts(**errors)
    return errors


def _new_surrogate(state: SearchState) -> Surrogate:
    seed = state.sequence(Purpose.SURROGATE, 0)
    return state.experiment.surrogate.build(len(state.pool), seed)


def _learn(state: SearchState, shuffled: bool) -> None:
    """Trains on all evaluated decks."""
    if state.surrogate is None:
        state.surrogate = _new_surrogate(state)
    evaluations = state.evaluations()
    order_seed, seed = state.sequence(Purpose.TRAINING).spawn(2)
    if shuffled:
        order = np.random.default_rng(order_seed).permutation(evaluations.height)
        evaluations = evaluations[order]
    _fit(state, evaluations, seed)


def _fit(state: SearchState, decks: pl.DataFrame, seed: np.random.SeedSequence) -> None:
    """Trains once, and writes the errors."""
    names = state.experiment.surrogate.targets
    report = state.surrogate.fit(solutions_of(decks), decks.select(names).to_numpy(), seed)
    errors = _error_rows(state.iteration, names, report)
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
