"""`GameBatch`: thousands of games at once, for training; no Python runs per action.

games = GameBatch([("Aggro Hunter", "Control Warlock")], n_games=4096)
rng = np.random.default_rng(0)
for _ in range(1000):
    turns = games.step(games.random_actions(rng))
"""

from collections.abc import Callable, Sequence
from functools import partial

import numpy as np

from engine.rules import Rules, rules_for
from models.environments.action_table import illegal_index
from models.environments.core.action_space import N_ACTIONS
from models.environments.core.records import SEAT
from models.environments.core.stepping import step_games
from models.environments.parallel_games import ParallelGames
from models.environments.setups import Matchup, check_seed, setups_of


class GameBatch(ParallelGames):
    """Full games side by side, each with the action of its player to move per step.

    Game number g plays matchup g modulo the number of matchups; it depends on the seed, g and its
    actions only. Place i of the batch plays the games i, i + n_games, i + 2 * n_games and so on:
    when one ends, the next one starts in the same step. The next step overwrites all arrays: copy
    what you keep.

    Args:
        matchups: Pairs of decks, each a `Deck` or the name of a published one.
        n_games: Games side by side.
        seed: From 0 to `seeds.MAX_SEED`.
        rules: The cards (default: build 38377 as printed).
        threads: Number of threads (default: all cores).

    Attributes:
        turns: (n_games,) array of TURN: what the last actions led to, and who moves now.
        observations: (n_games, N_FEATURES) array of int16: what the player to move knows.
        seen: The same memory, by field: (n_games,) array of OBSERVATION.
        masks: (n_games, N_ACTIONS) array of int8: 1 for legal actions.
        legal: (n_games, N_ACTIONS) array of int16: in row i, the first `turns["n_legal"][i]`
            entries are the legal actions.
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
        self.setups = setups_of(self.rules, matchups)
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
