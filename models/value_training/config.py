"""`ValueTraining`: the settings of a value network's training."""

from typing import Annotated

from pydantic import Field, field_validator

from engine.rules import Rules
from models.players.config import PlayerConfig
from models.players.value_networks import ValueScorer
from models.settings.config import Config, EvenGames


class FitConfig(Config):
    """How a value network is fitted to the states of a round."""

    epochs: int = Field(2, ge=1, le=1000, description="Passes through all states.")
    batch_size: int = Field(8192, ge=1, le=1 << 20, description="States of an update.")
    rate: float = Field(
        2e-3, gt=0, le=1, description="Adam's learning rate; it falls to 0 by a cosine."
    )
    forgotten: float = Field(
        0.1,
        ge=0,
        lt=1,
        description="Share of the cards of an update that are known only by what is printed on "
        "them, so that the network learns what an unknown card is worth.",
    )
    trace: float = Field(
        0.5,
        ge=0,
        le=1,
        description="Lambda of the targets, TD(lambda) with the network of the round before as "
        "teacher; 1: the results of the games only.",
    )


class ValueTraining(Config):
    """A training: rounds of games, each played by the network of the round before, and fits."""

    player: PlayerConfig = Field(
        PlayerConfig(fidelity="fair", format="blackrock"),
        description="Who plays the games, with which cards. A scorer that is a value network is "
        "what the training starts from; another one plays the first round only.",
    )
    rounds: tuple[Annotated[int, Field(ge=16, le=100_000_000)], ...] = Field(
        (160_000, 300_000), min_length=1, max_length=100, description="Games of each round."
    )
    decks: int = Field(
        3000, ge=2, le=1_000_000, description="Random decks of the games, 70 % with a mana curve."
    )
    errors: float = Field(
        0.25,
        ge=0,
        le=1,
        description="Most searches of a game replaced by a random action; half of the games have "
        "none, the others a uniform share up to this one.",
    )
    fit: FitConfig = Field(FitConfig(), description="The fit.")
    held_out: int = Field(
        4000, ge=100, le=1_000_000, description="Games with other decks, for the checks of a round."
    )
    matches: EvenGames = Field(
        2000, ge=2, le=1_000_000, description="Games of a round's match against each opponent."
    )
    opponents: tuple[str, ...] = Field(
        ("fair-beam:rogue-network", "greedy"),
        min_length=1,
        max_length=100,
        description="Players that a round is matched with.",
    )
    match_decks: int = Field(90, ge=1, le=1000, description="Random decks of the matches.")
    seed: int = Field(0, ge=0, description="Seed of decks, games, weights and batches.")

    @field_validator("player")
    @classmethod
    def _sees_no_hidden_card(cls, player: PlayerConfig) -> PlayerConfig:
        if player.fidelity != "fair":
            raise ValueError("the network knows what a fair player sees; use player.fidelity=fair")
        if player.search == "random":
            raise ValueError("a random player looks at no state; use another player.search")
        return player

    @property
    def start(self) -> ValueScorer | None:
        """The network that the training starts from."""
        return self.player.scorer if isinstance(self.player.scorer, ValueScorer) else None

    def rules(self) -> Rules:
        """The cards of the games."""
        return self.player.rules()
