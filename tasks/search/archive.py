"""Adds evaluated decks to the archive and ends the iteration."""

import numpy as np
import polars as pl

from models.problems.decks import DeckSearch
from models.problems.resampling import pooled, update
from models.qd.archive import Archive
from models.qd.depth import DeepCells
from models.surrogates.gaussian import GaussianProcess
from tasks.games.seeds import Purpose
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.steps import step
from tasks.storage.files import read_table


@step("keep-beliefs")
def keep_beliefs(
    run: LiveRun[DeckSearch], process: GaussianProcess, archive: Archive, evaluated: pl.DataFrame
) -> Archive:
    """Forms the archive of what is believed of all decks, and ends the iteration.

    Args:
        run: The search.
        process: The Gaussian process, after all evaluations so far.
        archive: The archive of the last iteration.
        evaluated: All evaluations so far.
    """
    with run.measured.timed("archive"):
        believed = run.problem.believed_archive(process, evaluated)
        seed = run.seeds(Purpose.BELIEFS)
        deviations = run.problem.deviations(process, evaluated, seed)
        run.keep_elites(run.problem.estimated_table(believed, evaluated, deviations))
        status = run.problem.estimated_status(archive, believed, run.latest(evaluated))
        metrics = run.problem.metrics(believed, evaluated, status)
    run.measured.note(wall_s=run.measured.wall_s)
    run.end_iteration(metrics)
    return believed


@step("pool-results")
def pool_results(
    run: LiveRun[DeckSearch], cells: DeepCells, archive: Archive, evaluated: pl.DataFrame
) -> Archive:
    """Puts the iteration's decks into their cells, by all their games, and ends the iteration.

    Args:
        run: The search.
        cells: The cells, updated in place.
        archive: The archive of the last iteration.
        evaluated: All evaluations so far.
    """
    with run.measured.timed("archive"):
        measures, latest = run.problem.config.archive.measures, run.latest(evaluated)
        decks = pooled(evaluated, measures)
        update(cells, latest, decks, list(measures))
        after = run.problem.resampled_archive(cells, decks)
        deviations = np.full(evaluated.height, np.nan)
        deviations[decks["evaluation"].to_numpy()] = decks["objective_sd"]
        run.keep_elites(run.problem.estimated_table(after, evaluated, deviations))
        status = run.problem.estimated_status(archive, after, latest)
        metrics = run.problem.metrics(after, evaluated, status)
    run.measured.note(wall_s=run.measured.wall_s)
    run.end_iteration(metrics)
    return after


@step("add-to-archive")
def add_to_archive(run: LiveRun[DeckSearch], archive: Archive, evaluated: pl.DataFrame) -> Archive:
    """Adds the iteration's decks to the archive, in proposal order, and ends the iteration.

    Args:
        run: The search.
        archive: The elites of earlier iterations.
        evaluated: All evaluations so far.
    """
    with run.measured.timed("archive"):
        status = run.problem.offer(archive, run.latest(evaluated))
        run.keep_elites(run.problem.elites_table(archive, evaluated))
        metrics = run.problem.metrics(archive, evaluated, status)
    run.measured.note(wall_s=run.measured.wall_s)
    run.end_iteration(metrics)
    return archive


def finalist_ids(run: LiveRun[DeckSearch], archive: Archive, evaluated: pl.DataFrame) -> np.ndarray:
    """Evaluation numbers of the elites that play new games: at the end and at points of the curve.

    Args:
        run: The search.
        archive: Its final archive.
        evaluated: All evaluations.
    """
    problem = run.problem
    if not problem.config.estimates:
        return problem.finalist_ids(archive, evaluated)
    ids = archive.elites().ids
    for n_decks in problem.curve:  # each is the end of an iteration
        path = run.directory.archive_path(evaluated["iteration"][n_decks - 1])
        ids = np.union1d(ids, read_table(path, ["evaluation"])["evaluation"].to_numpy())
    return ids
