"""`PlayerTraining`: the configuration of a training. Defaults: the paper's."""

from typing import Any, Self

from pydantic import Field, field_validator, model_validator

from models.players.config import HAND_WRITTEN, PlayerConfig, read_scorer
from models.players.networks import ScorerNetwork
from models.problems.experiment import check_archive
from models.qd.archive import GridConfig
from models.qd.evolution import PAPER, EvolutionConfig
from models.settings.config import Config
from models.settings.outcomes import PLAYER_MEASURES
from models.settings.scheduling import Scheduling, without_scheduling


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
