"""`MetaConfig`: the settings of a double oracle over decks."""

from typing import Annotated

from pydantic import Field, field_validator

from engine.decks import CLASSES
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck
from models.settings.config import Config, EvenGames, added_field

HERO = Annotated[str, Field(pattern=f"^({'|'.join(CLASSES)})$")]
#: Opponents of a search: slots that decks fill by their shares. Its decks play one game with each.
SLOTS = 12


class MetaConfig(Config):
    """A double oracle: each round, every class searches an answer to the equilibrium of all decks.

    Source:
        McMahan et al. 2003, "Planning in the presence of cost functions controlled by an
        adversary".
    """

    player: PlayerConfig = Field(
        PlayerConfig(fidelity="fair", scorer="value", opponents_scorer="value", format="classic"),
        description="Who plays both sides of all games, with which cards; its scorer is both "
        "sides'.",
    )
    classes: tuple[HERO, ...] = Field(CLASSES, min_length=1, description="Classes of the decks.")
    rounds: int = Field(8, ge=1, le=1000, description="Rounds; more may follow later.")
    search_games: int = Field(
        6_000, ge=600, le=10_000_000, description="Games of each class's search in a round."
    )
    later_share: float | None = added_field(
        None,
        gt=0,
        le=1,
        description="Share of `search_games` in later rounds, whose searches then begin with what "
        "those of the round before believe; null: all games, and searches begin with nothing.",
    )
    goes_on: bool = added_field(
        False,
        description="Whether the first round is a later one, too: its searches begin with what the "
        "last ones of the metagame of `start` believe.",
    )
    random_decks: int = Field(
        100, ge=10, le=10_000, description="Random decks that each search starts from."
    )
    kept: int = Field(
        30,
        ge=0,
        le=1000,
        description="Best decks of the class's last search that the next one starts from, beside "
        "all its decks of the metagame.",
    )
    finalists: int = Field(
        64,
        ge=1,
        le=1000,
        description="Best decks of a class's search that race against the equilibrium.",
    )
    race_games: int = Field(
        12_500,
        ge=0,
        le=10_000_000,
        description="Games of each class's races: the finalists' race, which is held in any case, "
        "then races of the best and of swaps that its search proposes, about 5,400 games each.",
    )
    growing: int = Field(
        0,
        ge=0,
        le=10,
        description="Rounds at the start with fewer games of searches and races: half of them in "
        "the last of these rounds, a quarter in the one before, ... It does not "
        "apply to searches that `later_share` shortens.",
    )
    confirm_games: EvenGames = Field(
        2_000,
        ge=2,
        le=10_000_000,
        description="New games of each class's winner, which say how far it beats the equilibrium.",
    )
    patience: int = Field(
        0,
        ge=0,
        le=100,
        description="The metagame ends early after so many rounds in a row, after those of "
        "`growing`, in which no class beats the equilibrium; 0: never.",
    )
    tolerance: float = Field(
        0.0,
        ge=0,
        le=0.5,
        description="A class beats the equilibrium if its lower limit is more than so much above "
        "half of the games.",
    )
    attacker_games: int = Field(
        0,
        ge=0,
        le=100_000_000,
        description="Games of each class's attack on the last equilibrium: a search by another "
        "algorithm, which also knows the rivals; 0: no attacks. Those that were made keep theirs.",
    )
    pair_games: EvenGames = Field(
        40, ge=2, le=1_000_000, description="Games of each pair of decks, half in each seat."
    )
    close_games: EvenGames = added_field(
        0,
        ge=0,
        le=1_000_000,
        description="Games of each pair of decks that both have 1 % of the equilibrium, and one of "
        "them a third of the largest share; 0: as of all pairs. Then it is played out anew, until "
        "all such pairs have them.",
    )
    temperature: float = Field(
        0.01,
        ge=0.001,
        le=1,
        description="Of the equilibrium, in shares of games: a deck that wins so much less has 1/e "
        "of the share.",
    )
    draws: int = Field(
        100,
        ge=2,
        le=10_000,
        description="Draws of the win rates of all pairs, whose equilibria are averaged.",
    )
    rivals: tuple[OpponentDeck, ...] = Field(
        (),
        description="Decks that are shown beside those found, such as decks that people played; "
        "only attackers know them.",
    )
    start: tuple[OpponentDeck, ...] = added_field(
        (), description="Decks of the first round, with a random one of each class that has none."
    )
    seed: int = Field(0, ge=0, description="Seed of decks, searches and games.")

    @field_validator("player")
    @classmethod
    def _same_pilots(cls, player: PlayerConfig) -> PlayerConfig:
        return player.but(opponents_scorer=player.scorer)

    @field_validator("classes")
    @classmethod
    def _named_once(cls, classes: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(hero for hero in CLASSES if hero in classes)

    def learns_in(self, round_: int) -> bool:
        """Whether searches of a round are shorter and begin with what earlier ones believe."""
        return self.later_share is not None and (round_ > 0 or self.goes_on)

    def search_games_in(self, round_: int) -> int:
        """The games of a class's search in a round."""
        if self.later_share and self.learns_in(round_):
            return self._within(round(self.later_share * self.search_games), self.search_games)
        return self.games_in(round_, self.search_games)

    def games_in(self, round_: int, games: int) -> int:
        """The games of a round, of as many in a round with all of them."""
        return self._within(games >> max(0, self.growing - round_), games)

    def _within(self, games: int, most: int) -> int:
        """At least twice the games of the random decks that a search starts from, and at most."""
        return min(most, max(games, 2 * SLOTS * self.random_decks))
