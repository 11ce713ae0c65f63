"""The training of a player: generations of networks, and the emitters that propose them."""

import numpy as np
import polars as pl

from models.problems.players import NetworkSearch
from models.qd.evolution import Evolution
from tasks.games.seeds import Purpose
from tasks.orchestration.steps import step
from tasks.run_loop.live_run import LiveRun


class EvolutionSearch:
    """A search for networks by emitters; it proposes and learns as an `Algorithm` does.

    The emitters' state is not stored: a resumed training repeats all proposals and updates.
    """

    def __init__(self, run: LiveRun[NetworkSearch]) -> None:
        self.run, self.measured = run, run.measured
        self.problem, self.config = run.problem, run.problem.config
        seed = run.seeds(Purpose.PLAYERS, 0)
        self.evolution = Evolution(
            self.config.evolution, self.config.archive, self.problem.start, seed
        )

    @step("propose-players")
    def ask(self, evaluated: pl.DataFrame) -> pl.DataFrame:
        """Proposes the networks of a generation; the last generation stops at the budget."""
        with self.measured.timed("ask"):
            weights = self.evolution.ask()[: self.problem.budget - evaluated.height]
            emitter = np.arange(len(weights)) % self.config.evolution.emitters
            column = self.problem.vectors.series(weights)
            asked = pl.DataFrame({"emitter": emitter}).with_columns(column)
        return self.run.keep_asked(asked)

    @step("learn-from-players")
    def tell(self, evaluated: pl.DataFrame) -> None:
        """Adds a generation to the archive, updates the emitters, and ends the generation."""
        with self.measured.timed("tell"):
            results = self.run.latest(evaluated)
            info = self.evolution.tell(
                self.problem.vectors.of(results),
                results["objective"].to_numpy(),
                results.select(self.config.archive.measures).to_numpy(),
            )
        self.run.keep_elites(self.problem.elites_table(self.evolution.archive, evaluated))
        self.run.end_iteration(self.problem.metrics(self.evolution, evaluated, info["status"]))

    def finalists(self) -> np.ndarray:
        """Evaluation numbers of the best elites, best first."""
        elites = self.evolution.archive.elites()
        order = np.lexsort((elites.ids, -elites.objectives))
        return elites.ids[order[: self.config.finalists]]
