"""All courses of a small game with hidden hands, as both players see them.

A node is a course of the game: the cards played are known, those still in hand are not. Nodes are
numbered level by level, so that the children of a node follow each other; node `n > 0` is also the
action that leads to it. Hands are numbered, too: all multisets of the cards.
"""

from collections import Counter
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import factorial, prod

import numpy as np

from models.settings.config import ConfigError
from models.tradingstone.core.game import (
    FIRST_ATTACK,
    FIRST_WON,
    N_ACTIONS,
    RUNNING,
    SECOND_WON,
    is_legal,
    new_game,
)
from models.tradingstone.core.match import apply_one, copy_one
from models.tradingstone.rules import TradingRules

MAX_TREE = 400_000
_REWARDS = {FIRST_WON: 1.0, SECOND_WON: 0.0}

Card = tuple[int, int]
Action = int | Card  # a card played from a hand, or the number of an attack or of a pass


@dataclass(frozen=True)
class PublicTree:
    """The courses of a game that player 0 begins.

    Attributes:
        rules: The rules.
        hands: All hands, as sorted tuples of cards.
        chances: (n_hands,) array: how likely each hand is.
        parents: (n_nodes,) array: each node's parent; -1 for the root.
        movers: (n_nodes,) array: who moves at a node; -1 where the game is over.
        rewards: (n_nodes,) array: the first player's reward where the game is over.
        actions: The action that leads to each node; None for the root.
        legal: (n_nodes, n_hands) array: whether the mover of the parent has the card for it.
        levels: For each level, its first node, and the end of the last.
    """

    rules: TradingRules
    hands: list[tuple[Card, ...]]
    chances: np.ndarray
    parents: np.ndarray
    movers: np.ndarray
    rewards: np.ndarray
    actions: list[Action | None]
    legal: np.ndarray
    levels: list[int]

    def child(self, node: int, action: Action) -> int:
        """Return the node that an action leads to."""
        first, end = np.searchsorted(self.parents, [node, node + 1])
        return next(n for n in range(first, end) if self.actions[n] == action)


@dataclass
class _Course:
    """A node in the making: its position without cards in hand, and the cards each side played."""

    record: np.record
    played: tuple[tuple[Card, ...], tuple[Card, ...]]


def grow_public_tree(rules: TradingRules) -> PublicTree:
    """Return all courses of a game.

    Raises:
        ConfigError: The rules have chance after the deal, or too many courses.
    """
    if rules.noise > 0 or rules.puzzle:
        raise ConfigError("hidden hands: the rules must have neither noise nor a puzzle")
    hands = _hands(rules)
    courses = [_Course(_root(rules), ((), ()))]
    parents, legal = [-1], [np.ones(len(hands), bool)]
    actions: list[Action | None] = [None]
    levels, begin = [0, 1], 0
    while begin < len(courses):
        end = len(courses)
        for node in range(begin, end):
            for action, course in _children(courses[node], rules):
                side = int(courses[node].record.mover)
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
    results = np.array([int(each.record.result) for each in courses])
    movers = np.array([int(each.record.mover) for each in courses])
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


def _hands(rules: TradingRules) -> list[tuple[Card, ...]]:
    values = range(1, rules.max_value + 1)
    cards = [(attack, health) for attack in values for health in values]
    return list(combinations_with_replacement(cards, rules.n_cards))


def _chances(hands: list[tuple[Card, ...]]) -> np.ndarray:
    """How many orders a hand may be dealt in, of all deals."""
    orders = [
        factorial(len(hand)) / prod(factorial(n) for n in Counter(hand).values()) for hand in hands
    ]
    return np.array(orders) / sum(orders)


def _root(rules: TradingRules) -> np.record:
    record = new_game()
    record.health[:] = rules.health
    record.hand[:] = (1 << rules.n_cards) - 1
    return record


def _have(hands: list[tuple[Card, ...]], played: tuple[Card, ...], action: Action) -> np.ndarray:
    """Which hands have the card that an action plays, after those played before."""
    if not isinstance(action, tuple):
        return np.ones(len(hands), bool)
    needed = Counter((*played, action))
    return np.array([needed <= Counter(hand) for hand in hands])


def _children(course: _Course, rules: TradingRules) -> list[tuple[Action, _Course]]:
    """The actions at a node, whatever is in hand, and where they lead."""
    record, table = course.record, rules.record()
    found: list[tuple[Action, _Course]] = []
    if record.result != RUNNING:
        return found
    if is_legal(record, table, 0):
        values = range(1, rules.max_value + 1)
        cards = [(attack, health) for attack in values for health in values]
        found += [(card, _played(course, table, card)) for card in cards]
    for action in range(FIRST_ATTACK, N_ACTIONS):
        if is_legal(record, table, action):
            after = new_game()
            copy_one(after, record)
            apply_one(after, table, action)
            found.append((action, _Course(after, course.played)))
    return found


def _played(course: _Course, table: np.record, card: Card) -> _Course:
    """The course after a card; hands keep their cards at the first places."""
    after, side = new_game(), int(course.record.mover)
    copy_one(after, course.record)
    left = int(after.hand[side]) >> 1
    after.hand_attack[side, 0], after.hand_health[side, 0] = card
    apply_one(after, table, 0)
    after.hand[side] = left
    played = list(course.played)
    played[side] = (*played[side], card)
    return _Course(after, (played[0], played[1]))
