"""Trains the surrogate, reads the surrogate of another run, or updates pyribs' emitters."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import polars as pl

from models.problems.decks import DeckSearch
from models.qd.archive import Archive
from models.qd.ribs_proposals import RibsProposals
from models.surrogates.kinds import surrogate_from_state
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
        shuffled: Shuffle the rows first, so that a random tenth is held out, not the newest. The
            paper's program does so for the training after the search.
    """

    def train() -> Learned:
        learner = surrogate or run.problem.new_surrogate(run.seeds(Purpose.SURROGATE, 0))
        order_seed, seed = run.seeds(Purpose.TRAINING).spawn(2)
        decks = evaluated
        if shuffled:
            decks = decks[np.random.default_rng(order_seed).permutation(decks.height)]
        return learner, run.problem.fit(learner, decks, seed)

    return _kept(run, train)


@step("take-surrogate")
def take_surrogate(
    run: LiveRun[DeckSearch], source: Source | None, surrogate: Surrogate | None
) -> Surrogate:
    """The surrogate of an offline search, the same in all its iterations.

    Either it is trained once on all decks of another run, with the newest tenth held out, or it is
    the final surrogate of another run.

    Args:
        run: The search.
        source: The other run; not needed if the surrogate is already stored.
        surrogate: The last iteration's surrogate; None before the first.
    """
    if surrogate is not None:
        return surrogate

    def take() -> Learned:
        if run.problem.config.learning.mode == "model":
            return source.surrogate(), pl.DataFrame()
        learner = run.problem.new_surrogate(run.seeds(Purpose.SURROGATE, 0))
        return learner, run.problem.fit(learner, source.decks(), run.seeds(Purpose.TRAINING))

    return _kept(run, take)


@step("teach-emitters")
def teach_emitters(
    run: LiveRun[DeckSearch],
    archive: Archive,
    evaluated: pl.DataFrame,
    emitters: RibsProposals | None,
) -> RibsProposals:
    """Updates pyribs' emitters with the results of the last iteration.

    Their state is not stored: a resumed search repeats all their proposals and updates.

    Args:
        run: The search.
        archive: The archive; its elites are the emitters' starting points.
        evaluated: All evaluations so far.
        emitters: The emitters of the last iteration; None before the first.
    """
    if emitters is None:
        return run.problem.new_emitters(archive, run.seeds(Purpose.EMITTERS, 0))
    with run.measured.timed("tell"):
        last = evaluated.filter(iteration=run.iteration - 1)
        run.problem.teach(emitters, last)
    return emitters


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
