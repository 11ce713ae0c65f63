"""Starts a run, or resumes the one in a directory."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from models.problems.problem import Problem
from tasks.orchestration.crashes import watched
from tasks.run_loop.live_run import LiveRun, P
from tasks.storage.files import write_table
from tasks.storage.store import check_run, open_run


@contextmanager
def start_run(
    problem: P, seed: int, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> Iterator[LiveRun[P]]:
    """Starts a run, or resumes the one in the directory; records failures there.

    Args:
        problem: The problem to search.
        seed: Seed of all random numbers.
        out: The run directory.
        threads: Games played in parallel; all cores by default.
        resume_anyway: Continue even if the code has changed.

    Raises:
        StoreError: The directory cannot be used, or has another run.
        TrackingError: MLflow's store cannot be used.
    """
    play = problem.play  # may compile the engine; the run's time starts after that
    settings = problem.config.model_dump(mode="json")
    extras = {"threads": threads, "scheduling": problem.scheduling.model_dump()}
    with (
        open_run(
            out, settings, seed, problem.card_digest, extras=extras, resume_anyway=resume_anyway
        ) as directory,
        watched(directory, problem.name, settings | {"seed": seed}) as tracking,
    ):
        for name, table in problem.tables.items():
            if not (path := directory.path / f"{name}.parquet").exists():
                write_table(path, table)
        run = LiveRun(directory, problem, play, threads, tracking)
        yield run
        run.measured.forget()


def check_start(problem: Problem, seed: int, out: Path, resume_anyway: bool = False) -> bool:
    """Raises the errors of `start_run`, before any expensive work.

    Returns:
        Whether the directory already has this run.

    Raises:
        DeckError: A deck, pool or suite of opponents does not exist, or the patch lacks a card.
        StoreError: The directory cannot be used, or has another run.
    """
    problem.check()
    settings = problem.config.model_dump(mode="json")
    return check_run(out, settings, seed, problem.card_digest, resume_anyway=resume_anyway)
