"""`Experiment`: the configurations of all components put together. Defaults are the paper's.

Everything in here decides a run's results, except `scheduling`, which is carried along.
"""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.decks import Pool, pool
from models.algorithms import AlgorithmName
from models.archive_rules import check_archive
from models.config import Config, added_field
from models.inner_loop import InnerLoopConfig
from models.outcomes import MEASURES
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck
from models.qd.archive import GridConfig
from models.qd.ribs_proposals import RibsConfig
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from models.scheduling import Scheduling, without_scheduling
from models.surrogates.dense import DenseConfig
from models.surrogates.kinds import SurrogateConfig

PAPER = "Zhang 2022, arXiv 2112.03534"
#: Which archive, told by its `kind`.
ArchiveConfig = Annotated[
    GridConfig | SlidingConfig | GrowingGridConfig, Field(discriminator="kind")
]


class SearchConfig(Config):
    """The outer loop's budget."""

    initial_evaluations: int = Field(
        100, ge=0, le=1_000_000, description=f"Random decks at the start. {PAPER}."
    )
    evaluations: int = Field(
        10_000,
        ge=1,
        le=10_000_000,
        description=f"Decks to evaluate; checked once per outer iteration, so DSA-ME exceeds it. "
        f"{PAPER}, which analyses the first so many.",
    )
    n_games: int = Field(
        200,
        ge=1,
        le=100_000,
        description=f"Games per deck, dealt to the opponents in turn. {PAPER}.",
    )
    batch_size: int = Field(
        100,
        ge=1,
        le=100_000,
        description="Without surrogate only: decks proposed at once. The paper's workers ask one "
        "by one. With pyribs' emitters, a multiple of ribs.emitters.",
    )
    fresh_games: int = Field(
        200,
        ge=0,
        le=100_000,
        description="New games per elite after the search, since the archive keeps the lucky; "
        "0 leaves that out. Ours.",
    )

    @model_validator(mode="after")
    def _start_fits_in(self) -> Self:
        if self.initial_evaluations > self.evaluations:
            raise ValueError(
                f"initial_evaluations ({self.initial_evaluations}) must not exceed evaluations "
                f"({self.evaluations})"
            )
        return self


class LearningConfig(Config):
    """Where the surrogate's knowledge comes from."""

    mode: Literal["online", "data", "model"] = Field(
        "online",
        description="The decks evaluated so far, learned from in every outer iteration; all decks "
        "of another run, learned from once; or the final surrogate of another run.",
    )
    source: AlgorithmName | None = Field(
        None, description="Algorithm of that other run; none when learning online."
    )

    @model_validator(mode="after")
    def _source_where_needed(self) -> Self:
        if (self.mode == "online") != (self.source is None):
            raise ValueError(f"mode {self.mode!r} does not go with source {self.source!r}")
        return self


class Experiment(Config):
    """Everything that decides a search's results, except the seed and the run to learn from."""

    name: str = Field("paper", description="Name of the preset it started from.")
    algorithm: AlgorithmName = Field(
        "dsa-me", description="Name of the algorithm it started from (models/algorithms.py)."
    )
    proposals: Literal["surrogate", "mutation", "random", "ribs"] = Field(
        "surrogate",
        description="What proposes decks after the random start: a search on the surrogate, "
        "mutation of elites, chance, or pyribs' emitters.",
    )
    pool: str = Field("rogue-dsame", description=f"Cards that decks are made of. {PAPER}.")
    opponents: str | Annotated[tuple[OpponentDeck, ...], Field(min_length=1)] = Field(
        "elite", description=f"Suite of opponents, or opponents of one's own. {PAPER}."
    )
    search: SearchConfig = SearchConfig()
    archive: ArchiveConfig = GridConfig()
    player: PlayerConfig = PlayerConfig()
    surrogate: SurrogateConfig = DenseConfig()
    learning: LearningConfig = LearningConfig()
    inner_loop: InnerLoopConfig = InnerLoopConfig()
    ribs: RibsConfig = added_field(RibsConfig())
    scheduling: Scheduling = Field(Scheduling(), exclude=True)

    _of_older_runs = model_validator(mode="before")(without_scheduling)

    @model_validator(mode="after")
    def _parts_fit_together(self) -> Self:
        check_archive(self.archive, MEASURES)
        if self.uses_surrogate and self.archive.kind != "grid":
            raise ValueError(
                f"archive.kind is {self.archive.kind!r}; a search on a surrogate fills a 'grid'"
            )
        needed = {"objective", *self.archive.measures}
        if self.uses_surrogate and (missing := needed - set(self.surrogate.targets)):
            raise ValueError(
                f"surrogate.targets lack {', '.join(sorted(missing))}, which the archive needs"
            )
        if not self.uses_surrogate and self.learning.mode != "online":
            raise ValueError("learning.mode is for searches whose proposals come from a surrogate")
        if self.proposals == "ribs":
            self.ribs.check_batch(self.search.batch_size)
        return self

    @property
    def uses_surrogate(self) -> bool:
        """Whether a surrogate proposes the decks."""
        return self.proposals == "surrogate"

    @property
    def learns_online(self) -> bool:
        """Whether the search trains a surrogate on its own decks."""
        return self.uses_surrogate and self.learning.mode == "online"

    def card_pool(self) -> Pool:
        """Returns the pool, with its cards as they are under the player's patch.

        Raises:
            DeckError: There is no such pool, or the patch's build lacks some of its cards.
        """
        return pool(self.pool, self.player.patch)
