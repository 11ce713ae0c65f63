"""Tasks that evaluate vectors of real numbers as decks; without compiled code.

See `docs/ribs.md`.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from models.qd.deck_rules import deck_rules
from models.qd.repair import nearest_decks

if TYPE_CHECKING:
    import polars as pl


class Evaluation(NamedTuple):
    """Results of a task's `evaluate`, one row per solution.

    Attributes:
        objective: (n,) float64: mean health difference at the end of the games, to maximise.
        measures: (n, n_measures) float64.
        outcomes: All columns of `models.players.evaluations.evaluate_decks`; of an emulator,
            its targets by name.
        objective_se: (n,) float64: standard error of the objective; NaN for a single game.
    """

    objective: np.ndarray
    measures: np.ndarray
    outcomes: "pl.DataFrame | Mapping[str, np.ndarray]"
    objective_se: np.ndarray


class DeckSpace:
    """Vectors of real numbers as decks.

    A solution has one number per card of the pool. Its deck is the nearest legal one
    (`repair`), so any finite vector is a solution.

    Args:
        max_copies: (n_cards,) array of integers: copies of each card that a deck may hold.

    Raises:
        ValueError: The pool cannot fill a deck.
    """

    def __init__(self, max_copies: np.ndarray) -> None:
        self._rules = deck_rules(max_copies)

    @property
    def max_copies(self) -> np.ndarray:
        """(n_cards,) int64: the most copies of each card."""
        return self._rules.max_copies.copy()

    @property
    def bounds(self) -> np.ndarray:
        """(n_cards, 2) float64: the fewest and most copies of each card, 0 and 1 or 2.

        For emitters that clip. `repair` needs no bounds.
        """
        most = self._rules.max_copies.astype(np.float64)
        return np.stack([np.zeros_like(most), most], axis=1)

    def random_solutions(self, n: int, seed: int = 0) -> np.ndarray:
        """Returns random legal decks, distributed like those at the start of every search.

        Args:
            n: Number of decks.
            seed: Seed of the decks.

        Returns:
            (n, n_cards) array of float64: copies of each card.
        """
        rules = self._rules
        places = np.random.default_rng(seed).random((n, rules.copies.size))
        cards = rules.copies[np.argsort(places, axis=1)[:, : rules.size]]
        decks = np.zeros((n, rules.max_copies.size))
        np.add.at(decks, (np.arange(n)[:, None], cards), 1)
        return decks

    def repair(self, solutions: np.ndarray) -> np.ndarray:
        """Returns the legal deck of each solution: the nearest one, by Euclidean distance.

        Args:
            solutions: (n, n_cards) array of finite numbers.

        Returns:
            (n, n_cards) array of int8: copies of each card. Legal decks do not change.

        Raises:
            ValueError: The shape is wrong, or a number is not finite.
        """
        return nearest_decks(solutions, self._rules.max_copies)


class VectorTask(DeckSpace, ABC):
    """Evaluates vectors of real numbers as decks: objective, measures and outcomes.

    Evaluations are numbered from `first_evaluation`, in the order of the calls and of their rows.
    Results depend only on the seed, the number of the evaluation and the deck. The same calls
    in the same order therefore give the same results. A second evaluation of a deck has new noise.

    Args:
        max_copies: (n_cards,) array of integers: copies of each card that a deck may hold.
        first_evaluation: Number of the first evaluation; to continue an earlier session, the number
            of its evaluations.

    Raises:
        ValueError: A number is out of range.
    """

    def __init__(self, max_copies: np.ndarray, first_evaluation: int) -> None:
        if first_evaluation < 0:
            raise ValueError(f"first_evaluation: {first_evaluation}; use 0 or more")
        super().__init__(max_copies)
        self._next = first_evaluation

    def evaluate(self, solutions: np.ndarray) -> Evaluation:
        """Repairs the solutions and evaluates their decks.

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
        found = self._evaluated(decks, self._next + np.arange(len(decks)))
        self._next += len(decks)
        return found

    @abstractmethod
    def _evaluated(self, decks: np.ndarray, numbers: np.ndarray) -> Evaluation:
        """The results of (n, n_cards) legal decks; `numbers` are those of their evaluations."""
