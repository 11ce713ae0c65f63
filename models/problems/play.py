"""Rows of vectors and what plays them: plain data and functions, so that other machines can do it.

A game depends only on (seed, evaluation number, game number), not on the worker that plays it.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import polars as pl

from engine.decks import Deck, Pool
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck
from models.players.evaluate_decks import evaluate_decks
from models.players.evaluate_players import evaluate_players


@dataclass(frozen=True)
class Rows:
    """Some vectors to evaluate, or numbers of what is played without any.

    Attributes:
        ids: (n,) array of int64: evaluation numbers, or those of deals or rounds.
        solutions: (n, solution_dim) array of int8, decks, or float64, players' networks; none of
            deals and rounds, whose solution_dim is 0.
        n_games: Games per row.
        seed: Of the games.
    """

    ids: np.ndarray
    solutions: np.ndarray
    n_games: int
    seed: int

    @classmethod
    def numbered(cls, n: int, n_games: int, seed: int) -> Self:
        """The deals or rounds 0, 1, ..., n - 1, of `n_games` each."""
        return cls(np.arange(n), np.empty((n, 0), np.int8), n_games, seed)

    @property
    def games(self) -> int:
        """How many games they are."""
        return len(self.ids) * self.n_games

    def part(self, start: int, stop: int) -> Self:
        """The rows from `start` up to `stop`."""
        cut = slice(start, stop)
        return replace(self, ids=self.ids[cut], solutions=self.solutions[cut])

    def pieces(self, size: int) -> list[Self]:
        """The same rows in pieces of at most `size`, in order."""
        return [self.part(start, start + size) for start in range(0, len(self.ids), size)]


#: Plays rows and returns one row of results per vector or number, without it. `threads`: games
#: played in parallel. `progress`: called with the number of games played so far.
Play = Callable[..., pl.DataFrame]
Opponents = str | Sequence[OpponentDeck]


def play_decks(
    pool: Pool, opponents: Opponents, player: PlayerConfig, rows: Rows, **how: Any
) -> pl.DataFrame:
    """Plays decks.

    Args:
        pool: Of their cards.
        opponents: Name of a suite, or opponents.
        player: How the players search, and with which cards.
        rows: The decks.
        how: `threads` and `progress`, as of `evaluate_decks`.
    """
    decks = [pool.deck(counts) for counts in rows.solutions]
    return evaluate_decks(
        decks, opponents, player, rows.n_games, rows.seed, indices=rows.ids, **how
    )


def play_networks(
    deck: Deck, opponents: Opponents, player: PlayerConfig, rows: Rows, **how: Any
) -> pl.DataFrame:
    """Plays one deck with networks.

    Args:
        deck: What is played.
        opponents: As of `play_decks`.
        player: As of `play_decks`.
        rows: The networks.
        how: `threads` and `progress`, as of `evaluate_players`.
    """
    return evaluate_players(
        rows.solutions, deck, opponents, player, rows.n_games, rows.seed, indices=rows.ids, **how
    )
