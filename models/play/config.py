"""`PlayConfig`: the settings of a game of a person against a player."""

from typing import Literal, Self

from pydantic import Field

from engine.decks import Deck, deck_code, deck_from_code
from models.players.config import PlayerConfig
from models.players.learned import LearnedSetting
from models.players.own import OwnSetting
from models.settings.config import Config, added_field

#: The longest thinking time of a decision, in seconds.
MAX_SECONDS = 30.0


class PlayDeck(Config):
    """A deck as a setting, so that a manifest has all its cards."""

    name: str = Field(max_length=200, description="Its name in results.")
    code: str = Field(description="Its deck code.")

    @classmethod
    def of(cls, deck: Deck, name: str = "") -> Self:
        """The setting that means this deck.

        Raises:
            DeckError: No deck code can hold the deck.
        """
        return cls(name=(name or deck.name or deck.hero.capitalize())[:200], code=deck_code(deck))

    def deck(self) -> Deck:
        """The deck itself.

        Raises:
            DeckError: The code cannot be read, or its deck is not legal.
        """
        return deck_from_code(self.code, self.name, format=None)


class PlayConfig(Config):
    """The settings of a game; with the seed and the actions they are the whole game."""

    decks: tuple[PlayDeck, PlayDeck] = Field(description="The first player's deck, the second's.")
    person: Literal[0, 1] = Field(description="Side of the person: 0 goes first.")
    opponent: str = Field(description="Name of the player on the other side.")
    player: PlayerConfig = Field(description="Settings of that player, and the cards.")
    seconds: float | None = Field(
        None,
        gt=0,
        le=MAX_SECONDS,
        description="Thinking time of a tree search per action, in place of its simulations.",
    )
    practice: bool = Field(False, description="Whether the person may take actions back.")
    match: str | None = Field(None, description="Id of the match that the game is part of.")
    learned: LearnedSetting | None = added_field(
        None, description="Networks that play the other side, in place of a search."
    )
    own: OwnSetting | None = added_field(
        None, description="A class that plays the other side, in place of a search."
    )
    opponent_mulligan: bool = added_field(
        True, description="Whether the player replaces opening cards; a network may not have to."
    )
