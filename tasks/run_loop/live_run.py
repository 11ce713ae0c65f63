"""`LiveRun`: a run in progress. It stores the results of steps, and ends and logs iterations.

All random numbers derive from (seed, purpose, index). Every step writes its result into a file of
the run directory (`tasks.storage.run`) before the next step starts. If its file exists, a step
reads it instead of working. So a restarted run reads the finished steps within seconds and
continues with the first unfinished one. Archives, training data, emitters and their order follow
from the evaluations; the state of random generators is not stored.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import polars as pl

from models.problems.problem import Problem
from models.problems.rows import Play
from tasks.games.seeds import Purpose, sequence
from tasks.orchestration.crashes import watched
from tasks.orchestration.flow_page import show_iteration
from tasks.orchestration.progress import Progress
from tasks.run_loop.measured import Measured
from tasks.storage.files import StoreError, read_table, upsert_rows, write_table
from tasks.storage.run import Run
from tasks.storage.store import check_run, open_run
from tasks.tracking.mlflow_run import Tracking

P = TypeVar("P", bound=Problem)
T = TypeVar("T")


class LiveRun(Generic[P]):
    """A run in progress.

    Attributes:
        iteration: The outer iteration in progress; iteration 0 is the first.
        n_chunks: Numbers of files of evaluations used so far.
        measured: Counts and seconds of this iteration's steps.
        progress: Shows the number of games played.
    """

    def __init__(
        self,
        directory: Run,
        problem: P,
        play: Play,
        threads: int | None = None,
        tracking: Tracking | None = None,
    ) -> None:
        self.directory = directory
        self.problem = problem
        self.play = play
        self.threads = threads
        self.tracking = tracking
        self.iteration = 0
        self.n_chunks = 0
        self.measured = Measured(directory.seconds_path)
        self.progress = Progress()
        self._ended: dict[int, dict[str, Any]] = {}
        if directory.metrics_path.exists():
            rows = read_table(directory.metrics_path).to_dicts()
            self._ended = {row["iteration"]: row for row in rows}

    @property
    def is_replaying(self) -> bool:
        """Whether an earlier attempt ended the iteration: its steps read what they stored."""
        return self.iteration in self._ended

    def seeds(self, purpose: Purpose, index: int | None = None) -> np.random.SeedSequence:
        """The seeds of one purpose, by default for the iteration in progress."""
        return sequence(self.directory.seed, purpose, self.iteration if index is None else index)

    def keep(
        self,
        path: Path,
        make: Callable[[], T],
        part: str | None = None,
        write: Callable[[Path, Any], Any] = write_table,
        read: Callable[[Path], Any] = read_table,
    ) -> T:
        """Returns a step's result: from its file if that exists, else computed and stored now.

        `part` of the iteration's time gets the seconds of `make`. `write` must be atomic.
        """
        if part is not None:
            self.measured.add_seconds(part)
        if path.exists():
            return read(path)
        with nullcontext() if part is None else self.measured.timed(part):
            result = make()
        self.measured.keep()
        write(path, result)
        return result

    def keep_proposals(
        self, make: Callable[[], pl.DataFrame], part: str | None = None
    ) -> pl.DataFrame:
        """Stores the vectors of the iteration in progress, with its number; see `keep`."""
        number = pl.lit(self.iteration, pl.Int64).alias("iteration")
        path = self.directory.proposals.path(self.iteration)
        return self.keep(path, lambda: make().select(number, pl.all()), part)

    def keep_asked(self, asked: pl.DataFrame) -> pl.DataFrame:
        """The vectors of emitters in this iteration, stored as by `keep_proposals`.

        Emitters remember their proposals: call them in each iteration, even if its vectors are
        already stored.

        Raises:
            StoreError: The stored vectors differ from those of the emitters.
        """
        kept, vectors = self.keep_proposals(lambda: asked), self.problem.vectors
        if not np.array_equal(vectors.of(kept), vectors.of(asked)):
            raise StoreError(
                f"{self.directory.proposals.path(self.iteration)}: has other {self.problem.noun} "
                "than follow from the earlier results, perhaps because another machine or library "
                "rounds differently; continue where the run began, or use another --out"
            )
        return kept

    def keep_elites(self, elites: pl.DataFrame) -> None:
        """Writes the archive after the iteration in progress, unless an earlier attempt did."""
        number = pl.lit(self.iteration).alias("iteration")
        path = self.directory.archives.path(self.iteration)
        if not path.exists():
            write_table(path, elites.select(number, pl.all()))

    def latest(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """The evaluations of the iteration in progress."""
        return evaluated.filter(iteration=self.iteration)

    def end_iteration(self, metrics: dict[str, Any]) -> None:
        """Ends the iteration: writes a row of metrics, MLflow, the flow run's page and a log line.

        If an earlier attempt ended it, only missing metrics go to MLflow.
        """
        row = {"iteration": self.iteration, **metrics, **self.measured.values}
        known = self._ended.get(self.iteration)
        self.iteration += 1
        # The time of storing and logging counts for the next iteration.
        self.measured.begin(self.iteration)
        if known is not None:
            self._log(known)
            return
        upsert_rows(self.directory.metrics_path, pl.DataFrame([row]), ["iteration"])
        with self.measured.timed("tracking"):
            self._log(row)
            show_iteration(self.directory, row["evaluations"] / self.problem.budget)
        self.progress.say(self.problem.headline(row))

    def _log(self, row: dict[str, Any]) -> None:
        """Logs an iteration's metrics in MLflow, except those it already has."""
        if self.tracking is not None:
            known = {name: value for name, value in row.items() if value is not None}
            ended = read_table(self.directory.metrics_path, ["iteration", "games"])
            games = ended.filter(pl.col("iteration") <= row["iteration"])["games"].sum()
            self.tracking.log_metrics(int(games), known)

    def publish(self, show: Callable[[Path], None]) -> None:
        """Copies the report to MLflow, and shows its folder on the flow run's page."""
        if self.tracking is not None:
            self.tracking.log_artifact(self.directory.report_path, "report")
        show(self.directory.report_path)


@contextmanager
def start_run(
    problem: P, seed: int, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> Iterator[LiveRun[P]]:
    """Starts a run, or resumes the one in the directory; records failures there.

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


def check_start(
    problem: Problem, seed: int, out: Path, resume_anyway: bool = False, look_only: bool = False
) -> bool:
    """Raises the errors of `start_run` before any work; returns whether the run is there already.

    It locks the directory as `check_run` does.

    Raises:
        DeckError: A deck, pool or suite of opponents does not exist, or the patch lacks a card.
        StoreError: The directory cannot be used, or has another run.
    """
    problem.check()
    settings = problem.config.model_dump(mode="json")
    return check_run(
        out, settings, seed, problem.card_digest, resume_anyway=resume_anyway, look_only=look_only
    )
