"""`TreeSearcher`: a tree search from Python, with a budget of simulations or of time.

searcher = TreeSearcher(TRADING, TreeSearchConfig(method="is-mcts", simulations=1000), new_memory)
action = searcher.action(game, rules, desk, seed=1)
print(searcher.visits())
"""

import time
from collections.abc import Callable

import numpy as np

from models.tree_search.config import MAX_SIMULATIONS, TreeSearchConfig
from models.tree_search.core.compiled import SearchKernels
from models.tree_search.core.state import new_tree

_SLICE = 32  # simulations between two looks at the clock


class TreeSearcher:
    """The searches of one game in memory of their own; one per thread."""

    def __init__(
        self, kernels: SearchKernels, config: TreeSearchConfig, new_game: Callable[[], np.record]
    ):
        """Args: the game's searches, their settings, and a function that makes a game record."""
        self.kernels = kernels
        self.config = config
        self.tree = new_tree()
        self._settings = config.settings()
        self._world, self._state = new_game(), new_game()

    def action(
        self,
        game: np.record,
        rules: np.record,
        desk: np.record,
        seed: int,
        milliseconds: float | None = None,
    ) -> int:
        """Return an action of the player to move; the game stays as it is.

        Args:
            game: The position.
            rules: The game's rules.
            desk: The game's memory.
            seed: Equal seeds give equal actions, except with a time limit.
            milliseconds: A time limit, instead of `config.simulations`. PI-MCTS gives each of its
                trees an equal share.

        Raises:
            ValueError: The time limit is not positive.
        """
        if milliseconds is None:
            memory = self.tree, game, self._world, self._state, rules, desk, self._settings
            return int(self.kernels.search_action(*memory, seed))
        if not milliseconds > 0:
            raise ValueError(f"{milliseconds} milliseconds; give more than 0")
        return self._timed(game, rules, desk, seed, milliseconds / 1000)

    def visits(self) -> dict[int, int]:
        """Return the visits of each root action, over all trees of the last decision."""
        n = int(self.tree.n_root)
        actions, visits = self.tree.root_actions[:n], self.tree.root_visits[:n]
        return dict(zip(actions.tolist(), visits.tolist(), strict=True))

    def _timed(
        self, game: np.record, rules: np.record, desk: np.record, seed: int, seconds: float
    ) -> int:
        begun, kernels = time.perf_counter(), self.kernels
        if kernels.open_decision(self.tree, game, rules, desk, seed) == 1:
            return int(self.tree.root_actions[0])
        n_trees = self.config.determinisations if self.config.method == "pi-mcts" else 1
        action = int(self.tree.root_actions[0])
        for i in range(n_trees):
            memory = game, self._world, rules, desk, self._settings
            kernels.open_tree(self.tree, *memory, MAX_SIMULATIONS)
            until = begun + seconds * (i + 1) / n_trees
            while self._grow(game, rules, desk) and time.perf_counter() < until:
                pass
            action = int(kernels.close_tree(self.tree))
        return action

    def _grow(self, game: np.record, rules: np.record, desk: np.record) -> bool:
        """Run some simulations; whether there is room for more."""
        memory = game, self._world, self._state, rules, desk, self._settings
        return self.kernels.grow_tree(self.tree, *memory, _SLICE) == _SLICE
