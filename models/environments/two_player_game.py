"""What an environment needs of a game of two players, and its decks and seeds, checked."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from engine.core.setup import SETUP
from engine.decks import Deck, validate_deck
from engine.rules import Rules
from models.players.decks import named_deck
from models.players.games import setups_of

Matchup = tuple[Deck | str, Deck | str]  # who goes first, who second; published decks by name


def setups_of_matchups(rules: Rules, matchups: Sequence[Matchup]) -> np.ndarray:
    """Returns the (n,) array of SETUP of pairs of decks, also named ones; the first goes first.

    Raises:
        DeckError: A name is unknown, or a deck is not legal.
        ValueError: There are no matchups, or one has not two decks.
    """
    if not matchups:
        raise ValueError("matchups: none given; use at least one pair of decks")
    setups = np.zeros(len(matchups), SETUP)
    for i, matchup in enumerate(matchups):
        if isinstance(matchup, str) or len(matchup) != 2:
            raise ValueError(f"matchup {matchup!r}: give two decks, who goes first and who second")
        decks = [named_deck(deck) if isinstance(deck, str) else deck for deck in matchup]
        for deck in decks:
            validate_deck(deck, patch=rules.patch, format=rules.format)
        setup = setups_of(rules, decks[:1], decks[1:])[0, 0]
        for side in range(2):  # observations list sorted cards, faster if entities are sorted
            n = int(setup.n_cards[side])
            setup.decks[side, :n] = np.sort(setup.decks[side, :n])
        setups[i] = setup
    return setups


MAX_SEED = 2**48 - 1


def check_seed(seed: int) -> int:
    """Returns the seed, or raises a `ValueError` if it is out of range."""
    if not 0 <= seed <= MAX_SEED:
        raise ValueError(f"seed {seed}: use a number from 0 to {MAX_SEED}")
    return seed


@dataclass(frozen=True)
class Standing:
    """How a game stands."""

    #: Of the first and the second player: 1 for a win, -1 for a loss, else 0
    rewards: tuple[float, float] = (0.0, 0.0)
    terminated: bool = False  #: The game has ended
    truncated: bool = False  #: The game was stopped before its end

    @property
    def is_over(self) -> bool:
        """Whether no more actions follow."""
        return self.terminated or self.truncated


class TwoPlayerGame(Protocol):
    """A game of two players, who need not alternate; actions are indices of a fixed space."""

    #: Its name with its version: "hearthstone_v1". A change of actions, observations or rules gives
    #: another version.
    name: str
    n_actions: int  #: Size of the action space
    n_features: int  #: Length of an observation
    dtype: np.dtype  #: Type of its numbers, an integer or floating point type

    def start(self, seed: int, number: int) -> None:
        """Starts game `number` of a seed; equal numbers and actions give equal games.

        Raises:
            ValueError: A number is out of its range.
        """

    def to_move(self) -> int:
        """Returns the side to move: 0 or 1."""

    def standing(self) -> Standing:
        """Returns how the game stands."""

    def observe(self, side: int) -> np.ndarray:
        """Returns the (n_features,) array of `dtype` that holds what a side may know."""

    def legal(self) -> np.ndarray:
        """Returns the indices of all legal actions of the side to move; none after the end."""

    def play(self, index: int) -> None:
        """Plays a legal action.

        Raises:
            IllegalAction: It is not legal; the message names it and the legal ones.
        """

    def text(self) -> str:
        """Returns the position as text, with everything that is hidden from players."""
