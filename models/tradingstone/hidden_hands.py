"""Small games with hidden hands: all their courses, and an equilibrium by CFR+.

A node is a course of the game: the cards played are known, those still in hand are not. Nodes are
numbered level by level, so that the children of a node follow each other; node `n > 0` is also the
action that leads to it. Hands are numbered, too: all multisets of the cards. All hands of a
player are treated at once: reach, regrets and values are arrays over hands.

Source: Zinkevich et al. 2008, Regret Minimization in Games with Incomplete Information; Tammelin
2014, Solving Large Imperfect Information Games Using CFR+ (alternating updates, regrets floored at
0, averages weighted by the iteration); Johanson et al. 2011, Accelerating Best Response Calculation
in Large Extensive Games (values over public states).
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations_with_replacement, product
from math import factorial, prod

import numpy as np

from models.settings.config import ConfigError
from models.tradingstone.core.game import FIRST_ATTACK, FIRST_WON, RUNNING, SECOND_WON, new_game
from models.tradingstone.game import TradingGame
from models.tradingstone.rules import TradingRules

MAX_TREE = 400_000
_REWARDS = {FIRST_WON: 1.0, SECOND_WON: 0.0}

Card = tuple[int, int]
Action = int | Card  # a card played from a hand, or the number of an attack or of a pass


@dataclass(frozen=True)
class PublicTree:
    """The courses of a game that player 0 begins."""

    rules: TradingRules  #: The rules
    hands: list[tuple[Card, ...]]  #: All hands, as sorted tuples of cards
    chances: np.ndarray  #: (n_hands,) array: how likely each hand is
    parents: np.ndarray  #: (n_nodes,) array: each node's parent; -1 for the root
    movers: np.ndarray  #: (n_nodes,) array: who moves at a node; -1 where the game is over
    rewards: np.ndarray  #: (n_nodes,) array: the first player's reward where the game is over
    actions: list[Action | None]  #: The action that leads to each node; None for the root
    #: (n_nodes, n_hands) array: whether the mover of the parent has the card for it
    legal: np.ndarray
    levels: list[int]  #: For each level, its first node, and the end of the last

    def child(self, node: int, action: Action) -> int:
        """Return the node that an action leads to."""
        first, end = np.searchsorted(self.parents, [node, node + 1])
        return next(n for n in range(first, end) if self.actions[n] == action)


@dataclass
class _Course:
    """A node in the making: its position without cards in hand, and the cards each side played."""

    game: TradingGame
    played: tuple[tuple[Card, ...], tuple[Card, ...]]


def grow_public_tree(rules: TradingRules) -> PublicTree:
    """Return all courses of a game.

    Raises:
        ConfigError: The rules have noise or a puzzle, or there are more than `MAX_TREE` courses.
    """
    if rules.noise > 0 or rules.puzzle:
        raise ConfigError("hidden hands: the rules must have neither noise nor a puzzle")
    hands = list(combinations_with_replacement(_cards(rules), rules.n_cards))
    courses = [_Course(_root(rules), ((), ()))]
    parents, legal = [-1], [np.ones(len(hands), bool)]
    actions: list[Action | None] = [None]
    levels, begin = [0, 1], 0
    while begin < len(courses):
        end = len(courses)
        for node in range(begin, end):
            for action, course in _children(courses[node]):
                side = courses[node].game.mover
                parents.append(node)
                actions.append(action)
                legal.append(_have(hands, courses[node].played[side], action))
                courses.append(course)
        if len(courses) > MAX_TREE:
            raise ConfigError(
                f"hidden hands: more than {MAX_TREE} courses; use fewer cards, turns or values"
            )
        begin = end
        levels.append(len(courses))
    results = np.array([int(each.game.record.result) for each in courses])
    movers = np.array([each.game.mover for each in courses])
    return PublicTree(
        rules,
        hands,
        _chances(hands),
        np.array(parents),
        np.where(results == RUNNING, movers, -1),
        np.array([_REWARDS.get(each, 0.5) for each in results.tolist()]),
        actions,
        np.array(legal),
        levels[:-1],
    )


def _cards(rules: TradingRules) -> list[Card]:
    values = range(1, rules.max_value + 1)
    return list(product(values, values))


def _chances(hands: list[tuple[Card, ...]]) -> np.ndarray:
    """How many orders a hand may be dealt in, of all deals."""
    orders = [
        factorial(len(hand)) / prod(factorial(n) for n in Counter(hand).values()) for hand in hands
    ]
    return np.array(orders) / sum(orders)


def _root(rules: TradingRules) -> TradingGame:
    record = new_game()
    record.health[:] = rules.health
    record.hand[:] = (1 << rules.n_cards) - 1
    return TradingGame(rules, record, rules.record())


def _have(hands: list[tuple[Card, ...]], played: tuple[Card, ...], action: Action) -> np.ndarray:
    """Which hands have the card that an action plays, after those played before."""
    if not isinstance(action, tuple):
        return np.ones(len(hands), bool)
    needed = Counter((*played, action))
    return np.array([needed <= Counter(hand) for hand in hands])


def _children(course: _Course) -> list[tuple[Action, _Course]]:
    """The actions at a node, whatever is in hand, and where they lead."""
    game = course.game
    legal = game.legal_actions()  # none if the game is over
    cards = _cards(game.rules) if 0 in legal else []
    others = [each for each in legal if each >= FIRST_ATTACK]  # attacks, and to pass
    return [
        *((card, _played(course, card)) for card in cards),
        *((each, _Course(game.after(each), course.played)) for each in others),
    ]


def _played(course: _Course, card: Card) -> _Course:
    """The course after a card; hands keep their cards at the first places."""
    after, side = course.game.copy(), course.game.mover
    record = after.record
    left = int(record.hand[side]) >> 1
    record.hand_attack[side, 0], record.hand_health[side, 0] = card
    after.apply(0)
    record.hand[side] = left
    played = list(course.played)
    played[side] = (*played[side], card)
    return _Course(after, (played[0], played[1]))


#: Rules of a game with hidden hands that is solved in seconds: 12,487 courses.
TINY = TradingRules(n_cards=2, health=2, max_value=2, sickness=True, max_plays=1, max_turns=4)


@dataclass(frozen=True)
class Equilibrium:
    """Strategies of both players, of which neither gains much by another one."""

    tree: PublicTree  #: The courses of the game
    #: (n_nodes, n_hands) array: how often the mover of the parent, with each hand, plays the action
    #: that leads to a node
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

    The strategy and its reach are those of both players, except if the player replies in the best
    way instead.
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
