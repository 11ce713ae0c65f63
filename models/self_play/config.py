"""`SelfPlayConfig`: the settings of a training."""

from typing import Literal, Self

from pydantic import Field, model_validator

from engine.decks import DECK_SIZE
from engine.rules import Rules
from models.self_play.drafting import Drafting
from models.self_play.environment import BuildPool, EnvironmentConfig
from models.self_play.learning import UpdateConfig
from models.self_play.network import Network, NetworkConfig, PerHero, PolicyModule
from models.self_play.opponents import HeroRules, OpponentRules
from models.self_play.pilot import Copying
from models.self_play.unrolls import BufferConfig, RecordingConfig
from models.settings.config import Config, added_field

Device = Literal["cpu", "cuda"]

#: Decisions that are held at once, of about 2 KB each: 20 GB.
MOST_HELD = 10_000_000


class SelfPlayConfig(Config):
    """Settings of a training, all that its result depends on except the seed."""

    environment: EnvironmentConfig = Field(EnvironmentConfig(), description="The games.")
    network: NetworkConfig = Field(NetworkConfig(), description="Widths of the network.")
    per_hero: bool = Field(False, description="Whether each hero has a network of its own.")
    heroes: HeroRules = Field(HeroRules(), description="How heroes are chosen.")
    opponents: OpponentRules = Field(OpponentRules(), description="The method of self-play.")
    recording: RecordingConfig = Field(RecordingConfig(), description="What is recorded.")
    buffer: BufferConfig = Field(BufferConfig(), description="How unrolls reach the learner.")
    copying: Copying = added_field(
        Copying(), description="The player that the policy is a copy of at first."
    )
    drafting: Drafting = added_field(
        Drafting(), description="How the policy learns to build decks for a player before it plays."
    )
    update: UpdateConfig = Field(UpdateConfig(), description="How the policy learns.")
    games: int = Field(256, ge=1, le=65_536, description="Games side by side.")
    actors: int = Field(
        1, ge=1, le=256, description="Groups of games; each can have its own process."
    )
    batch: int = Field(4096, ge=1, le=1_000_000, description="Decisions of a batch.")
    reuse: int = Field(2, ge=1, le=1000, description="Updates by each batch.")
    period: int = Field(
        300_000, ge=1, le=1_000_000_000, description="Decisions learned from in a learning period."
    )
    samples: int = Field(
        3_000_000, ge=1, le=10_000_000_000, description="Decisions learned from in all."
    )

    @property
    def n_rows(self) -> int:
        """Unrolls of a batch."""
        return self.batch // self.recording.unroll

    @property
    def n_taught(self) -> int:
        """Decisions before self-play: those copied, and the picks of drafting."""
        return self.copying.samples + self.drafting.samples

    @property
    def n_lessons(self) -> int:
        """Updates before self-play."""
        batch, picks = self.n_rows * self.recording.unroll, self.drafting.decks * DECK_SIZE
        n_copies = -(-self.copying.samples // batch)
        n_drafts = -(-max(0, self.n_taught - n_copies * batch) // picks)
        return n_copies * self.reuse + n_drafts * self.drafting.updates

    def new_network(self, pool: BuildPool, rules: Rules) -> PolicyModule:
        """Return a policy with random weights."""
        kind = PerHero if self.per_hero else Network
        return kind(self.network, pool, rules)

    @model_validator(mode="after")
    def _fits(self) -> Self:
        whole = self.recording.unroll * self.actors
        if self.batch % whole:
            raise ValueError(f"batch {self.batch} must be a multiple of unroll * actors, {whole}")
        if self.period < self.batch:
            raise ValueError(f"period {self.period} must not be less than batch {self.batch}")
        if self.games % self.actors:
            raise ValueError(f"games {self.games} must be a multiple of actors, {self.actors}")
        held = self.recording.unroll * self.games + self.batch * (self.buffer.size + 1)
        if held > MOST_HELD:
            raise ValueError(
                f"{held:,} decisions in memory (unroll * games + batch * (buffer.size + 1)); the "
                f"most is {MOST_HELD:,}"
            )
        if self.n_taught > self.samples:
            raise ValueError(
                f"copying.samples {self.copying.samples} and drafting.samples "
                f"{self.drafting.samples} exceed samples {self.samples}"
            )
        if self.drafting.samples and self.environment.deck_size != DECK_SIZE:
            raise ValueError(f"drafting.samples needs decks of {DECK_SIZE} cards; omit --deck-size")
        if self.update.rules.policy_loss == "copy":
            raise ValueError(
                "update.rules.policy_loss copy is for copying.samples; use gradient or ppo"
            )
        if self.copying.samples and self.buffer.kind == "ring":
            raise ValueError("copying.samples needs a queue; use buffer.kind=queue, or b2 to c5")
        if self.heroes.is_learned and self.environment.random_picks:
            raise ValueError("heroes.is_learned needs environment.random_picks to be false")
        return self
