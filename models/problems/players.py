"""`NetworkSearch`: the weights of a player's network, evolved by CMA-ME or CMA-ES."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any

import numpy as np
import polars as pl

from engine.decks import Deck, check_available
from models.players.decks import named_deck, opponent_suite
from models.players.networks import N_WEIGHTS, ScorerNetwork, named_network
from models.problems.player_training import PlayerTraining
from models.problems.problem import Problem, VectorColumn, archive_metrics, status_counts
from models.problems.rows import Play
from models.qd.archive import Archive
from models.qd.evolution import Evolution


@dataclass(frozen=True)
class NetworkSearch(Problem):
    """A training of a player; its iterations are generations."""

    config: PlayerTraining
    vectors = VectorColumn("weights", pl.Float64)
    noun = "networks"
    round = "generation"
    finalists = "finalists"

    @property
    def name(self) -> str:
        """See `Problem.name`."""
        return "train-player"

    @property
    def budget(self) -> int:
        """See `Problem.budget`."""
        return self.config.evaluations

    @property
    def n_games(self) -> int:
        """See `Problem.n_games`."""
        return self.config.n_games

    @property
    def final_games(self) -> int:
        """See `Problem.final_games`."""
        return self.config.final_games

    def games_after(self, n_evaluated: int) -> int:
        """See `Problem.games_after`; the finalists' new games are among them."""
        return super().games_after(n_evaluated) + self.config.finalists * self.final_games

    @property
    def play(self) -> Play:
        """See `Problem.play`."""
        from models.problems.play import play_networks

        return partial(play_networks, self.deck, self.config.opponents, self.config.player)

    @cached_property
    def deck(self) -> Deck:
        """The deck of all players."""
        return named_deck(self.config.deck)

    def check(self) -> None:
        """See `Problem.check`."""
        decks = [self.deck, *(each.deck for each in opponent_suite(self.config.opponents))]
        for deck in decks:
            check_available(deck, self.config.player.patch)

    ## Proposals and learning ##

    def new_evolution(self, seed: np.random.SeedSequence) -> Evolution:
        """New emitters, with an empty archive."""
        start = self.config.start
        if start is None:
            weights = np.zeros(N_WEIGHTS)
        else:
            network = start if isinstance(start, ScorerNetwork) else named_network(start)
            weights = np.array(network.weights)
        return Evolution(self.config.evolution, self.config.archive, weights, seed)

    def generation(self, evolution: Evolution, n_evaluated: int) -> pl.DataFrame:
        """The emitters' next networks; the last generation stops at the budget."""
        weights = evolution.ask()[: self.budget - n_evaluated]
        emitter = np.arange(len(weights)) % self.config.evolution.emitters
        return pl.DataFrame({"emitter": emitter}).with_columns(self.vectors.series(weights))

    def learn(self, evolution: Evolution, results: pl.DataFrame) -> np.ndarray:
        """Adds a generation to the archive and updates the emitters.

        Returns:
            (n,) array of int8, as `Problem.offer`.
        """
        info = evolution.tell(
            self.vectors.of(results),
            results["objective"].to_numpy(),
            results.select(self.config.archive.measures).to_numpy(),
        )
        return info["status"]

    def finalist_ids(self, archive: Archive) -> np.ndarray:
        """Evaluation numbers of the best elites, best first."""
        elites = archive.elites()
        return elites.ids[np.lexsort((elites.ids, -elites.objectives))[: self.config.finalists]]

    ## Reporting ##

    def metrics(
        self, evolution: Evolution, evaluated: pl.DataFrame, status: np.ndarray
    ) -> dict[str, Any]:
        """The metrics of a generation; its networks are the last evaluated ones."""
        results = evaluated.tail(len(status))
        return {
            **archive_metrics(evolution.archive, evaluated),
            "mean_proposed": results.select(pl.mean("objective")).item(),
            **status_counts(status),
            "restarts": evolution.restarts,
            "mean_step_size": float(evolution.step_sizes.mean()),
            "failed_games": int(results["failed_games"].sum()),
        }

    def describe(self, metrics: Mapping[str, Any]) -> str:
        """See `Problem.describe`."""
        return (
            f"{metrics['n_elites']:.0f} elites, mean {metrics['mean_proposed']:+.1f} and best "
            f"{metrics['max_objective']:+.1f} health, {100 * metrics['max_win_rate']:.0f} % wins"
        )
