import math

import numpy as np
import pytest

from engine.core.jit import BOOL, FLOAT, INT, VOID
from models.tree_search.config import TreeSettings
from models.tree_search.core import entry
from models.tree_search.core.state import MAX_NODES, NONE, ROOT, SETTINGS_T, TREE, TREE_T
from models.tree_search.core.tree import (
    add_child,
    back_up,
    find_child,
    has_room,
    most_visited,
    plant,
    select,
    tally,
)


@entry(VOID, TREE_T, INT)
def call_plant(tree, simulations):
    plant(tree, simulations)


@entry(INT, TREE_T, INT, INT, INT)
def call_add_child(tree, parent, name, mover):
    return add_child(tree, parent, name, mover)


@entry(INT, TREE_T, INT, INT)
def call_find_child(tree, parent, name):
    return find_child(tree, parent, name)


@entry(INT, TREE_T, INT, SETTINGS_T)
def call_select(tree, parent, settings):
    return select(tree, parent, settings)


@entry(VOID, TREE_T, INT, FLOAT)
def call_back_up(tree, node, reward):
    back_up(tree, node, reward)


@entry(INT, TREE_T)
def call_tally(tree):
    tally(tree)
    return most_visited(tree)


@entry(BOOL, TREE_T)
def call_has_room(tree):
    return has_room(tree)


@pytest.fixture
def tree():
    made = np.zeros(1, TREE)[0]
    call_plant(made, 100)
    return made


def offer(tree, *names):
    tree.n_options = len(names)
    tree.names[: len(names)] = tree.actions[: len(names)] = names


def visit(tree, name, mover, *rewards):
    """A child of the root, visited once for each reward of player 0."""
    child = call_add_child(tree, ROOT, name, mover)
    for reward in rewards:
        call_back_up(tree, child, reward)
    return child


def test_a_child_belongs_to_its_parent_and_the_name_of_its_action(tree):
    names = [0, 1, 63, 2**40 + 1, 2**33, 7 << 32]
    nodes = {(ROOT, name): call_add_child(tree, ROOT, name, 0) for name in names}
    parent = nodes[ROOT, 63]
    nodes |= {(parent, name): call_add_child(tree, parent, name, 1) for name in names[:3]}
    assert all(call_find_child(tree, *key) == node for key, node in nodes.items())
    assert call_find_child(tree, parent, 2**33) == NONE
    call_plant(tree, 100)
    assert all(call_find_child(tree, *key) == NONE for key in nodes)


def test_a_reward_counts_for_who_moved_along_the_whole_path(tree):
    mine = call_add_child(tree, ROOT, 5, 0)
    theirs = call_add_child(tree, mine, 6, 1)
    again = call_add_child(tree, theirs, 7, 1)
    call_back_up(tree, again, 0.75)
    call_back_up(tree, theirs, 1.0)
    assert [tree.nodes[i].visits for i in (ROOT, mine, theirs, again)] == [2, 2, 2, 1]
    assert [tree.nodes[i].total for i in (mine, theirs, again)] == [1.75, 0.25, 0.25]


def test_untried_options_come_first_and_each_of_them_may(tree):
    settings = TreeSettings().settings_of("mcts")
    visit(tree, 1, 0, 1.0)
    offer(tree, 1, 2, 3)
    drawn = {call_select(tree, ROOT, settings) for _ in range(50)}
    assert drawn == {1, 2}
    assert tree.child == NONE


@pytest.mark.parametrize("uct_c", [0.0, 0.5, 2.0])
def test_the_selected_option_has_the_greatest_upper_bound(tree, uct_c):
    rewards = {1: [1, 0, 1, 1], 2: [1, 0], 3: [0]}
    for name, values in rewards.items():
        visit(tree, name, 0, *map(float, values))
    offer(tree, *rewards)
    chosen = call_select(tree, ROOT, TreeSettings(uct_c=uct_c).settings_of("mcts"))
    n = sum(map(len, rewards.values()))
    bounds = [np.mean(v) + uct_c * math.sqrt(math.log(n) / len(v)) for v in rewards.values()]
    assert chosen == np.argmax(bounds)
    assert tree.child == call_find_child(tree, ROOT, chosen + 1)


def test_with_availability_a_child_seldom_legal_is_explored_less(tree):
    often, seldom = visit(tree, 1, 0, 0.5, 0.5), visit(tree, 2, 0, 0.5, 0.5)
    tree.nodes[often].available, tree.nodes[seldom].available = 40, 2
    visit(tree, 3, 0, *[0.5] * 40)
    offer(tree, 2, 1)
    plain, counted = (TreeSettings(availability=each).settings_of("mcts") for each in (False, True))
    assert call_select(tree, ROOT, plain) == 0  # equal bounds: the first
    assert call_select(tree, ROOT, counted) == 1
    assert (tree.nodes[often].available, tree.nodes[seldom].available) == (42, 4)


def test_progressive_widening_limits_the_children(tree):
    settings = TreeSettings(widening_c=1.0, widening_alpha=0.5).settings_of("mcts")
    offer(tree, *range(10))
    for n in range(50):
        chosen = call_select(tree, ROOT, settings)
        if tree.child == NONE:
            assert tree.n_nodes - 1 < max(1.0, math.sqrt(n))
            visit(tree, chosen, 0, 0.5)
        else:
            call_back_up(tree, int(tree.child), 0.5)
    assert 6 <= tree.n_nodes - 1 <= 8


def test_the_most_visited_action_wins_and_ties_go_to_the_greater_reward(tree):
    tree.n_root = 3
    tree.root_names[:3] = tree.root_actions[:3] = (11, 12, 13)
    visit(tree, 11, 0, 1.0)
    visit(tree, 12, 0, 0.0, 0.0)
    visit(tree, 13, 0, 1.0, 0.0)
    assert call_tally(tree) == 13
    assert tree.root_visits[:3].tolist() == [1, 2, 2]


def test_a_full_tree_is_noticed_before_it_overflows(tree):
    tree.n_nodes = 768  # three quarters of the smallest table
    assert not call_has_room(tree)
    call_plant(tree, MAX_NODES)
    assert call_has_room(tree)
    tree.n_nodes = MAX_NODES
    assert not call_has_room(tree)
