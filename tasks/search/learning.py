"""Trains a surrogate, or takes it from another run."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from models.problems.decks import DeckSearch, solutions_of
from models.surrogates.kinds import game_noise, surrogate_from_state
from models.surrogates.surrogate import Surrogate
from tasks.games.seeds import Purpose
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.steps import step
from tasks.search.source import Source
from tasks.storage.files import read_arrays, read_table, upsert_rows, write_arrays

#: A surrogate and the errors of its training; no errors if another run trained it.
Learned = tuple[Surrogate, pl.DataFrame]


@step("train-surrogate")
def train_surrogate(
    run: LiveRun[DeckSearch],
    evaluated: pl.DataFrame,
    surrogate: Surrogate | None,
    shuffled: bool = False,
) -> Surrogate:
    """Continues the training of the surrogate (weights and Adam's state) on all decks.

    Args:
        run: The search.
        evaluated: All evaluations so far.
        surrogate: The last iteration's; None before the first.
        shuffled: Shuffle the rows first, so that a random tenth is held out, not the newest.
    """

    def train() -> Learned:
        order_seed, seed = run.seeds(Purpose.TRAINING).spawn(2)
        decks = evaluated
        if shuffled:
            decks = decks[np.random.default_rng(order_seed).permutation(decks.height)]
        return fit(surrogate or _untrained(run), decks, seed)

    return _kept(run, train)


@step("take-surrogate")
def take_surrogate(run: LiveRun[DeckSearch], source: Source | None) -> Surrogate:
    """The surrogate of an offline search, the same in all its iterations.

    Either it is trained once on all decks of another run, with the newest tenth held out, or it is
    the final surrogate of another run.

    Args:
        run: The search.
        source: The other run; not needed if the surrogate is already stored.
    """

    def take() -> Learned:
        if run.problem.config.learning.mode == "model":
            return source.surrogate(), pl.DataFrame()
        return fit(_untrained(run), source.decks(), run.seeds(Purpose.TRAINING))

    return _kept(run, take)


def fit(surrogate: Surrogate, decks: pl.DataFrame, seed: np.random.SeedSequence) -> Learned:
    """Trains a surrogate on evaluated decks.

    Returns:
        The surrogate, and its mean squared errors, sorted: target, split ("train" or "holdout"),
        mse, n_rows.
    """
    names = surrogate.config.targets
    noise = game_noise(decks, surrogate.config) if surrogate.knows_noise else None
    report = surrogate.fit(solutions_of(decks), decks.select(names).to_numpy(), seed, noise)
    splits = {
        "train": (report.train_mse, report.n_train),
        "holdout": (report.holdout_mse, report.n_holdout),
    }
    errors = [
        {"target": target, "split": split, "mse": float(mse), "n_rows": n_rows}
        for split, (each, n_rows) in splits.items()
        for target, mse in zip(names, each, strict=True)
    ]
    return surrogate, pl.DataFrame(errors).sort("target", "split")


def _untrained(run: LiveRun[DeckSearch]) -> Surrogate:
    problem = run.problem
    return problem.config.surrogate.build(len(problem.pool), run.seeds(Purpose.SURROGATE, 0))


def _kept(run: LiveRun[DeckSearch], learn: Callable[[], Learned]) -> Surrogate:
    """The iteration's surrogate; adds its errors to the metrics: `holdout_mse_turns`, ..."""
    all_errors, number = run.directory.surrogate_metrics_path, run.iteration

    def write(path: Path, learned: Learned) -> None:
        surrogate, errors = learned
        if errors.height:
            rows = errors.select(pl.lit(number, pl.Int64).alias("iteration"), pl.all())
            upsert_rows(all_errors, rows, ["iteration", "target", "split"])
        write_arrays(path, surrogate.state())

    def read(path: Path) -> Learned:
        errors = read_table(all_errors) if all_errors.exists() else pl.DataFrame()
        rows = errors.filter(iteration=number) if errors.height else errors
        return surrogate_from_state(read_arrays(path)), rows

    path = run.directory.surrogate_path(number)
    surrogate, errors = run.keep(path, learn, "train", write, read)
    run.measured.note(
        **{f"{row['split']}_mse_{row['target']}": row["mse"] for row in errors.to_dicts()}
    )
    return surrogate
