"""Tasks that evaluate vectors of real numbers as decks; without compiled code.

`EmulatedDeckTask` emulates the games of a search, with NumPy only; `deck_task.DeckTask` plays them.
See `docs/deck-task.md` and `docs/how-to/data.md`.
"""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from copy import copy
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from models.files import load_arrays
from models.qd.deck_rules import deck_rules, nearest_decks

if TYPE_CHECKING:
    import polars as pl


class Evaluation(NamedTuple):
    """Results of a task's `evaluate`, one row per solution.

    Attributes:
        objective: (n,) float64: mean health difference at the end of the games, to maximise.
        measures: (n, n_measures) float64.
        outcomes: All columns of `models.players.evaluations.evaluate_decks`; of an emulator,
            its targets by name.
        objective_se: (n,) float64: standard error of the objective; of a single game NaN, of
            an emulator its own.
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
        found = self.evaluated(decks, self._next + np.arange(len(decks)))
        self._next += len(decks)
        return found

    @abstractmethod
    def evaluated(self, decks: np.ndarray, numbers: np.ndarray) -> Evaluation:
        """The results of (n, n_cards) legal decks; `numbers` are those of their evaluations."""


class EmulatedDeckTask(VectorTask):
    """A task like `DeckTask` whose games are emulated, without the engine.

    `models.card_analysis.explanation.emulator` makes the emulator's arrays.

    The truth of a deck is a quadratic function of its card counts, for the objective and each
    measure. An evaluation adds normal noise of the variance of one game, divided by the number of
    games. Noise is independent between outcomes, and the same for all decks.

    Args:
        file: The file that `export --emulator` wrote.
        n_games: Games per evaluation, which divide the noise's variance.
        seed: Seed of the noise.
        first_evaluation: Number of the first evaluation; to continue an earlier session, the number
            of its evaluations.

    Attributes:
        measures: Names of the measures.
        cards: Names of the cards, in the order of a solution.
        dbf_ids: (n_cards,) int64: their numbers in the game.
        about: The emulated run: its settings, digests and archive, and the emulator's errors.

    Raises:
        OSError: The file cannot be read.
        ValueError: A number is out of range, or the file is no emulator.
    """

    def __init__(
        self, file: str | Path, n_games: int = 200, seed: int = 0, first_evaluation: int = 0
    ) -> None:
        arrays = load_arrays(file)
        try:
            super().__init__(arrays["max_copies"], first_evaluation)
            self._constants, self._linear = arrays["constants"], arrays["linear"]
            self._pairs = arrays["pairs"]
            self._variances = arrays["variances"]
            self.about: dict[str, Any] = json.loads(str(arrays["about"]))
            self.measures = tuple(arrays["targets"].tolist()[1:])
            self.cards, self.dbf_ids = tuple(arrays["cards"].tolist()), arrays["dbf_ids"]
        except KeyError as error:
            raise ValueError(f"{file}: no emulator; it lacks {error.args[0]}") from None
        self._seed, self._deviations = self._noise(n_games, seed)

    def with_noise(self, n_games: int, seed: int) -> "EmulatedDeckTask":
        """Returns the task with other noise, from the first evaluation on; it reads no file.

        Raises:
            ValueError: A number is out of range.
        """
        other = copy(self)
        other._seed, other._deviations = self._noise(n_games, seed)
        other._next = 0
        return other

    def _noise(self, n_games: int, seed: int) -> tuple[int, np.ndarray]:
        """The seed of the noise, and its standard deviation for each target."""
        if n_games < 1 or seed < 0:
            raise ValueError(f"n_games: {n_games}, seed: {seed}; use 1 game or more, a seed from 0")
        return seed, np.sqrt(self._variances / n_games)

    def truth(self, solutions: np.ndarray) -> Evaluation:
        """Returns the results of the solutions' decks without noise; uses no evaluation number.

        Raises:
            ValueError: The shape is wrong, or a number is not finite.
        """
        return self._results(self._values(self.repair(solutions)), 0.0)

    def evaluated(self, decks: np.ndarray, numbers: np.ndarray) -> Evaluation:
        """See `VectorTask.evaluated`."""
        rngs = (np.random.default_rng([self._seed, number]) for number in numbers.tolist())
        luck = np.array([rng.standard_normal(len(self._deviations)) for rng in rngs])
        return self._results(self._values(decks) + luck * self._deviations, self._deviations[0])

    def _values(self, decks: np.ndarray) -> np.ndarray:
        """(n, n_targets) values of the quadratic functions; a row has the same bits in any batch.

        So no matrix products: their sums depend on the number of rows.
        """
        values = np.empty((len(decks), len(self._constants)))
        for row, deck in enumerate(decks):
            cards = np.flatnonzero(deck)
            copies = deck[cards].astype(np.float64)
            pairs = self._pairs[cards[:, None], cards]
            values[row] = self._constants + (copies[:, None] * self._linear[cards]).sum(axis=0)
            values[row] += (copies[:, None, None] * copies[:, None] * pairs).sum(axis=(0, 1))
        return values

    def _results(self, values: np.ndarray, deviation: float) -> Evaluation:
        names = ("objective", *self.measures)
        errors = np.full(len(values), deviation)
        outcomes = dict(zip(names, values.T, strict=True)) | {"objective_se": errors}
        return Evaluation(values[:, 0], values[:, 1:], outcomes, errors)
