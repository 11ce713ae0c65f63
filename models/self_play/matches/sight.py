"""What players of the paper's model c5 see of decks that their opponents build.

In a deal of a league, a seat sees the first n cards that its opponent picks, n uniform from 0 to
the size of a deck, as in training (`models.self_play.peeking`). It sees them in the battle; the
second seat also sees them while it builds, after the first one.
"""

from collections.abc import Sequence

import numpy as np

from engine.decks import Deck
from models.self_play.card_pool import BuildPool
from models.self_play.matches.players import LearnedPlayer, uniform_draws

_STREAM = 0x5EE5  # keeps these draws apart from those of decks and battles


def sees(player: LearnedPlayer | None) -> BuildPool | None:
    """Returns the cards that a player can be shown; None if it sees none."""
    if player and any(each.network.config.peek for each in player.checkpoints):
        return player.checkpoints[0].pool
    return None


def shown_cards(
    pool: BuildPool, decks: Sequence[Deck], seats: np.ndarray, size: int, seed: int
) -> np.ndarray:
    """Returns an (n, n_cards) array of int8: copies of the pool's cards that are shown.

    Args:
        pool: The cards.
        decks: Decks of the opponents, their cards in the order in which they were picked.
        seats: (n,) array of int64: the seats of all deals that see them, counted in turn.
        size: Cards of a deck.
        seed: The seed of all deals.
    """
    limits = (uniform_draws(_STREAM, seed, seats) * (size + 1)).astype(np.int64)
    column = {card: i for i, card in enumerate(pool.ids)}
    shown = np.zeros((len(decks), len(pool)), np.int8)
    for row, deck, limit in zip(shown, decks, limits.tolist(), strict=True):
        for card in deck.cards[:limit]:
            row[column[card]] += 1
    return shown
