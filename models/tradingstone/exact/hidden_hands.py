"""CFR+ on a public tree: an equilibrium of a small game with hidden hands.

All hands of a player are treated at once: reach, regrets and values are arrays over hands.

Source: Zinkevich et al. 2008, Regret Minimization in Games with Incomplete Information; Tammelin
2014, Solving Large Imperfect Information Games Using CFR+ (alternating updates, regrets floored at
0, averages weighted by the iteration); Johanson et al. 2011, Accelerating Best Response Calculation
in Large Extensive Games (values over public states).
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from models.tradingstone.exact.public_tree import PublicTree
from models.tradingstone.rules import TradingRules

#: Rules of a game with hidden hands that is solved in seconds: 12,487 courses.
TINY = TradingRules(n_cards=2, health=2, max_value=2, sickness=True, max_plays=1, max_turns=4)


@dataclass(frozen=True)
class Equilibrium:
    """Strategies of both players, of which neither gains much by another one.

    Attributes:
        tree: The courses of the game.
        strategy: (n_nodes, n_hands) array: how often the mover of the parent, with each hand, plays
            the action that leads to a node.
    """

    tree: PublicTree
    strategy: np.ndarray

    @cached_property
    def reach(self) -> np.ndarray:
        """(2, n_nodes, n_hands) array: how often each player's own actions lead to a node."""
        return _reach(self.tree, self.strategy)

    @cached_property
    def best_values(self) -> np.ndarray:
        """(2, n_nodes, n_hands) array: the mean reward of each player's best reply, see `_values`.

        It is weighted by how likely the opponent's hands and actions are.
        """
        return np.array(
            [_values(self.tree, self.strategy, self.reach, side, is_best=True) for side in (0, 1)]
        )

    @property
    def exploitability(self) -> float:
        """The mean of what each player would gain by its best reply; 0 in an equilibrium."""
        best = [float(self.best_values[side, 0] @ self.tree.chances) for side in (0, 1)]
        return (sum(best) - 1) / 2

    @property
    def value(self) -> float:
        """The first player's reward if both play these strategies."""
        values = _values(self.tree, self.strategy, self.reach, 0, is_best=False)
        return float(values[0] @ self.tree.chances)

    def reply_value(self, side: int, node: int, hand: int) -> float:
        """The mean reward of a player's best reply from a node on, with its hand.

        Raises:
            ZeroDivisionError: The opponent never lets the game come to this node.
        """
        weight = float(self.reach[1 - side, node] @ self.tree.chances)
        return float(self.best_values[side, node, hand]) / weight


def solve_hidden(tree: PublicTree, iterations: int) -> Equilibrium:
    """Return the average strategies of CFR+ after some iterations."""
    regrets = np.zeros(tree.legal.shape)
    total = np.zeros(tree.legal.shape)
    owners = _owners(tree)
    for iteration in range(1, iterations + 1):
        for side in (0, 1):
            strategy = _normalised(tree, regrets)
            reach = _reach(tree, strategy)
            values = _values(tree, strategy, reach, side, is_best=False)
            own = np.flatnonzero(owners == side)
            regrets[own] += values[own] - values[tree.parents[own]]
            regrets[own] = np.maximum(regrets[own], 0) * tree.legal[own]
            total[own] += iteration * reach[side, tree.parents[own]] * strategy[own]
    return Equilibrium(tree, _normalised(tree, total))


def _owners(tree: PublicTree) -> np.ndarray:
    """(n_nodes,) array: who chose the action that leads to a node; -1 for the root."""
    owners = tree.movers[tree.parents]
    owners[0] = -1
    return owners


def _normalised(tree: PublicTree, weights: np.ndarray) -> np.ndarray:
    """Shares of the children of each node; uniform among the legal ones without weights."""
    starts = np.flatnonzero(np.diff(tree.parents, prepend=-2))[1:]
    parents = tree.parents[starts]

    def shares(each: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        sums = np.zeros(each.shape)
        sums[parents] = np.add.reduceat(each, starts, axis=0)
        below = sums[tree.parents]
        return np.divide(each, below, out=np.zeros(each.shape), where=below > 0), below

    uniform, _ = shares(tree.legal.astype(float))
    found, below = shares(weights)
    result = np.where(below > 0, found, uniform)
    result[0] = 1.0
    return result


def _reach(tree: PublicTree, strategy: np.ndarray) -> np.ndarray:
    """(2, n_nodes, n_hands) array: the product of each player's own shares on the way to a node."""
    reach, owners = np.ones((2, *strategy.shape)), _owners(tree)
    for begin, end in zip(tree.levels[1:], tree.levels[2:], strict=False):
        parents = tree.parents[begin:end]
        for side in (0, 1):
            own = (owners[begin:end] == side)[:, None]
            reach[side, begin:end] = reach[side, parents] * np.where(own, strategy[begin:end], 1.0)
    return reach


def _values(
    tree: PublicTree, strategy: np.ndarray, reach: np.ndarray, side: int, is_best: bool
) -> np.ndarray:
    """(n_nodes, n_hands) array: a player's mean reward times the opponent's reach and chance.

    Args:
        tree: The courses.
        strategy: Of both players.
        reach: Of the strategy.
        side: The player.
        is_best: Whether the player replies in the best way instead.
    """
    weights = reach[1 - side] @ tree.chances
    rewards = tree.rewards if side == 0 else 1 - tree.rewards
    values = np.zeros(strategy.shape)
    over = tree.movers < 0
    values[over] = (weights * rewards)[over, None]
    for begin, end in reversed(list(zip(tree.levels[1:], tree.levels[2:], strict=False))):
        parents = tree.parents[begin:end]
        starts = np.flatnonzero(np.diff(parents, prepend=-1))
        own = (tree.movers[parents] == side)[:, None]
        if is_best:
            each = np.where(own & ~tree.legal[begin:end], -1.0, values[begin:end])
            best = np.maximum.reduceat(each, starts, axis=0)
            sums = np.add.reduceat(values[begin:end], starts, axis=0)
            values[parents[starts]] = np.where(own[starts], best, sums)
        else:
            each = values[begin:end] * np.where(own, strategy[begin:end], 1.0)
            values[parents[starts]] = np.add.reduceat(each, starts, axis=0)
    return values
