"""`LeagueSettings`: players that play each other with the same decks and deals."""

from collections.abc import Sequence
from itertools import combinations
from typing import Self

from pydantic import Field, model_validator

from engine.decks import Deck, deck_code, deck_from_code
from models.players.player_names import NamedPlayer
from models.settings.config import Config, EvenGames, added_field, repeated


class LeagueDeck(Config):
    """A deck of a league as a setting, so that its file has the whole deck."""

    name: str  #: The deck's name in results
    code: str = ""  #: Its deck code; empty if every player builds its own
    #: The class, in capitals, of which every player builds its own decks: learned players by their
    #: policy, the others at random
    hero: str = added_field("")
    size: int = added_field(30, ge=2, le=60)  #: Cards of such a deck
    #: Ids of the only cards of such decks; all of the format if None
    cards: tuple[str, ...] | None = added_field(None)

    @classmethod
    def of(cls, deck: Deck) -> Self:
        """The setting that means this deck."""
        return cls(name=deck.name, code=deck_code(deck))

    def deck(self) -> Deck:
        """The deck itself, if it is given.

        Raises:
            DeckError: The code cannot be read, or its deck is not legal.
        """
        return deck_from_code(self.code, self.name, format=None)


class LeagueSettings(Config):
    """The settings of a league. Every pair of players plays the same deals."""

    #: The players, at least two; all with the same cards
    players: tuple[NamedPlayer, ...] = Field(min_length=2)
    #: The decks; all ordered pairs of them take turns
    decks: tuple[LeagueDeck, ...] = Field(min_length=1)
    #: Games per pair of players: two per deal, with seats swapped
    n_games: EvenGames = Field(ge=2, le=100_000_000)
    seed: int = Field(ge=0)  #: The seed

    @model_validator(mode="after")
    def _different(self) -> Self:
        for what, names in (
            ("player", [player.slug for player in self.players]),
            ("deck", [deck.name for deck in self.decks]),
        ):
            if (twice := repeated(names)) is not None:
                raise ValueError(f"two {what}s are called {twice}; give each its own name")
        return self

    @property
    def n_deals(self) -> int:
        """Deals per pair of players."""
        return self.n_games // 2

    @property
    def pairs(self) -> list[tuple[NamedPlayer, NamedPlayer]]:
        """All pairs of players, in order."""
        return list(combinations(self.players, 2))

    def with_players(self, others: Sequence[NamedPlayer]) -> Self:
        """The league with more players behind its own; those it has already are left out."""
        known = {player.name for player in self.players}
        new = [player for player in others if player.name not in known]
        return self.but(players=(*self.players, *new))
