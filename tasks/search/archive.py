"""Adds evaluated decks to the archive and ends the iteration."""

import polars as pl

from models.problems.decks import DeckSearch
from models.qd.archive import Archive
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.steps import step


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
