"""pyribs' emitters; see `docs/ribs.md`."""

import polars as pl

from models.problems.decks import solutions_table
from models.qd.ribs_proposals import RibsProposals
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.search.algorithm import Algorithm


class RibsSearch(Algorithm):
    """Emitters of pyribs, which start from the elites and learn from each of their batches.

    Their state is not stored: a resumed search repeats all their proposals and updates.
    """

    emitters: RibsProposals | None = None

    @step("ask-emitters")
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes the next decks of the emitters; see `LiveRun.keep_asked`."""
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
