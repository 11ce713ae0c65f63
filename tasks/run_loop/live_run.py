"""`LiveRun`: a run in progress. It keeps what steps return, and ends and reports on iterations.

Everything random in a run derives from (seed, purpose, index), and every step leaves its result in
the run directory before the next one starts::

    proposals/00003.parquet         the vectors that iteration 3 evaluates, in order
    evaluations/chunk-00017.parquet what playing some of them showed
    surrogate/00003.npz             a surrogate after the training of iteration 3
    seconds.json                    what the iteration in progress took so far

A step whose file is there reads it instead of working. So a killed run, started again, goes through
the finished steps in moments and continues with the first unfinished one. Archives, training data,
emitters and their order follow from the evaluations, and no generator's state has to be kept.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Any, Generic, TypeVar

import numpy as np
import polars as pl

from models.problems.problem import Problem
from models.problems.rows import Play
from tasks.games.seeds import Purpose, sequence
from tasks.orchestration.flow_page import show_iteration
from tasks.orchestration.progress import Progress
from tasks.run_loop.measured import Measured
from tasks.storage.files import MANIFEST, StoreError, read_table, upsert_rows, write_table
from tasks.storage.run import Run
from tasks.tracking.mlflow_run import Tracking

P = TypeVar("P", bound=Problem)
T = TypeVar("T")


class LiveRun(Generic[P]):
    """A run in progress.

    Args:
        directory: Its open directory.
        problem: What it searches.
        play: What plays its vectors.
        threads: Games played in parallel; all cores by default.
        tracking: Where to log iterations, if anywhere.

    Attributes:
        iteration: The outer iteration in progress; iteration 0 is the first.
        n_chunks: Numbers of files of evaluations used so far.
        measured: What the steps of this iteration counted, and their seconds.
        progress: Reports how many games have been played.
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
        """Returns a step's result, which an earlier attempt made, or which is made and kept now.

        Args:
            path: The result's file.
            make: Makes the result.
            part: Of the iteration's time, to which the seconds of `make` are added.
            write: Writes the result into its file, completely or not at all.
            read: Reads it.
        """
        if part is not None:
            self.measured.add_seconds(part)
        if path.exists():
            return read(path)
        if part is None:
            result = make()
        else:
            with self.measured.timed(part):
                result = make()
        self.measured.keep()
        write(path, result)
        return result

    def keep_proposals(
        self, make: Callable[[], pl.DataFrame], part: str | None = None
    ) -> pl.DataFrame:
        """The vectors that the iteration in progress evaluates, with its number; see `keep`."""
        number = pl.lit(self.iteration, pl.Int64).alias("iteration")
        path = self.directory.proposals_path(self.iteration)
        return self.keep(path, lambda: make().select(number, pl.all()), part)

    def keep_asked(self, asked: pl.DataFrame) -> pl.DataFrame:
        """The vectors that emitters ask for, as `keep_proposals`.

        Emitters remember what they asked for, so they are asked in each iteration, also in one
        whose proposals an earlier attempt kept.

        Raises:
            StoreError: The emitters ask for other vectors than those that are kept.
        """
        kept, vectors = self.keep_proposals(lambda: asked), self.problem.vectors
        if not np.array_equal(vectors.of(kept), vectors.of(asked)):
            raise StoreError(
                f"{self.directory.proposals_path(self.iteration)}: holds other "
                f"{self.problem.noun} than follow from the results before; another machine or "
                "library may round otherwise: continue where it began, or use another --out"
            )
        return kept

    def keep_elites(self, elites: pl.DataFrame) -> None:
        """Writes the archive after the iteration in progress, unless an earlier attempt did."""
        number = pl.lit(self.iteration).alias("iteration")
        path = self.directory.archive_path(self.iteration)
        if not path.exists():
            write_table(path, elites.select(number, pl.all()))

    def latest(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """The evaluations of the iteration in progress, the last of all."""
        return evaluated.filter(iteration=self.iteration)

    def end_iteration(self, metrics: dict[str, Any]) -> None:
        """Ends the iteration: a row of metrics, MLflow, the flow run's page, and a line.

        Of an iteration that an earlier attempt ended, only MLflow gets what it does not have yet.
        """
        row = {"iteration": self.iteration, **metrics, **self.measured.values}
        path, known = self.directory.metrics_path, pl.DataFrame()
        if path.exists():
            known = read_table(path).filter(iteration=self.iteration)
        self.iteration += 1
        # What follows, storing and logging, is part of the next iteration's time.
        self.measured.begin(self.iteration)
        if known.height:
            self._log(known.row(0, named=True))
            return
        upsert_rows(path, pl.DataFrame([row]), ["iteration"])
        with self.measured.timed("tracking"):
            self._log(row)
            show_iteration(self.directory, row["evaluations"] / self.problem.budget)
        self.progress.say(self.problem.headline(row))

    def _log(self, row: dict[str, Any]) -> None:
        """Logs an iteration's metrics in MLflow, except what it has already."""
        if self.tracking is not None:
            known = {name: value for name, value in row.items() if value is not None}
            self.tracking.log_iteration(row["iteration"], known)

    def publish(self, show: Callable[[Path], None]) -> None:
        """Copies the report to MLflow, and shows it on the flow run's page.

        Args:
            show: Shows what lies in the report's folder.
        """
        if self.tracking is not None:
            self.tracking.log_artifact(self.directory.report_path, "report")
            self.tracking.log_artifact(self.directory.path / MANIFEST)
        show(self.directory.report_path)
