"""`NetworkSearch`: the weights of a player's network, evolved by CMA-ME or CMA-ES.

`PlayerTraining` is its configuration. Defaults: the paper's.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Self

import numpy as np
import polars as pl
from pydantic import Field, field_validator, model_validator

from engine.decks import Deck, check_available
from models.players.config import HAND_WRITTEN, PlayerConfig, read_scorer
from models.players.decks import named_deck, opponent_suite
from models.players.networks import N_WEIGHTS, ScorerNetwork, named_network
from models.problems.experiment import check_archive
from models.problems.problem import Problem, VectorColumn, archive_metrics, status_counts
from models.problems.rows import Play
from models.qd.archive import GridConfig
from models.qd.evolution import PAPER, Evolution, EvolutionConfig
from models.settings.config import Config, Scheduling, without_scheduling
from models.settings.outcomes import PLAYER_MEASURES


class PlayerTraining(Config):
    """All settings that affect the result of a training, except the seed."""

    name: str = Field("paper", description="Name of the preset it is based on.")
    deck: str = Field(
        "Classic Miracle Rogue", description=f"The published deck that all players play. {PAPER}."
    )
    opponents: str = Field("elite", description=f"Suite of opponents. {PAPER}.")
    evaluations: int = Field(
        50_000, ge=1, le=10_000_000, description=f"Networks to evaluate. {PAPER}."
    )
    n_games: int = Field(
        200,
        ge=1,
        le=100_000,
        description=f"Games per network, dealt to the opponents in turn. {PAPER}.",
    )
    finalists: int = Field(
        20,
        ge=1,
        le=10_000,
        description="The best elites, which play new games at the end, because an archive keeps "
        "lucky ones; the best in these games is the player. Ours; 1 is the published way.",
    )
    final_games: int = Field(2_000, ge=2, le=1_000_000, description="New games per finalist. Ours.")
    start: str | ScorerNetwork | None = Field(
        None,
        description="Player, by name or file: all emitters start from its network. null: zeros, "
        f"which end every turn at once. {PAPER}.",
    )
    player: PlayerConfig = PlayerConfig()
    archive: GridConfig = GridConfig(shape=(100, 100))
    evolution: EvolutionConfig = EvolutionConfig()
    scheduling: Scheduling = Field(Scheduling(chunk_games=20_000), exclude=True)

    _of_older_runs = model_validator(mode="before")(without_scheduling)

    @field_validator("start", mode="before")
    @classmethod
    def _is_a_network(cls, start: Any) -> Any:
        if not isinstance(start, str):
            return start
        if start in HAND_WRITTEN:
            raise ValueError(f"'{start}' is not a network; give the name or the file of one")
        return read_scorer(start)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.player.scorer != PlayerConfig().scorer:
            raise ValueError(
                "player.scorer is the result of the training; omit it, or give `start`"
            )
        check_archive(self.archive, PLAYER_MEASURES)
        return self


@dataclass(frozen=True)
class NetworkSearch(Problem):
    """A training of a player; its iterations are generations."""

    config: PlayerTraining
    name = "train-player"
    vectors = VectorColumn("weights", pl.Float64)
    noun = "networks"
    round = "generation"
    finalists = "finalists"

    @property
    def budget(self) -> int:
        """See `Problem.budget`."""
        return self.config.evaluations

    def games_of(self, n_evaluated: int) -> int:
        """See `Problem.games_of`."""
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

    @property
    def start(self) -> np.ndarray:
        """(n_weights,) array of float64: the network from which all emitters start."""
        start = self.config.start
        if start is None:
            return np.zeros(N_WEIGHTS)
        network = start if isinstance(start, ScorerNetwork) else named_network(start)
        return np.array(network.weights)

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
