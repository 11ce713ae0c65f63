"""`DeckTask`: the evaluation of decks as a benchmark for ask-and-tell optimisers such as pyribs.

See `docs/ribs.md`.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import polars as pl

from engine.decks import pool as named_pool
from models.players.config import PlayerConfig
from models.players.decks import Opponent, OpponentDeck, opponents_of
from models.players.evaluate_decks import evaluate_decks
from models.qd.emitters import new_stream, random_decks
from models.qd.repair import nearest_decks


class Evaluation(NamedTuple):
    """Results of `DeckTask.evaluate`, one row per solution.

    Attributes:
        objective: (n,) float64: mean health difference at the end of the games, to maximise.
        measures: (n, n_measures) float64.
        outcomes: All columns of `models.players.evaluate_decks.evaluate_decks`.
        objective_se: (n,) float64: standard error of the objective; NaN for a single game.
    """

    objective: np.ndarray
    measures: np.ndarray
    outcomes: pl.DataFrame
    objective_se: np.ndarray


class DeckTask:
    """Evaluates vectors of real numbers as decks: objective, measures and outcomes.

    A solution has one number per card of the pool. Its deck is the nearest legal one
    (`repair`), so any finite vector is a solution.

    Evaluations are numbered from `first_evaluation`, in the order of the calls and of their rows.
    A game depends only on the seed, the number of its evaluation and its own number. The same calls
    in the same order therefore give the same results, for any number of threads. A second
    evaluation of a deck plays new games.

    Args:
        pool: Name of the card pool (`engine.decks.pool_names()`); a class's has the cards of the
            player's format.
        opponents: Name of a suite of opponents ("elite", "starter"), or opponents.
        n_games: Games per evaluation, dealt to the opponents in turn.
        measures: Numeric outcomes, such as "turns", "hand_size", "dust".
        seed: Seed of the games.
        player: How the players search; DSA-ME's by default.
        threads: Games played in parallel (default: all cores).
        first_evaluation: Number of the first evaluation; to continue an earlier session, the number
            of its evaluations.

    Raises:
        DeckError: The pool or the suite does not exist.
        ValueError: A number is out of range, or a measure is not an outcome.
    """

    def __init__(
        self,
        pool: str = "rogue-dsame",
        opponents: str | Sequence[Opponent | OpponentDeck] = "elite",
        n_games: int = 200,
        measures: Sequence[str] = ("turns", "hand_size"),
        seed: int = 0,
        player: PlayerConfig | None = None,
        threads: int | None = None,
        first_evaluation: int = 0,
    ) -> None:
        if first_evaluation < 0:
            raise ValueError(f"first_evaluation: {first_evaluation}; use 0 or more")
        self._player = player or PlayerConfig()
        self._pool = named_pool(pool, self._player.patch, self._player.format)
        self._opponents = opponents_of(opponents)
        self._n_games, self._seed, self._threads = n_games, seed, threads
        self._next = first_evaluation
        self._measures = _checked_measures(measures, self._play(np.zeros((0, len(self._pool)))))

    @property
    def bounds(self) -> np.ndarray:
        """(n_cards, 2) float64: the fewest and most copies of each card, 0 and 1 or 2.

        For emitters that clip. `repair` needs no bounds.
        """
        most = self._pool.max_copies.astype(np.float64)
        return np.stack([np.zeros_like(most), most], axis=1)

    def random_solutions(self, n: int, seed: int = 0) -> np.ndarray:
        """Returns random legal decks, like those at the start of every search.

        Args:
            n: Number of decks.
            seed: Seed of the decks.

        Returns:
            (n, n_cards) array of float64: copies of each card.
        """
        return random_decks(self._pool.max_copies, n, new_stream(seed)).astype(np.float64)

    def repair(self, solutions: np.ndarray) -> np.ndarray:
        """Returns the legal deck of each solution: the nearest one, by Euclidean distance.

        Args:
            solutions: (n, n_cards) array of finite numbers.

        Returns:
            (n, n_cards) array of int8: copies of each card. Legal decks do not change.

        Raises:
            ValueError: The shape is wrong, or a number is not finite.
        """
        return nearest_decks(solutions, self._pool.max_copies)

    def evaluate(self, solutions: np.ndarray) -> Evaluation:
        """Repairs the solutions and plays the games of their decks.

        Args:
            solutions: (n, n_cards) array of finite numbers, n at least 1.

        Returns:
            Objective, measures, all outcomes, and the objective's standard error.

        Raises:
            ValueError: The shape is wrong, there is no row, or a number is not finite. Then no
                evaluation number is used.
            GameError: A game could not be played.
        """
        decks = self.repair(solutions)
        if not len(decks):
            raise ValueError("solutions: no rows; give at least one solution")
        outcomes = self._play(decks)
        self._next += len(decks)
        return Evaluation(
            outcomes["objective"].to_numpy(),
            outcomes.select(self._measures).to_numpy(),
            outcomes,
            outcomes["objective_se"].to_numpy(),
        )

    def _play(self, decks: np.ndarray) -> pl.DataFrame:
        return evaluate_decks(
            [self._pool.deck(counts) for counts in decks],
            self._opponents,
            self._player,
            self._n_games,
            self._seed,
            self._next + np.arange(len(decks)),
            self._threads,
        )


def _checked_measures(measures: Sequence[str], outcomes: pl.DataFrame) -> list[str]:
    """The measures as a list; raises ValueError for one that is not a numeric outcome."""
    known = [name for name, dtype in outcomes.schema.items() if dtype.is_numeric()]
    if isinstance(measures, str) or not measures:
        raise ValueError(f"measures: {measures!r}; give names in a tuple, such as ('turns',)")
    if unknown := [name for name in measures if name not in known]:
        raise ValueError(f"measures: no outcome '{unknown[0]}'; use some of {', '.join(known)}")
    return list(measures)
