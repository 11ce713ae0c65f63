"""A study: trials of several algorithms, one after the other, then their comparison."""

import time
from pathlib import Path

from prefect import flow
from prefect.task_runners import ThreadPoolTaskRunner

from flows.search import search
from models.study import Study, Trial
from tasks.progress import Progress, duration
from tasks.study import is_finished, open_study, planned_games
from tasks.study_report import write_study_report


@flow(name="study", task_runner=ThreadPoolTaskRunner(max_workers=1))
def study(
    wanted: Study, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> tuple[Path | None, dict[str, str]]:
    """Makes all trials that are not finished, and compares those that are.

    A trial that fails does not stop the others, except those that learn from it.

    Returns:
        The report, None if no trial has finished; and the trials that failed, with their errors.
    """
    trials, told, failed = open_study(out, wanted, resume_anyway), Progress(), {}
    left = [trial for trial in trials if not is_finished(out, trial)]
    told.say(f"{len(trials)} trials, {len(trials) - len(left)} of them finished")
    start, played = time.monotonic(), 0
    for place, trial in enumerate(left):
        speed = played / (time.monotonic() - start)
        games = planned_games(wanted, left[place:])
        hint = f", about {duration(games / speed)} left" if played else ""
        told.say(
            f"trial {len(trials) - len(left) + place + 1} of {len(trials)}: {trial.name}, seed "
            f"{trial.seed}{hint}"
        )
        error = _run(wanted, trial, out, threads, resume_anyway)
        if error is not None:
            failed[trial.name] = error
            told.say(f"{trial.name} failed: {error}")
        played += planned_games(wanted, [trial])
    finished = any(is_finished(out, trial) for trial in trials)
    return (write_study_report(out) if finished else None), failed


def _run(
    wanted: Study, trial: Trial, out: Path, threads: int | None, resume_anyway: bool
) -> str | None:
    """Makes one trial; returns what went wrong, if anything did."""
    source = None if trial.source is None else out / trial.source
    experiment = wanted.experiment(trial)
    try:
        search(experiment, trial.seed, out / trial.name, threads, resume_anyway, source)
    # Whatever it is, it is told, and the other trials do not depend on it.
    except Exception as error:
        return f"{type(error).__name__}: {error}".splitlines()[0]
    return None
