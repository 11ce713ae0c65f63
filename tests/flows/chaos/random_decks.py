"""A class of one's own for `benchmark`: it proposes random decks."""

from typing import Any

import numpy as np


class RandomDecks:
    """Proposes five random decks at a time."""

    def __init__(self, space: Any, seed: int) -> None:
        self._space, self._seed = space, seed

    def ask(self) -> np.ndarray:
        """Returns (5, dim) solutions."""
        self._seed += 1
        decks: np.ndarray = self._space.random_solutions(5, self._seed)
        return decks

    def tell(self, *_: np.ndarray) -> None:
        """Learns nothing."""
