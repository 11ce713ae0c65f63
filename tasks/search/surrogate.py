"""DSA-ME and its variants: MAP-Elites on a surrogate."""

import numpy as np
import polars as pl

from models.problems.decks import solutions_of, solutions_table
from models.qd.archive import Archive
from models.surrogates.surrogate import Surrogate
from tasks.games.seeds import Purpose
from tasks.run_loop.steps import step
from tasks.search.algorithm import Algorithm
from tasks.search.learning import take_surrogate, train_surrogate


class SurrogateSearch(Algorithm):
    """Deep Surrogate Assisted MAP-Elites: all elites of an archive of predictions are evaluated.

    Each iteration trains the surrogate on all decks so far, fills an archive with predictions by
    MAP-Elites, and proposes all elites of that archive. An offline search takes the surrogate from
    another run, or trains it once on the decks of another run.

    Source:
        Zhang et al. 2022, arXiv 2112.03534, algorithm 1.
    """

    proposed: pl.DataFrame | None = None

    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes the elites of a search on the surrogate."""
        if self.surrogate is None:
            self.surrogate = take_surrogate(self.run, self.source)
        self.proposed = self.search_surrogate(self.surrogate)
        return self.proposed

    @step("search-surrogate")
    def search_surrogate(self, surrogate: Surrogate) -> pl.DataFrame:
        """All elites of MAP-Elites on the surrogate.

        Columns `predicted_...` have their predicted objectives and measures.
        """
        decks = self.run.keep_proposals(lambda: self._elites(surrogate), "search")
        self.measured.note(surrogate_elites=decks.height)
        return decks

    def _elites(self, surrogate: Surrogate) -> pl.DataFrame:
        loop, start = self.config.inner_loop, None
        if loop.keep_archive and self.proposed is not None:
            start = self._archive_of(self.proposed)
        elites = self.elites_on(surrogate, self.run.seeds(Purpose.INNER_LOOP), loop, start)
        names = ("objective", *self.config.archive.measures)
        values = (elites.objectives, *elites.measures.T)
        columns = {f"predicted_{name}": value for name, value in zip(names, values, strict=True)}
        return solutions_table(elites.solutions, **columns)

    def tell(self, evaluated: pl.DataFrame) -> None:
        """Adds the decks to the archive; an online search then trains its surrogate on all decks.

        As in the paper's program, the training after the search holds out a random tenth.
        """
        super().tell(evaluated)
        if self.config.learning.mode == "online":
            is_last = evaluated.height >= self.problem.budget
            self.surrogate = train_surrogate(self.run, evaluated, self.surrogate, is_last)

    def _archive_of(self, proposed: pl.DataFrame) -> Archive:
        """The last iteration's archive of predictions: all its elites were proposed, in order."""
        archive = self.problem.new_archive()
        measures = proposed.select(f"predicted_{name}" for name in self.config.archive.measures)
        archive.add(
            solutions_of(proposed),
            proposed["predicted_objective"].to_numpy(),
            measures.to_numpy(),
            np.arange(proposed.height),
        )
        return archive
