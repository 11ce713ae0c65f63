"""MAP-Elites without a surrogate."""

import polars as pl

from models.problems.decks import solutions_table
from models.qd.emitters import new_stream, propose
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.search.algorithm import Algorithm


class MutationSearch(Algorithm):
    """MAP-Elites: a batch of mutations of elites in each iteration.

    In the DSA-ME paper's program, each free worker gets one child of the current archive.

    Source:
        Mouret and Clune 2015, arXiv 1504.04909.
    """

    @step("mutate-elites")
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes mutations of uniform random elites."""
        n, stream = self.batch_size(evaluated), new_stream(self.run.seeds(Purpose.MUTATION))
        return self.run.keep_proposals(
            lambda: solutions_table(propose(self.archive, self.max_copies, n, stream))
        )
