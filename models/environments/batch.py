"""Games side by side: `ParallelGames`, what batches share, and `GameBatch`, full games.

A batch has thousands of games, for training; no Python runs per action.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from engine.rules import Rules, rules_for
from engine.threads import in_slices, n_cores
from models.environments.core.action_space import N_ACTIONS
from models.environments.core.records import N_FEATURES, OBSERVATION, SEAT, TURN, new_scratch
from models.environments.core.stepping import first_illegal, step_games
from models.environments.hearthstone import illegal_index
from models.environments.two_player_game import Matchup, check_seed, setups_of_matchups
from models.players.games import check_counts

_SLICE = 256  # games that a thread takes at once: some 0.3 ms


def read_only(array: np.ndarray) -> np.ndarray:
    """Returns a view of an array that cannot be written."""
    view = array.view()
    view.flags.writeable = False
    return view


class ParallelGames(ABC):
    """Games side by side, each with the decision of its player to move per step.

    Place i of the batch plays the games i, i + n_games, i + 2 * n_games and so on: when one ends,
    the next one starts in the same step. The next step overwrites all arrays: copy what you keep.

    Attributes:
        turns: (n_games,) array of TURN: what the last decisions led to, and who decides now.
        seen: (n_games,) array of OBSERVATION: what the player to move knows.
        observations: The same memory: (n_games, N_FEATURES) array of int16.
        masks: (n_games, width) array of int8: 1 for legal decisions.
        legal: (n_games, width) array of int16: in row i, the first `turns["n_legal"][i]` entries
            are the legal decisions.
    """

    def __init__(self, n_games: int, threads: int | None, width: int) -> None:
        check_counts(n_games, threads)
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


class GameBatch(ParallelGames):
    """Full games side by side, each with the action of its player to move per step.

    Game number g plays matchup g modulo the number of matchups; it depends on the seed, g and its
    actions only. The other attributes, and which game is where, are those of `ParallelGames`, with
    `N_ACTIONS` as the width.

    Args:
        matchups: Pairs of decks, each a `Deck` or the name of a published one.
        n_games: Games side by side.
        seed: From 0 to `models.environments.two_player_game.MAX_SEED`.
        rules: The cards (default: build 38377 as printed).
        threads: Number of threads (default: all cores).

    Attributes:
        setups: (n_matchups,) array of SETUP; changes apply to games that start later.

    Raises:
        DeckError: A deck is unknown or not legal.
        ValueError: A number is out of its range.
    """

    def __init__(
        self,
        matchups: Sequence[Matchup],
        n_games: int,
        seed: int = 0,
        rules: Rules | None = None,
        threads: int | None = None,
    ) -> None:
        super().__init__(n_games, threads, N_ACTIONS)
        self.seed = check_seed(seed)
        self.rules = rules or rules_for()
        self.setups = setups_of_matchups(self.rules, matchups)
        self._seats = np.zeros(n_games, SEAT)
        self.reset()

    def reset(self, seed: int | None = None) -> np.ndarray:
        """Starts the games 0 to `n_games` - 1, of another seed if given; returns `turns`."""
        self.seed = self.seed if seed is None else check_seed(seed)
        self._seats["number"] = np.arange(self.n_games)
        for field in ("rewards", "terminated", "truncated", "error"):
            self._turns[field] = 0
        self._step(np.full(self.n_games, -1, np.int64))
        return self.turns

    def _worker(self, scratch: np.record, actions: np.ndarray) -> Callable[[int, int], None]:
        return partial(
            step_games, scratch, self.rules.tables, self.setups, self.seed, self.n_games, actions,
            self._seats, self._turns, self._seen, self._masks, self._legal,
        )  # fmt: skip

    def _illegal(self, place: int, action: int, legal: np.ndarray) -> Exception:
        return illegal_index(action, legal)
