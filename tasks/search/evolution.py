"""Random decks, mutations of elites, and pyribs' emitters: searches without a surrogate."""

import polars as pl

from models.problems.decks import solutions_table
from models.qd.emitters import new_stream, propose
from models.qd.ribs_proposals import RibsProposals
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.search.algorithm import Algorithm


class RandomSearch(Algorithm):
    """Random search: a batch of random decks in each iteration."""

    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes random decks."""
        return self.propose_random_decks(self.batch_size(evaluated))


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


class RibsSearch(Algorithm):
    """Emitters of pyribs, which start from the elites and learn from each of their batches.

    Their state is not stored: a resumed search repeats all their proposals and updates.
    """

    emitters: RibsProposals | None = None

    @step("ask-emitters")
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes the next decks of the emitters.

        Raises:
            StoreError: The stored decks differ from those of the emitters.
        """
        if self.emitters is None:
            settings, batch_size = self.config.ribs, self.config.search.batch_size
            seed = self.run.seeds(Purpose.EMITTERS, 0)
            self.emitters = RibsProposals(settings, self.archive, self.max_copies, batch_size, seed)
        with self.measured.timed("ask"):
            decks = self.emitters.ask(self.batch_size(evaluated))
        return self.run.keep_asked(solutions_table(decks))

    def tell(self, evaluated: pl.DataFrame) -> None:
        """Adds the decks to the archive; then the emitters learn, if the decks are theirs."""
        super().tell(evaluated)
        if self.emitters is not None:
            self.teach_emitters(self.emitters, evaluated)

    @step("teach-emitters")
    def teach_emitters(self, emitters: RibsProposals, evaluated: pl.DataFrame) -> None:
        """Updates the emitters with the results of the iteration that has just ended."""
        with self.measured.timed("tell"):
            last = evaluated.filter(iteration=self.run.iteration - 1)
            measures = last.select(self.config.archive.measures).to_numpy()
            emitters.tell(last["objective"].to_numpy(), measures)
