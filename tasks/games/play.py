"""What plays the rows of a chunk: decks, or networks. Plain data, so that other machines can do it.

Who plays a game does not matter: it depends on (seed, evaluation number, game number) only.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np
import polars as pl

from engine.decks import Deck
from models.experiment import Experiment
from models.player_training import PlayerTraining
from models.players.evaluate import evaluate_decks
from models.players.evaluate_players import evaluate_players


@dataclass(frozen=True)
class Rows:
    """Some vectors to evaluate.

    Attributes:
        ids: (n,) array of int64: evaluation numbers.
        solutions: (n, solution_dim) array of int8, decks, or float64, players' networks.
        n_games: Games per row.
        seed: Of the games.
    """

    ids: np.ndarray
    solutions: np.ndarray
    n_games: int
    seed: int

    @property
    def games(self) -> int:
        """How many games they are."""
        return len(self.ids) * self.n_games

    def pieces(self, size: int) -> list[Self]:
        """The same rows in pieces of at most `size`, in order."""
        cuts = [slice(start, start + size) for start in range(0, len(self.ids), size)]
        return [replace(self, ids=self.ids[cut], solutions=self.solutions[cut]) for cut in cuts]


#: Plays rows, given games at a time (`threads`) and who is told how many have been played
#: (`progress`); returns one row of results per vector, without it.
Play = Callable[..., pl.DataFrame]


def play_decks(experiment: Experiment, rows: Rows, **how: Any) -> pl.DataFrame:
    """Plays decks.

    Args:
        experiment: Their pool, opponents and player.
        rows: The decks.
        how: `threads` and `progress`, as of `evaluate_decks`.
    """
    pool = experiment.card_pool()
    decks = [pool.deck(counts) for counts in rows.solutions]
    against, player = experiment.opponents, experiment.player
    return evaluate_decks(decks, against, player, rows.n_games, rows.seed, indices=rows.ids, **how)


def play_networks(training: PlayerTraining, deck: Deck, rows: Rows, **how: Any) -> pl.DataFrame:
    """Plays one deck with networks.

    Args:
        training: Their opponents and search.
        deck: What is played.
        rows: The networks.
        how: `threads` and `progress`, as of `evaluate_players`.
    """
    against, player = training.opponents, training.player
    return evaluate_players(
        rows.solutions, deck, against, player, rows.n_games, rows.seed, indices=rows.ids, **how
    )
