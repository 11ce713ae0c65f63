"""A best of five in Conquest: three decks of three classes a side; a deck that has won is out.

Who has won with all three decks wins the match. A tied game is played again.

Source:
    The paper on self-play (Appendix E): "best of five", in which the deck of a winning hero may
    not be used again.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.decks import Deck, DeckError

N_DECKS = 3


@dataclass(frozen=True)
class MatchGame:
    """A finished game of a match."""

    decks: tuple[int, int]  #: Which deck the person and the player played, from 0
    winner: int | None  #: 0 if the person won, 1 if the player did, None if nobody did


def check_decks(decks: Sequence[Deck], whose: str) -> None:
    """Raises `DeckError` if a side of a match has not three decks of three classes."""
    if len(decks) != N_DECKS:
        raise DeckError(f"{whose}: {len(decks)} decks; Conquest takes {N_DECKS}")
    heroes = [deck.hero.capitalize() for deck in decks]
    if len(set(heroes)) < N_DECKS:
        raise DeckError(
            f"{whose}: decks of {', '.join(heroes)}; Conquest takes {N_DECKS} different classes"
        )


def remaining(games: Sequence[MatchGame], whose: int) -> list[int]:
    """The decks that have not won yet: those of the person (0) or of the player (1)."""
    won = {game.decks[whose] for game in games if game.winner == whose}
    return [deck for deck in range(N_DECKS) if deck not in won]


def match_winner(games: Sequence[MatchGame]) -> int | None:
    """Who has won the match: 0 the person, 1 the player, None if it goes on."""
    for whose in range(2):
        if not remaining(games, whose):
            return whose
    return None


def next_game(games: Sequence[MatchGame], seed: int) -> tuple[int, int, int]:
    """What is drawn for the next game of a match; it depends on the seed and the games so far.

    Returns:
        The player's deck, the person's side, and the seed of the game.
    """
    stream = np.random.default_rng(np.random.SeedSequence([seed, len(games)]))
    deck = int(stream.choice(remaining(games, 1)))
    return deck, int(stream.integers(2)), int(stream.integers(2**62))
