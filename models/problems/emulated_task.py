"""`EmulatedDeckTask`: noisy evaluations of decks by an emulator of a search's games; NumPy only.

See `docs/how-to/data.md`. `models.card_analysis.emulation` makes the emulator's arrays.
"""

import json
from pathlib import Path
from typing import Any

import numpy as np

from models.files.array_files import load_arrays
from models.problems.vector_task import Evaluation, VectorTask


class EmulatedDeckTask(VectorTask):
    """A task like `DeckTask` whose games are emulated, without the engine.

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
        if n_games < 1 or seed < 0:
            raise ValueError(f"n_games: {n_games}, seed: {seed}; use 1 game or more, a seed from 0")
        arrays = load_arrays(file)
        try:
            super().__init__(arrays["max_copies"], first_evaluation)
            self._constants, self._linear = arrays["constants"], arrays["linear"]
            self._pairs = arrays["pairs"].transpose(2, 0, 1)
            self._deviations = np.sqrt(arrays["variances"] / n_games)
            self.about: dict[str, Any] = json.loads(str(arrays["about"]))
            self.measures = tuple(arrays["targets"].tolist()[1:])
            self.cards, self.dbf_ids = tuple(arrays["cards"].tolist()), arrays["dbf_ids"]
        except KeyError as error:
            raise ValueError(f"{file}: no emulator; it lacks {error.args[0]}") from None
        self._seed = seed

    def truth(self, solutions: np.ndarray) -> Evaluation:
        """Returns the results of the solutions' decks without noise; uses no evaluation number.

        Args:
            solutions: (n, n_cards) array of finite numbers.

        Raises:
            ValueError: The shape is wrong, or a number is not finite.
        """
        return self._results(self._values(self.repair(solutions)), 0.0)

    def _evaluated(self, decks: np.ndarray, numbers: np.ndarray) -> Evaluation:
        rngs = (np.random.default_rng([self._seed, number]) for number in numbers.tolist())
        luck = np.array([rng.standard_normal(len(self._deviations)) for rng in rngs])
        return self._results(self._values(decks) + luck * self._deviations, self._deviations[0])

    def _values(self, decks: np.ndarray) -> np.ndarray:
        """(n, n_targets) values of the quadratic functions."""
        counts = decks.astype(np.float64)
        squares = [((counts @ pairs) * counts).sum(axis=1) for pairs in self._pairs]
        return self._constants + counts @ self._linear + np.stack(squares, axis=1)

    def _results(self, values: np.ndarray, deviation: float) -> Evaluation:
        names = ("objective", *self.measures)
        errors = np.full(len(values), deviation)
        outcomes = dict(zip(names, values.T, strict=True)) | {"objective_se": errors}
        return Evaluation(values[:, 0], values[:, 1:], outcomes, errors)
