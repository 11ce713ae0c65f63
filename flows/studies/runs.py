"""A folder of searches, each in its own run directory: its checks, and how they are executed.

It imports no Prefect: commands plan and check before they start a server.
"""

import time
from collections.abc import Iterable, Sequence
from pathlib import Path

from models.problems.decks import DeckSearch
from models.problems.experiment import Experiment
from models.problems.study import PlannedRun
from tasks.orchestration.flow_page import show_runs
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress, duration
from tasks.run_loop.live_run import check_start
from tasks.storage.files import MANIFEST, REMEMBERED, StoreError, reason
from tasks.storage.locks import foreign_names
from tasks.storage.run import missing_files
from tasks.storage.store import load_run

#: The approximate number of elites in a surrogate's archive, which the test of a surrogate plays.
N_TESTED = 500


def check_folder(folder: Path) -> None:
    """Checks that a folder is a folder of runs, or empty or missing.

    Raises:
        StoreError: It is a file or a single run, or has other files, and neither a run nor the id
            of its MLflow run.
    """
    if folder.is_file():
        raise StoreError(f"{folder}: is a file; --out must be a directory")
    if (folder / MANIFEST).exists():
        raise StoreError(f"{folder}: has a single run; use another --out, a folder of runs")
    names = [name for name in foreign_names(folder) if not name.startswith(".")]
    is_ours = any((folder / name / MANIFEST).exists() for name in names)
    if names and REMEMBERED not in names and not is_ours:
        raise StoreError(
            f"{folder}: is not a folder of runs (it has {min(names)}); use another --out"
        )


def check_parts(
    folder: Path, runs: Iterable[PlannedRun], resume_anyway: bool = False, look_only: bool = False
) -> None:
    """Checks runs and their directories, and creates none.

    With `look_only` another process may play them.

    Raises:
        ConfigError: A setting is wrong.
        DeckError, PatchError: As `Problem.check`.
        StoreError: A directory has another run, or another process uses it.
    """
    for run in runs:
        search = DeckSearch(run.experiment)
        search.check()
        if (path := folder / run.name).exists():
            check_start(search, run.seed, path, resume_anyway, look_only)


def is_finished(folder: Path, name: str) -> bool:
    """Whether the run of that name is finished and has all its files."""
    path = folder / name
    if not (path / MANIFEST).is_file():
        return False
    return load_run(path, look_only=True).is_finished and not missing_files(path)


def finished_runs(folder: Path, names: Sequence[str], what: str, command: str) -> list[Path]:
    """The directories of those of some runs that are finished, in order.

    Raises:
        StoreError: None is; the message has `what` they are and the `command` that plays them.
    """
    found = [folder / name for name in names if is_finished(folder, name)]
    if not found:
        raise StoreError(
            f"{folder}: no finished {what} (such as {names[0]}) here; give the directory that was "
            f"--out of `{command}`"
        )
    return found


def n_games_of(experiment: Experiment) -> int:
    """The approximate number of games of a search, without the elites' new games."""
    n_decks = max(experiment.n_decks, N_TESTED if experiment.uses_surrogate else 0)
    return experiment.spending.of_decks(n_decks)


def make_runs(
    runs: Sequence[PlannedRun], out: Path, threads: int | None = None, resume_anyway: bool = False
) -> dict[str, str]:
    """Executes all unfinished runs, and logs the expected time.

    A run that fails does not stop the others, except those that learn from it.

    Each run comes after the run that it learns from. Returns the failed runs with their errors.
    """
    progress, failed, names = Progress(), {}, [run.name for run in runs]
    left = [run for run in runs if not is_finished(out, run.name)]
    n_finished, n_runs = len(runs) - len(left), f"{len(runs)} run{'s' * (len(runs) != 1)}"
    progress.say(f"{n_runs}, {n_finished} of them finished")
    start, played, all_games = time.monotonic(), 0, _games(runs)
    progress.expect(_games(left), n_runs)
    for place, run in enumerate(left):
        games = _games(left[place:])
        speed = played / (time.monotonic() - start)
        hint = f", about {duration(games / speed)} left" if played else ""
        number = n_finished + place + 1
        progress.say(f"run {number} of {len(runs)}: {run.name}, seed {run.seed}{hint}")
        show_runs(out, names, 1 - games / all_games)
        error = _make(run, out, threads, resume_anyway)
        if error is not None:
            failed[run.name] = error
            progress.say(f"{run.name} failed: {error}")
        played += _games([run])
        progress.add(_games([run]))
    show_runs(out, names, 1.0)
    return failed


def _games(runs: Sequence[PlannedRun]) -> int:
    return sum(n_games_of(run.experiment) for run in runs)


def _make(run: PlannedRun, out: Path, threads: int | None, resume_anyway: bool) -> str | None:
    """Executes one run; returns its error, or None."""
    from flows.search import search

    source = None if run.source is None else out / run.source
    try:
        search(run.experiment, run.seed, out / run.name, threads, resume_anyway, source)
    # Errors are reported at the end; the other runs do not depend on this one.
    except Exception as error:
        stop_if_interrupted()
        return f"{type(error).__name__}: {reason(error, 2000)}"
    return None
