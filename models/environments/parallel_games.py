"""`ParallelGames`: games side by side, what their players see, and a step of all of them."""

from abc import ABC, abstractmethod
from collections.abc import Callable

import numpy as np

from engine.threads import in_slices, n_cores
from models.environments.core.records import N_FEATURES, OBSERVATION, TURN, new_scratch
from models.environments.core.stepping import first_illegal

_SLICE = 256  # games that a thread takes at once: some 0.3 ms


def read_only(array: np.ndarray) -> np.ndarray:
    """Returns a view of an array that cannot be written."""
    view = array.view()
    view.flags.writeable = False
    return view


class ParallelGames(ABC):
    """Games side by side, each with the decision of its player to move per step.

    Args:
        n_games: Games side by side.
        threads: Number of threads (default: all cores).
        width: Number of actions of which some are legal.

    Raises:
        ValueError: A number is out of its range.
    """

    def __init__(self, n_games: int, threads: int | None, width: int) -> None:
        if n_games < 1:
            raise ValueError(f"n_games: {n_games}; use at least 1")
        if threads is not None and threads < 1:
            raise ValueError(f"threads: {threads}; use at least 1, or omit it")
        self.n_games = n_games
        self.threads = threads or n_cores()
        self._scratches = [new_scratch() for _ in range(self.threads)]
        self._turns = np.zeros(n_games, TURN)
        self._seen = np.zeros(n_games, OBSERVATION)
        self._masks = np.zeros((n_games, width), np.int8)
        self._legal = np.zeros((n_games, width), np.int16)
        self.turns, self.seen = read_only(self._turns), read_only(self._seen)
        self.observations = self.seen.view(np.int16).reshape(n_games, N_FEATURES)
        self.masks, self.legal = read_only(self._masks), read_only(self._legal)

    def step(self, actions: np.ndarray) -> np.ndarray:
        """Plays one action, or makes one decision, in each game; returns `turns`.

        Where a game has ended, rewards and flags are those of the ended game, and everything else
        is of the new one.

        Args:
            actions: (n_games,) array of int: indices of legal actions.

        Raises:
            IllegalAction: An action is not legal; then none is played.
            ValueError: The array has another shape or kind.
        """
        actions = np.asarray(actions)
        if actions.shape != (self.n_games,) or actions.dtype.kind not in "iu":
            raise ValueError(
                f"actions: {actions.dtype} of shape {actions.shape}; "
                f"give one whole number for each of {self.n_games} games"
            )
        actions = np.ascontiguousarray(actions, np.int64)
        if (i := first_illegal(actions, self._masks)) >= 0:
            error = self._illegal(i, int(actions[i]), self._legal[i, : self._turns["n_legal"][i]])
            raise type(error)(f"place {i} of the batch, game {self._turns['number'][i]}: {error}")
        self._step(actions)
        return self.turns

    def random_actions(self, rng: np.random.Generator) -> np.ndarray:
        """Returns an (n_games,) array of int64: legal actions, all equally likely."""
        drawn = (rng.random(self.n_games) * self._turns["n_legal"]).astype(np.int64)
        return self._legal[np.arange(self.n_games), drawn].astype(np.int64)

    @abstractmethod
    def _worker(self, scratch: np.record, actions: np.ndarray) -> Callable[[int, int], None]:
        """Returns a function that steps the games of some places, in memory of its own."""

    @abstractmethod
    def _illegal(self, place: int, action: int, legal: np.ndarray) -> Exception:
        """Returns the error of an illegal action."""

    def _step(self, actions: np.ndarray) -> None:
        if self.threads == 1 or self.n_games <= _SLICE:
            self._worker(self._scratches[0], actions)(0, self.n_games)
        else:
            scratches = iter(self._scratches)
            in_slices(
                self.n_games, _SLICE, lambda: self._worker(next(scratches), actions), self.threads
            )
