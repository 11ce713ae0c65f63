"""`PlayerTraining`: what decides how a player is trained. Defaults are the paper's."""

from typing import Any, Self

from pydantic import Field, field_validator, model_validator

from models.config import Config
from models.outcomes import PLAYER_MEASURES
from models.players.config import HAND_WRITTEN, PlayerConfig, read_scorer
from models.players.networks import Network
from models.qd.archive import GridConfig
from models.qd.evolution import PAPER, EvolutionConfig


class PlayerTraining(Config):
    """Everything that decides the result of a training, but the seed."""

    name: str = Field("paper", description="Name of the preset it started from.")
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
        description="The best elites, which play new games in the end; the best of these is the "
        "player, since an archive keeps the lucky. Ours; 1 takes the best elite, as published.",
    )
    final_games: int = Field(2_000, ge=2, le=1_000_000, description="New games per finalist. Ours.")
    chunk_games: int = Field(
        20_000,
        ge=1,
        le=10_000_000,
        description="Games per stored file, what a kill costs at most: 10-20 s on two cores. Ours.",
    )
    start: str | Network | None = Field(
        None,
        description="Player whose network all emitters start from, by name or file. None: zeros, "
        f"which end every turn at once. {PAPER}.",
    )
    player: PlayerConfig = PlayerConfig()
    archive: GridConfig = GridConfig(shape=(100, 100))
    evolution: EvolutionConfig = EvolutionConfig()

    @field_validator("start", mode="before")
    @classmethod
    def _is_a_network(cls, start: Any) -> Any:
        if not isinstance(start, str):
            return start
        if start in HAND_WRITTEN:
            raise ValueError(f"'{start}' is no network; give the name or the file of one")
        return read_scorer(start)

    @model_validator(mode="after")
    def _fits_together(self) -> Self:
        if self.player.scorer != PlayerConfig().scorer:
            raise ValueError(
                "player.scorer is what the training makes; leave it out, or give `start`"
            )
        if unknown := [name for name in self.archive.measures if name not in PLAYER_MEASURES]:
            raise ValueError(
                f"archive.measures: no measure '{unknown[0]}' of a player; use some of "
                f"{', '.join(PLAYER_MEASURES)}"
            )
        return self

    @property
    def chunk_rows(self) -> int:
        """Networks per stored file."""
        return max(1, self.chunk_games // self.n_games)
