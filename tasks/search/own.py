"""An ask-and-tell class of your own; see `docs/how-to/data.md`."""

from typing import Any, cast

import numpy as np
import polars as pl

from models.own_class import OwnClass, class_of, place_of, said
from models.problems.decks import solutions_of, solutions_table
from models.problems.vector_task import DeckSpace
from models.settings.config import ConfigError
from tasks.orchestration.steps import step
from tasks.search.algorithm import Algorithm


class OwnSearch(Algorithm):
    """Decks that a class proposes, made as `Class(space, seed)` with the `DeckSpace`.

    It has `ask()`, which returns (n, n_cards) solutions, and `tell(solutions, objective,
    measures)`. Its state is not stored: a resumed search repeats all its proposals and updates.
    """

    proposer: Any = None

    @step("ask-own-class")
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes the nearest decks of the class's solutions; see `LiveRun.keep_asked`.

        Raises:
            ConfigError: The class fails, or returns no solutions.
        """
        space = DeckSpace(self.max_copies)
        if self.proposer is None:
            found = self.own.load("ask", "tell")
            self.proposer = self._called("__init__", found, space, self.run.directory.seed)
        with self.measured.timed("ask"):
            solutions = self._called("ask", self.proposer.ask)
            decks: np.ndarray = self._called("ask", space.repair, solutions)
        if not len(decks):
            raise ConfigError(f"{self.own.path}: ask returned no rows; return at least one")
        left = self.problem.budget - evaluated.height
        return self.run.keep_asked(solutions_table(decks[:left]))

    def tell(self, evaluated: pl.DataFrame) -> None:
        """Adds the decks to the archive; then the class learns their results.

        The class does not learn at the end, where the budget may have cut off some of its decks.
        """
        super().tell(evaluated)
        if self.proposer is not None and evaluated.height < self.problem.budget:
            self.teach_own_class(evaluated)

    @step("teach-own-class")
    def teach_own_class(self, evaluated: pl.DataFrame) -> None:
        """Tells the class the results of the iteration that has just ended."""
        last = evaluated.filter(iteration=self.run.iteration - 1)
        results = last.select("objective", *self.config.archive.measures).to_numpy(writable=True)
        decks = solutions_of(last).astype(np.float64)
        with self.measured.timed("tell"):
            self._called("tell", self.proposer.tell, decks, results[:, 0].copy(), results[:, 1:])

    @property
    def own(self) -> OwnClass:
        """The class, as a setting."""
        return cast(OwnClass, self.config.own)

    def _called(self, name: str, function: Any, *arguments: Any) -> Any:
        """Calls the class; its errors name it."""
        try:
            return function(*arguments)
        except Exception as error:
            place = place_of(error, class_of(self.own.path))
            raise ConfigError(f"{self.own.path}: {name}: {said(error)}{place}") from error
