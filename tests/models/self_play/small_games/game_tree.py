"""`GameTree`: all positions of a small game, as arrays.

A node is a list of actions, chance's included; nodes are numbered level by level, so that all
children come later than their parents. A policy is an (n_infosets, n_player_actions) array of
probabilities, one row for each information set of either player. Chance may have more actions than
players: `n_actions` counts both.

A policy's exploitability is half the sum of what a best response to it wins in each seat: 0 in an
equilibrium, else how much a player loses to a perfect opponent, on average over the seats.
"""

from dataclasses import dataclass
from typing import Self

import numpy as np

from tests.models.self_play.small_games.games import Actions, Chance, Decision, End, SmallGame

ENDED, CHANCE = -1, 2  # instead of a player


@dataclass(frozen=True)
class GameTree:
    """All positions of a game of two players."""

    movers: np.ndarray  # (n_nodes,): 0, 1, CHANCE or ENDED
    infosets: np.ndarray  # (n_nodes,): the mover's information set; -1 if no player moves
    children: np.ndarray  # (n_nodes, n_actions): nodes; -1 where an action is not legal
    chances: np.ndarray  # (n_nodes, n_actions): chance's probabilities; 0 where a player moves
    rewards: np.ndarray  # (n_nodes,): player 0's reward where the game is over
    levels: list[int]  # for each level, its first node, and the end of the last
    names: list[str]  # what the mover of each information set knows
    owners: np.ndarray  # (n_infosets,): whose information set it is
    legal: np.ndarray  # (n_infosets, n_player_actions) of bool

    @classmethod
    def of(cls, game: SmallGame) -> Self:
        """ValueError if positions of one information set differ in mover, actions or depth."""
        nodes, levels = _nodes(game)
        n_actions = max(max(actions) for actions, _ in nodes if actions) + 1
        shape = len(nodes), n_actions
        number = {actions: i for i, (actions, _) in enumerate(nodes)}
        children, chances = np.full(shape, -1), np.zeros(shape)
        movers, rewards = np.full(len(nodes), ENDED), np.zeros(len(nodes))
        for actions, i in number.items():
            if actions:
                children[number[actions[:-1]], actions[-1]] = i
            match nodes[i][1]:
                case End(reward):
                    rewards[i] = reward
                case Chance(given):
                    movers[i], chances[i, : len(given)] = CHANCE, given
                case Decision(player):
                    movers[i] = player
        infosets, sets = _information_sets(nodes)
        legal = np.zeros((len(sets), max(max(each.legal) for each in sets) + 1), bool)
        for row, each in enumerate(sets):
            legal[row, list(each.legal)] = True
        owners = np.array([each.player for each in sets])
        names = [each.seen for each in sets]
        return cls(movers, infosets, children, chances, rewards, levels, names, owners, legal)

    @property
    def n_infosets(self) -> int:
        """Number of information sets of both players."""
        return len(self.legal)

    def uniform(self) -> np.ndarray:
        """Return the policy that draws legal actions uniformly."""
        return self.legal / self.legal.sum(axis=1, keepdims=True)


_Node = tuple[Actions, Chance | Decision | End]


def _nodes(game: SmallGame) -> tuple[list[_Node], list[int]]:
    """All positions, level by level, and the first of each level."""
    nodes: list[_Node] = [((), game(()))]
    levels, begin = [0], 0
    while begin < len(nodes):
        levels.append(len(nodes))
        for actions, what in nodes[begin:]:
            nodes += [((*actions, a), game((*actions, a))) for a in _next_actions(what)]
        begin = levels[-1]
    return nodes, levels


def _next_actions(what: Chance | Decision | End) -> list[int]:
    if isinstance(what, Chance):
        return [i for i, chance in enumerate(what.chances) if chance]
    return list(what.legal) if isinstance(what, Decision) else []


def _information_sets(nodes: list[_Node]) -> tuple[np.ndarray, list[Decision]]:
    """The information set of each node, and what is decided in each."""
    rows: dict[tuple[int, str], int] = {}
    sets: list[Decision] = []
    depths: list[int] = []
    found = np.full(len(nodes), -1)
    for i, (actions, what) in enumerate(nodes):
        if not isinstance(what, Decision):
            continue
        row = rows.setdefault((what.player, what.seen), len(sets))
        if row == len(sets):
            sets.append(what)
            depths.append(len(actions))
        if sets[row] != what or depths[row] != len(actions):
            raise ValueError(f"information set {what.seen!r}: its positions differ")
        found[i] = row
    return found, sets


def _weights(tree: GameTree, policy: np.ndarray) -> np.ndarray:
    """(n_nodes, n_actions) probabilities of all actions, chance's and both players'."""
    weights = tree.chances.copy()
    decided = tree.infosets >= 0
    weights[decided, : policy.shape[1]] = policy[tree.infosets[decided]]
    return weights


def _reaches(tree: GameTree, weights: np.ndarray) -> np.ndarray:
    """(n_nodes,) products of the weights on the way to each node."""
    reaches = np.zeros(len(tree.movers))
    reaches[0] = 1
    for begin, end in zip(tree.levels, tree.levels[1:], strict=False):
        children = tree.children[begin:end]
        passed = reaches[begin:end, None] * weights[begin:end]
        reaches[children[children >= 0]] = passed[children >= 0]
    return reaches


def value(tree: GameTree, policy: np.ndarray) -> float:
    """Return player 0's mean reward if both players follow the policy."""
    reaches = _reaches(tree, _weights(tree, policy))
    return float(reaches @ (tree.rewards * (tree.movers == ENDED)))


def best_response(tree: GameTree, policy: np.ndarray, player: int) -> tuple[float, np.ndarray]:
    """Return what a best response of `player` to a policy wins on average, and its actions.

    They are an (n_infosets,) array, 0 in the other player's information sets.
    """
    weights = _weights(tree, policy)
    own = tree.movers == player
    # The player's own actions do not count in how likely others make a node.
    reaches = _reaches(tree, np.where(own[:, None], 1.0, weights))
    values = tree.rewards * (1 - 2 * player)
    actions = np.zeros(tree.n_infosets, np.int64)
    for begin, end in reversed(list(zip(tree.levels, tree.levels[1:], strict=False))):
        nodes = np.arange(begin, end)
        after = np.where(tree.children[nodes] >= 0, values[tree.children[nodes]], 0.0)
        moving = (tree.movers[nodes] == CHANCE) | (tree.movers[nodes] == 1 - player)
        values[nodes[moving]] = (after[moving] * weights[nodes[moving]]).sum(axis=1)
        mine, sets = nodes[own[nodes]], tree.infosets[nodes[own[nodes]]]
        gains, width = np.zeros(tree.legal.shape), tree.legal.shape[1]
        np.add.at(gains, sets, reaches[mine][:, None] * after[own[nodes], :width])
        present = np.unique(sets)
        actions[present] = np.where(tree.legal, gains, -np.inf)[present].argmax(axis=1)
        values[mine] = after[own[nodes]][np.arange(len(mine)), actions[sets]]
    return float(values[0]), actions


def exploitability(tree: GameTree, policy: np.ndarray) -> float:
    """Return half the sum of the best responses' mean rewards; 0 in an equilibrium."""
    return sum(best_response(tree, policy, player)[0] for player in (0, 1)) / 2
