"""Nodes of a search tree: found by the names of actions, selected by UCB1, and backed up.

A child belongs to its parent and the name of the action that led to it, whatever the world in which
the action was played. A hash table finds it.

Sources: Auer et al. 2002, Finite-time Analysis of the Multiarmed Bandit Problem (UCB1); Kocsis and
Szepesvari 2006, Bandit based Monte-Carlo Planning (UCT); Cowling, Powley and Whitehouse 2012,
Information Set Monte Carlo Tree Search (availability counts); Couetoux et al. 2011, Continuous
Upper Confidence Trees (progressive widening); Steele, Lea and Flood 2014, Fast Splittable
Pseudorandom Number Generators (SplitMix: the random stream).
"""

import math

import numpy as np

from engine.core.jit import BOOL, FLOAT, INT, VOID
from engine.core.rng import scramble
from models.tree_search.core import kernel
from models.tree_search.core.state import (
    MAX_NODES,
    N_ENTRIES,
    NONE,
    ROOT,
    SETTINGS_T,
    TREE_T,
)

_MASK = 0xFFFFFFFF
_STEP = 0x9E3779B9


@kernel(INT, INT, INT)
def first_state(a, b):
    """The state of the random stream named by two numbers: 32 bits, to be kept in any record.

    Arithmetic of streams stays below 2**63 in int64, so interpreted and compiled ones are the same.
    `scramble` makes the word of a state.
    """
    return scramble(scramble(a ^ (a >> 32)) ^ b)


@kernel(INT, INT)
def next_state(state):
    """The state of a stream after another one."""
    return (state + _STEP) & _MASK


@kernel(INT, TREE_T)
def next_word(tree):
    """The next 32 random bits of the search's stream."""
    tree.random = next_state(np.int64(tree.random))
    return scramble(np.int64(tree.random))


@kernel(VOID, TREE_T, INT)
def plant(tree, simulations):
    """Begin a new tree, which consists of its root, for a number of simulations."""
    tree.stamp += 1
    tree.n_trees += 1
    size = 1024
    while size < N_ENTRIES and size < 4 * simulations:
        size *= 2
    tree.mask = size - 1
    tree.n_nodes = 1
    tree.nodes[ROOT].visits = 0
    tree.nodes[ROOT].total = 0.0
    tree.nodes[ROOT].parent = NONE


@kernel(BOOL, TREE_T)
def has_room(tree):
    """Whether another node fits."""
    return tree.n_nodes < MAX_NODES and 4 * tree.n_nodes < 3 * (tree.mask + 1)


@kernel(INT, INT, INT)
def _place(parent, name):
    """Where a child is looked for first. Products stay below 2**63."""
    mixed = ((name ^ (name >> 32)) & _MASK) * 0x2C1B3C6D + parent * 0x297A2D39
    return (mixed ^ (mixed >> 15)) >> 3


@kernel(INT, TREE_T, INT, INT)
def find_child(tree, parent, name):
    """The node that an action leads to; NONE if it has none."""
    i = _place(parent, name) & tree.mask
    while tree.entries[i].stamp == tree.stamp:
        child = np.int64(tree.entries[i].child)
        if tree.nodes[child].name == name and tree.nodes[child].parent == parent:
            return child
        i = (i + 1) & tree.mask
    return NONE


@kernel(INT, TREE_T, INT, INT, INT)
def add_child(tree, parent, name, mover):
    """Add the node that an action of `mover` leads to, and return its number."""
    i = _place(parent, name) & tree.mask
    while tree.entries[i].stamp == tree.stamp:
        i = (i + 1) & tree.mask
    child = np.int64(tree.n_nodes)
    tree.n_nodes += 1
    tree.entries[i].stamp = tree.stamp
    tree.entries[i].child = child
    node = tree.nodes[child]
    node.total = 0.0
    node.name = name
    node.visits = 0
    node.available = 1
    node.parent = parent
    node.mover = mover
    return child


@kernel(BOOL, TREE_T, INT, SETTINGS_T, INT)
def _widens(tree, parent, settings, n_children):
    """Whether a node with this many children may get another one."""
    if settings.widening_c <= 0.0 or n_children == 0:
        return True
    visits = np.float64(tree.nodes[parent].visits)
    return n_children < settings.widening_c * visits**settings.widening_alpha


@kernel(FLOAT, TREE_T, INT, FLOAT, SETTINGS_T)
def _bound(tree, child, log_visits, settings):
    """The upper confidence bound of a child."""
    node = tree.nodes[child]
    if settings.availability:
        log_visits = math.log(np.float64(node.available))
    visits = np.float64(node.visits)
    return node.total / visits + settings.uct_c * math.sqrt(log_visits / visits)


@kernel(INT, TREE_T, INT, SETTINGS_T)
def select(tree, parent, settings):
    """Return the option to play at a node: one never tried, else that of the greatest bound.

    Of several untried options one is drawn uniformly; of equal bounds the first wins. The child
    that it leads to is left in `tree.child`, NONE if it has no node yet.
    """
    n_new, untried, best = 0, 0, 0
    highest = -1.0
    tree.child = NONE
    log_visits = math.log(max(np.float64(tree.nodes[parent].visits), 1.0))
    n = np.int64(tree.n_options)
    for i in range(n):
        child = find_child(tree, parent, tree.names[i])
        if child == NONE:
            n_new += 1
            if n_new == 1 or (next_word(tree) * n_new) >> 32 == 0:
                untried = i
            continue
        tree.nodes[child].available += 1
        if n_new and settings.widening_c <= 0.0:
            continue  # an untried option is played, so bounds do not matter
        bound = _bound(tree, child, log_visits, settings)
        if bound > highest:
            highest, best = bound, i
            tree.child = child
    if n_new and _widens(tree, parent, settings, n - n_new):
        tree.child = NONE
        return untried
    return best


@kernel(VOID, TREE_T, INT, FLOAT)
def back_up(tree, node, reward):
    """Add player 0's reward to all nodes from this one to the root."""
    while node != NONE:
        each = tree.nodes[node]
        each.visits += 1
        each.total += reward if each.mover == 0 else 1.0 - reward
        node = np.int64(each.parent)


@kernel(VOID, TREE_T)
def tally(tree):
    """Add the tree's statistics to those of the decision."""
    for i in range(tree.n_root):
        child = find_child(tree, ROOT, tree.root_names[i])
        if child != NONE:
            tree.root_visits[i] += tree.nodes[child].visits
            tree.root_totals[i] += tree.nodes[child].total


@kernel(INT, TREE_T)
def most_visited(tree):
    """The root action with the most visits; of several, that of the greatest total reward."""
    best = 0
    for i in range(1, tree.n_root):
        more = tree.root_visits[i] - tree.root_visits[best]
        if more > 0 or (more == 0 and tree.root_totals[i] > tree.root_totals[best]):
            best = i
    return tree.root_actions[best]
