"""Thompson sampling of decks: the best ones by worths of cards that are drawn from beliefs."""

import numpy as np
from pydantic import Field

from engine.deck_rules import DECK_SIZE
from models.settings.config import Config
from models.statistics.beliefs import Beliefs

#: How often worths are drawn anew, with twice the exploration each time, for decks that are new.
_TRIES = 10


class ThompsonConfig(Config):
    """A search for the best deck alone, by what copies of cards are worth. Ours."""

    exploration: float = Field(
        0.4,
        gt=0,
        le=10,
        description="Factor of the standard deviations of the worths that are drawn. With 1 the "
        "best of many cards are those of the luckiest draws.",
    )
    unknown: float = Field(
        0.015,
        gt=0,
        le=1,
        description="Standard deviation, before all games, of what a copy of a card is worth, in "
        "units in which the results of one game have 0.5, as shares of games won do.",
    )


def best_deck(worths: np.ndarray, max_copies: np.ndarray) -> np.ndarray:
    """The deck whose copies of cards have the greatest worth together.

    Args:
        worths: (n_cards,) array: the worth of a copy of each card.
        max_copies: (n_cards,) array: copies of each card that a deck may have.

    Returns:
        (n_cards,) array of int8.
    """
    best = np.argsort(-worths, kind="stable")
    before = np.cumsum(max_copies[best], dtype=np.int64) - max_copies[best]
    deck = np.zeros(len(worths), np.int8)
    deck[best] = np.clip(DECK_SIZE - before, 0, max_copies[best])
    return deck


def drawn_decks(
    beliefs: Beliefs,
    max_copies: np.ndarray,
    played: np.ndarray,
    n: int,
    exploration: float,
    rng: np.random.Generator,
) -> np.ndarray:
    """New decks, each the best by worths drawn from beliefs around their mean.

    Args:
        beliefs: What the cards of the pool are worth.
        max_copies: (n_cards,) array: copies of each card that a deck may have.
        played: (n_played, n_cards) array of int8: decks that are not new.
        n: How many are wanted; there may be fewer, if draws agree.
        exploration: As `ThompsonConfig.exploration`.

    Returns:
        (n_decks, n_cards) array of int8.

    Source:
        Agrawal and Goyal 2013, "Thompson sampling for contextual bandits with linear payoffs".
    """
    known, found = {deck.tobytes() for deck in played}, list[np.ndarray]()
    for widening in range(_TRIES):
        factor = exploration * 2**widening
        for worths in beliefs.draw(n, rng):
            deck = best_deck(beliefs.mean + factor * (worths - beliefs.mean), max_copies)
            if deck.tobytes() not in known:
                known.add(deck.tobytes())
                found.append(deck)
            if len(found) == n:
                return np.array(found)
    return np.array(found, np.int8).reshape(-1, len(max_copies))
