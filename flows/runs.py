"""Several searches one after the other, each in a run directory of its own."""

import time
from collections.abc import Sequence
from pathlib import Path

from flows.search import search
from models.study import PlannedRun
from tasks.orchestration.flow_page import show_runs
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress, duration
from tasks.studies.run_folder import is_finished, n_games_of


def make_runs(
    runs: Sequence[PlannedRun], out: Path, threads: int | None = None, resume_anyway: bool = False
) -> dict[str, str]:
    """Makes all runs that are not finished, and tells how long that will take.

    A run that fails does not stop the others, except those that learn from it.

    Args:
        runs: In an order in which each comes after what it learns from.
        out: The folder of all of them.
        threads: Games played at a time; all cores by default.
        resume_anyway: Continue although the code has changed since.

    Returns:
        The runs that failed, with their errors.
    """
    told, failed = Progress(), {}
    left = [run for run in runs if not is_finished(out, run.name)]
    told.say(f"{len(runs)} runs, {len(runs) - len(left)} of them finished")
    start, played = time.monotonic(), 0
    every = sum(n_games_of(each.experiment) for each in runs)
    for place, run in enumerate(left):
        speed = played / (time.monotonic() - start)
        games = sum(n_games_of(each.experiment) for each in left[place:])
        hint = f", about {duration(games / speed)} left" if played else ""
        told.say(
            f"run {len(runs) - len(left) + place + 1} of {len(runs)}: {run.name}, seed "
            f"{run.seed}{hint}"
        )
        show_runs(out, [each.name for each in runs], 1 - games / every)
        error = _make(run, out, threads, resume_anyway)
        if error is not None:
            failed[run.name] = error
            told.say(f"{run.name} failed: {error}")
        played += n_games_of(run.experiment)
    show_runs(out, [each.name for each in runs], 1.0)
    return failed


def _make(run: PlannedRun, out: Path, threads: int | None, resume_anyway: bool) -> str | None:
    """Makes one run; returns what went wrong, if anything did."""
    source = None if run.source is None else out / run.source
    try:
        search(run.experiment, run.seed, out / run.name, threads, resume_anyway, source)
    # Whatever it is, it is told, and the other runs do not depend on it.
    except Exception as error:
        stop_if_interrupted()
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return None
