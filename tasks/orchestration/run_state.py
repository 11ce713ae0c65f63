"""What all runs keep while they go on: a search of decks, and the training of a player."""

import polars as pl

from tasks.orchestration.progress import Progress
from tasks.storage.store import Run
from tasks.tracking.mlflow_run import Tracking


class RunState:
    """A run in progress.

    Args:
        run: Its open directory.
        budget: Evaluations after which no iteration begins.
        progress: Told of every game.
        threads: Games played at a time; all cores by default.
        tracking: Where to log iterations, if anywhere.

    Attributes:
        iteration: The outer iteration, or generation, in progress.
        n_chunks: Files of evaluations so far.
        facts: Metrics of the iteration in progress.
    """

    def __init__(
        self,
        run: Run,
        budget: int,
        progress: Progress,
        threads: int | None = None,
        tracking: Tracking | None = None,
    ) -> None:
        self.run = run
        self.budget = budget
        self.progress = progress
        self.threads = threads
        self.tracking = tracking
        self.iteration = 0
        self.n_chunks = 0
        self.facts: dict[str, float] = {}
        self._evaluations: list[pl.DataFrame] = []

    @property
    def n_evaluations(self) -> int:
        """Rows evaluated in finished iterations."""
        return sum(table.height for table in self._evaluations)

    @property
    def is_in_budget(self) -> bool:
        """Whether another iteration may begin."""
        return self.n_evaluations < self.budget

    def append(self, evaluations: pl.DataFrame) -> None:
        """Adds a finished iteration's evaluations."""
        self._evaluations.append(evaluations)

    def evaluations(self) -> pl.DataFrame:
        """All evaluations of finished iterations, in order."""
        return pl.concat(self._evaluations)

    def add_facts(self, **facts: float) -> None:
        """Adds metrics to the iteration in progress."""
        self.facts |= facts
