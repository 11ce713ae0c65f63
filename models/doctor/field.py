"""The opponents of a deck that is examined, and games of its variants against them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import polars as pl

from engine.core.enums import FIRST_WON
from engine.decks import Deck
from models.players.card_games import card_games_table
from models.players.config import PlayerConfig
from models.players.decks import Opponent
from models.players.pairs import play_deals, watch_field


@dataclass(frozen=True)
class Field:
    """Opponents, and the settings of all games against them.

    Attributes:
        opponents: The opponents; deal i is against opponent i % n.
        player: The settings of both sides; its `opponents_scorer` plays all decks.
        seed: Seed of all deals.
        threads: Number of threads; all cores if None.
        counter: Returns what counts the games of one step, called with those played so far.
    """

    opponents: tuple[Opponent, ...]
    player: PlayerConfig
    seed: int
    threads: int | None = None
    counter: Callable[[], Callable[[int], None]] | None = None

    def play(
        self, decks: Sequence[Opponent], who: np.ndarray, deals: np.ndarray, seats: np.ndarray
    ) -> np.ndarray:
        """Plays games as `models.players.pairs.play_deals`; (n,) array of bool: games won."""
        about = self.player, who, deals, seats, self.seed, self.threads
        return play_deals(decks, self.opponents, *about, self.counter() if self.counter else None)

    def watch(self, deck: Opponent, first: int, n: int) -> tuple[np.ndarray, pl.DataFrame]:
        """Plays all deals with a deck, and follows its cards.

        Returns:
            (n, 2) array of bool: games won, as `play_all`; and the table of
            `models.players.card_games.card_games_table`.
        """
        progress = self.counter() if self.counter else None
        about = n, self.seed, first, self.threads, progress
        seats = watch_field(deck, self.opponents, self.player, *about)
        won = [(each.games["result"] == FIRST_WON) == (each.side == 0) for each in seats]
        return np.stack(won, axis=1), card_games_table(seats, self.player.rules())

    def play_all(self, decks: Sequence[Opponent], first: int, n: int) -> np.ndarray:
        """Plays all deals with all decks: (n_decks, n, 2) array of bool, going first and second."""
        who = np.arange(len(decks)).repeat(2 * n)
        deals = np.tile(np.arange(first, first + n).repeat(2), len(decks))
        won = self.play(decks, who, deals, np.tile([0, 1], len(decks) * n))
        return won.reshape(len(decks), n, 2)


def as_opponent(deck: Deck, mulligan: tuple[tuple[str, bool], ...] = ()) -> Opponent:
    """The deck at the table. Both scorers of an opponent mean the same if `player` names one."""
    return Opponent(deck, "control", mulligan)
