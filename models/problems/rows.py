"""Rows of vectors to play: plain data, so that other machines can play them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Self

import numpy as np
import polars as pl

from models.players.decks import OpponentDeck


@dataclass(frozen=True)
class Rows:
    """Some vectors to evaluate, or numbers of deals or rounds, which have no vectors."""

    ids: np.ndarray  #: (n,) array of int64: evaluation numbers, or those of deals or rounds
    #: (n, solution_dim) array of int8 (decks) or float64 (players' networks); for deals and rounds
    #: solution_dim is 0
    solutions: np.ndarray
    n_games: int  #: Games per row
    seed: int  #: Seed of the games

    @classmethod
    def numbered(cls, n: int, n_games: int, seed: int, first: int = 0) -> Self:
        """The `n` deals or rounds from number `first` on, of `n_games` each."""
        return cls(first + np.arange(n), np.empty((n, 0), np.int8), n_games, seed)

    @property
    def games(self) -> int:
        """The number of games."""
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
