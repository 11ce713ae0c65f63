"""`BeliefConfig`: how a search proposes decks by what it believes, and how it spends games."""

from typing import Annotated, Literal

from pydantic import Field

from models.settings.config import Config

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
