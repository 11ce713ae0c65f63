"""`Peeking`: what a player is shown of the opponent's deck, as in the paper's model c5.

A player may see the first n cards that the opponent picks, while it builds and in the battle. The
first player builds before the second, so it sees them only in the battle.

Source: Xiao et al. 2023: in training n1 and n2 are uniform in {0, ..., deck size}; the learner sees
n1 cards and its opponent min(n1, n2).
"""

import numpy as np


class Peeking:
    """The cards shown in games side by side.

    Args:
        n_games: Games side by side.
        n_cards: Cards of the pool.
        deck_size: Cards of a deck.

    Attributes:
        limits: (n_games, 2) array: cards that each side sees at most.
    """

    def __init__(self, n_games: int, n_cards: int, deck_size: int) -> None:
        self.deck_size = deck_size
        self.limits = np.zeros((n_games, 2), np.int64)
        self.shown = np.zeros((n_games, 2, n_cards), np.int8)  # by the side that sees them

    def start(self, places: np.ndarray, seats: np.ndarray, rng: np.random.Generator) -> None:
        """Begin new games in these places; the side `seats` sees no less than the other."""
        most, other = rng.integers(0, self.deck_size + 1, (2, len(places)))
        self.limits[places, seats] = most
        self.limits[places, 1 - seats] = np.minimum(most, other)
        self.shown[places] = 0

    def see_picks(
        self, places: np.ndarray, sides: np.ndarray, picks: np.ndarray, actions: np.ndarray
    ) -> None:
        """Show picked cards to those who may see them.

        Args:
            places: (n,) array: the games.
            sides: (n,) array: who picks.
            picks: (n, n_cards) array: the picks before, random ones included.
            actions: (n,) array: the card picked now.
        """
        n_picked = picks.sum(axis=1) + 1
        is_shown = n_picked <= self.limits[places, 1 - sides]
        at = places[is_shown], 1 - sides[is_shown]
        self.shown[at] = picks[is_shown]
        self.shown[*at, actions[is_shown]] += 1

    def seen_by(self, sides: np.ndarray) -> np.ndarray:
        """Return the (n_games, n_cards) array of the opponents' cards that these sides see."""
        return self.shown[np.arange(len(sides)), sides]
