"""What an environment needs of a game of two players."""

from dataclasses import dataclass
from typing import Protocol

import numpy as np


@dataclass(frozen=True)
class Standing:
    """How a game stands.

    Attributes:
        rewards: Of the first and the second player: 1 for a win, -1 for a loss, else 0.
        terminated: The game has ended.
        truncated: The game was stopped before its end.
    """

    rewards: tuple[float, float] = (0.0, 0.0)
    terminated: bool = False
    truncated: bool = False

    @property
    def is_over(self) -> bool:
        """Whether no more actions follow."""
        return self.terminated or self.truncated


class TwoPlayerGame(Protocol):
    """A game of two players, who need not alternate; actions are indices of a fixed space.

    Attributes:
        name: Its name with its version: "hearthstone_v1". A change of actions, observations or
            rules gives another version.
        n_actions: Size of the action space.
        n_features: Length of an observation.
        dtype: Type of its numbers, an integer or floating point type.
    """

    name: str
    n_actions: int
    n_features: int
    dtype: np.dtype

    def start(self, seed: int, number: int) -> None:
        """Starts game `number` of a seed; equal numbers and actions give equal games.

        Raises:
            ValueError: A number is out of its range.
        """

    def to_move(self) -> int:
        """Returns the side to move: 0 or 1."""

    def standing(self) -> Standing:
        """Returns how the game stands."""

    def observe(self, side: int) -> np.ndarray:
        """Returns the (n_features,) array of `dtype` that holds what a side may know."""

    def legal(self) -> np.ndarray:
        """Returns the indices of all legal actions of the side to move; none after the end."""

    def play(self, index: int) -> None:
        """Plays a legal action.

        Raises:
            IllegalAction: It is not legal; the message names it and the legal ones.
        """

    def text(self) -> str:
        """Returns the position as text, with everything that is hidden from players."""
