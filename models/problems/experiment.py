"""`Experiment`: the configuration of a search, with those of all components. Defaults: the paper's.

All settings except `scheduling` affect the results. `Spending` derives the games that each deck
plays, and their sums.
"""

import math
from collections.abc import Collection
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BeforeValidator, Field, model_validator

from engine.decks import Pool, pool
from models.files import file_digest
from models.own_class import OwnClass
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck
from models.problems.algorithms import AlgorithmName, Proposals
from models.problems.inner_loop import InnerLoopConfig
from models.problems.resampling import ResamplingConfig
from models.qd.archive import GridConfig
from models.qd.ribs_proposals import RibsConfig
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from models.settings.config import Config, Scheduling, added_field, without_scheduling
from models.settings.outcomes import MEASURES
from models.surrogates.dense import DenseConfig
from models.surrogates.kinds import SurrogateConfig

#: Which of the decks found are played: those of the largest gains, or random ones.
Acquisition = Literal["gain", "random"]
Way = Literal["mean", "draw"]


class BeliefConfig(Config):
    """A search on a Gaussian process that knows the noise of games. Ours."""

    ways: Annotated[tuple[Way, ...], Field(min_length=1)] = Field(
        ("mean", "draw"),
        description="Functions on which an iteration searches, each for an equal share of its "
        "decks: the mean of the posterior, or a draw from it (Thompson sampling).",
    )
    acquisition: Acquisition = Field(
        "gain",
        description="Decks of these searches that are played: those of the largest gain over the "
        "archive of beliefs, or random ones.",
    )
    decks_per_game: int = Field(
        30,
        ge=1,
        le=1_000_000,
        description="Decks that each of these searches predicts for each game of the iteration; "
        "so their time stays a share of that of the games.",
    )
    most_decks: int = Field(
        300_000, ge=1, le=1_000_000_000, description="Most decks that such a search predicts."
    )
    random_decks: int = Field(
        100, ge=1, le=1_000_000, description="Random decks that each of these searches starts from."
    )
    batch_games: int = Field(
        3_000, ge=1, le=10_000_000, description="Least number of games of an iteration."
    )
    batch_share: float = Field(
        0.15, gt=0, le=10, description="Games of an iteration as a share of all games before it."
    )
    later_games: int = Field(
        24, ge=1, le=100_000, description="Games per deck after later_after games."
    )
    later_after: int = Field(
        100_000, ge=0, le=1_000_000_000, description="Games of the search before that."
    )
    most_elites: int | None = Field(
        None,
        ge=1,
        le=10_000_000,
        description="Most elites of the archive of beliefs, those of the best believed objective; "
        "the searches start from all (default: null, one in each cell).",
    )


class Spending(NamedTuple):
    """`n_games` per deck, and `later_games` for decks whose games end after `later_after`."""

    n_games: int
    later_games: int
    later_after: int

    @property
    def n_first(self) -> int:
        """Decks that play `n_games`."""
        return self.later_after // self.n_games

    def of_deck(self, number: int) -> int:
        """The games of a deck by its evaluation number."""
        return self.n_games if number < self.n_first else self.later_games

    def of_decks(self, n_decks: int) -> int:
        """The games of the first decks together."""
        first = min(n_decks, self.n_first)
        return first * self.n_games + (n_decks - first) * self.later_games

    def decks(self, games: int) -> int:
        """The largest number of decks whose games are at most `games`."""
        first = min(games // self.n_games, self.n_first)
        if first < self.n_first:
            return first
        return first + (games - first * self.n_games) // self.later_games


#: Cells that an archive may have; ten million take about 2 GB of memory.
MAX_CELLS = 10_000_000


def check_archive(
    archive: GridConfig | SlidingConfig | GrowingGridConfig, known: Collection[str]
) -> None:
    """Raises `ValueError` if a measure is unknown or named twice, or there are too many cells."""
    for name in archive.measures:
        if name not in known:
            raise ValueError(
                f"archive.measures: no measure is called {name!r}; use {', '.join(known)}"
            )
        if archive.measures.count(name) > 1:
            raise ValueError(f"archive.measures: {name!r} is named twice; name each measure once")
    if archive.kind == "grid":
        key, sizes = "shape", archive.shape
    else:
        key, sizes = "last_size", (archive.last_size,) * len(archive.measures)
    if (n_cells := math.prod(sizes)) > MAX_CELLS:
        raise ValueError(
            f"archive: {' x '.join(map(str, sizes))} = {n_cells:,} cells; use at most "
            f"{MAX_CELLS:,}, with smaller numbers in archive.{key}"
        )


PAPER = "Zhang 2022, arXiv 2112.03534"
#: The configuration of an archive, selected by its `kind`.
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
        f"{PAPER}, which analyses only the decks within the budget.",
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
        description="Decks proposed at once by searches without a surrogate. The paper's program "
        "proposes one at a time. With pyribs' emitters: a multiple of ribs.emitters.",
    )
    fresh_games: int = Field(
        200,
        ge=0,
        le=100_000,
        description="New games per elite after the search, because an archive keeps lucky decks; "
        "0 plays none. Ours.",
    )
    start_decks: tuple[str, ...] = added_field(
        (),
        description="Codes of decks that the search also starts from, beside random ones. Ours.",
    )
    budget_games: int | None = added_field(
        None,
        ge=1,
        le=1_000_000_000,
        description="Games of the search; then evaluations does not apply (default: null, the "
        "budget is in decks). Ours.",
    )
    curve_games: tuple[Annotated[int, Field(ge=1)], ...] = added_field(
        (),
        description="Numbers of games, ascending: the elites after so many also play fresh_games, "
        "for the curve of the corrected QD score (default: only the final elites). Ours.",
    )

    @model_validator(mode="after")
    def _start_fits_in(self) -> Self:
        start = self.initial_evaluations
        if self.budget_games is None:
            if start > self.evaluations:
                raise ValueError(
                    f"initial_evaluations ({start}) must not exceed evaluations "
                    f"({self.evaluations})"
                )
        elif max(start, 1) * self.n_games > self.budget_games:
            raise ValueError(
                f"budget_games ({self.budget_games}) pays for {self.budget_games // self.n_games} "
                f"decks x {self.n_games} games; initial_evaluations ({start}) need at least "
                f"{max(start, 1) * self.n_games} games"
            )
        return self

    @model_validator(mode="after")
    def _curve_can_be_drawn(self) -> Self:
        curve = self.curve_games
        if any(later <= earlier for earlier, later in pairwise(curve)):
            raise ValueError(f"curve_games {list(curve)} must be ascending")
        if curve and self.fresh_games == 0:
            raise ValueError("curve_games needs new games; set fresh_games to 1 or more")
        if curve and not self.n_games <= curve[0] <= curve[-1] <= self.games:
            raise ValueError(
                f"curve_games {list(curve)} must lie between the {self.n_games} games of a deck "
                f"and the {self.games} of the search"
            )
        return self

    @property
    def games(self) -> int:
        """The budget in games."""
        if self.budget_games is None:
            return self.evaluations * self.n_games
        return self.budget_games


class LearningConfig(Config):
    """The training data of the surrogate."""

    mode: Literal["online", "trend", "data", "model"] = Field(
        "online",
        description="Training of the surrogate. online: in every outer iteration, on all decks so "
        "far. trend: as online, by a Gaussian process whose prior mean is the posterior mean of "
        "another run times fitted slopes. data: once, on all decks of another run. model: the "
        "final surrogate of another run.",
    )
    source: AlgorithmName | None = Field(
        None, description="Algorithm of that other run; null if there is none."
    )

    @property
    def is_online(self) -> bool:
        """Whether the surrogate learns from the search's own decks."""
        return self.mode in ("online", "trend")

    @model_validator(mode="after")
    def _source_where_needed(self) -> Self:
        if (self.mode == "online") != (self.source is None):
            raise ValueError(f"mode {self.mode!r} cannot have source {self.source!r}")
        return self


class Emulator(Config):
    """An emulator's file."""

    file: str  #: Its path, as it was given
    digest: str  #: SHA-256 of the file


def _own_class(value: Any) -> Any:
    return OwnClass.named(value, "ask", "tell") if isinstance(value, str) else value


def _emulator(value: Any) -> Any:
    if not isinstance(value, str):
        return value
    try:
        return Emulator(file=value, digest=file_digest(value))
    except OSError as error:
        raise ValueError(f"{value}: cannot be read ({error.strerror})") from None


class Experiment(Config):
    """All settings that affect a search's results, except the seed and the source run."""

    name: str = Field("paper", description="Name of the preset it is based on.")
    algorithm: AlgorithmName = Field(
        "dsa-me", description="Name of its algorithm (models/problems/algorithms.py)."
    )
    proposals: Proposals = Field(
        "surrogate",
        description="Source of decks after the random start: a search on the surrogate, or on what "
        "a Gaussian process believes, mutations of elites, also while elites play again "
        "(resampling), random decks, pyribs' emitters, or a class of one's own.",
    )
    own: Annotated[OwnClass, BeforeValidator(_own_class)] | None = added_field(
        None,
        description="The class of the algorithm own, as module:MyEmitter; see docs/how-to/data.md.",
    )
    emulator: Annotated[Emulator, BeforeValidator(_emulator)] | None = added_field(
        None,
        description="File that `export --emulator` wrote, which evaluates decks in the place of "
        "games (default: null, games).",
    )
    pool: str = Field(
        "rogue-dsame",
        description="Pool of cards: a published one (rogue-dsame, hunter-mesb, paladin-mesb, "
        f"warlock-mesb), or a class, for its cards of player.format. {PAPER}.",
    )
    opponents: str | Annotated[tuple[OpponentDeck, ...], Field(min_length=1)] = Field(
        "elite",
        description="Suite of opponents: elite or starter, which play in every format; classic14, "
        "naxx14 or brm15, decks that people played; or a list of decks. The cards of the last two "
        f"must be of player.format. {PAPER}.",
    )
    search: SearchConfig = SearchConfig()
    archive: ArchiveConfig = GridConfig()
    player: PlayerConfig = PlayerConfig()
    surrogate: SurrogateConfig = DenseConfig()
    learning: LearningConfig = LearningConfig()
    inner_loop: InnerLoopConfig = InnerLoopConfig()
    ribs: RibsConfig = added_field(RibsConfig())
    belief: BeliefConfig = added_field(BeliefConfig())
    resampling: ResamplingConfig = added_field(ResamplingConfig())
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
            raise ValueError("learning.mode applies only to searches with a surrogate")
        if self.learning.mode == "trend" and self.proposals != "belief":
            raise ValueError("learning.mode trend is for searches by belief, such as bayes-me")
        if self.estimates:
            self._check_start()
        match self.proposals:
            case "ribs":
                self.ribs.check_batch(self.search.batch_size)
            case "belief":
                self._check_beliefs()
            case "resampling":
                self._check_resampling()
        return self

    def _check_start(self) -> None:
        """An archive of estimates is first there after all decks of the start."""
        search, spending = self.search, self.spending
        start = search.initial_evaluations + len(search.start_decks)
        if search.curve_games and spending.decks(search.curve_games[0]) < start:
            raise ValueError(
                f"search.curve_games begins with {search.curve_games[0]} games; the first "
                f"{start} decks play {spending.of_decks(start)}"
            )
        if 0 < spending.n_first < start and spending.n_games != spending.later_games:
            raise ValueError(
                f"belief.later_after is {self.belief.later_after} games; the first {start} decks "
                f"play {start * spending.n_games}"
            )

    def _check_resampling(self) -> None:
        if not self.search.initial_evaluations:
            raise ValueError("search.initial_evaluations is 0; resampling needs 1 or more")
        if self.resampling.assisted and self.learning.mode != "online":
            raise ValueError(
                "resampling.assisted learns from its own decks; set learning.mode online"
            )
        if self.resampling.assisted and self.inner_loop.keep_archive:
            raise ValueError(
                "resampling.assisted plays some elites of the surrogate's archive only; set "
                "inner_loop.keep_archive false"
            )

    def _check_beliefs(self) -> None:
        if self.surrogate.kind != "gaussian":
            raise ValueError(
                f"a search by belief needs surrogate.kind gaussian, not {self.surrogate.kind}"
            )
        if not self.learning.is_online:
            raise ValueError(
                "a search by belief learns from its own decks; set learning.mode online or trend"
            )
        if self.search.initial_evaluations < 10:
            raise ValueError(
                f"search.initial_evaluations is {self.search.initial_evaluations}; a search by "
                "belief needs 10 or more random decks"
            )
        if (n := self.belief.ways.count("draw")) > self.surrogate.draws:
            raise ValueError(f"belief.ways has {n} draws; set surrogate.draws to {n}")

    @property
    def spending(self) -> Spending:
        """The games of each deck."""
        n_games = self.search.n_games
        if self.proposals == "belief":
            return Spending(n_games, self.belief.later_games, self.belief.later_after)
        return Spending(n_games, n_games, 0)

    @property
    def n_decks(self) -> int:
        """The budget in decks: no iteration begins after so many."""
        if self.search.budget_games is None:
            return self.search.evaluations
        return self.spending.decks(self.search.budget_games)

    @property
    def sizes(self) -> str:
        """Decks and games of each in words."""
        first = min(self.n_decks, self.spending.n_first)
        parts = [(first, self.spending.n_games)]
        parts += [(self.n_decks - first, self.spending.later_games)]
        return " and ".join(f"{n:,} decks x {games} games" for n, games in parts if n)

    @property
    def size_in_words(self) -> str:
        """`sizes`, with the algorithm if it is not MAP-Elites."""
        return self.sizes + ("" if self.algorithm == "map-elites" else f" by {self.algorithm}")

    @property
    def estimates(self) -> bool:
        """Whether the archive has estimates of the decks, not the results of single evaluations."""
        return self.proposals in ("belief", "resampling")

    @property
    def uses_surrogate(self) -> bool:
        """Whether a surrogate proposes the decks."""
        return self.proposals in ("surrogate", "belief") or (
            self.proposals == "resampling" and self.resampling.assisted
        )

    def unlike(self, other: "Experiment", *names: str) -> list[str]:
        """Those of some settings in which it differs from another; emulators by their bytes."""

        def value(experiment: Experiment, name: str) -> Any:
            found = getattr(experiment, name)
            return found.digest if isinstance(found, Emulator) else found

        return [name for name in names if value(self, name) != value(other, name)]

    def card_pool(self) -> Pool:
        """Returns the pool, with the cards of the player's patch and format.

        Raises:
            DeckError: The pool does not exist, or the patch's build or the format lacks some of its
                cards.
        """
        return pool(self.pool, self.player.patch, self.player.format)
