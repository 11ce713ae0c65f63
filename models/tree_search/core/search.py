"""UCT, PI-MCTS and SO-IS-MCTS, over the kernels that a game provides.

    searches = compile_search(globals(), (GAME_T, RULES_T, DESK_T), kernel, entry)
    action = searches.search_action(tree, game, world, state, rules, desk, settings, seed)

A simulation plays from the root by the tree's bounds until it adds a node, then at random: the
rollout. Chance is open loop: nodes stand for the actions played, and every pass draws its own
outcomes. A player may move many times in a row; each node knows who moved.

- `MCTS` searches the game as it is, hidden cards included.
- `PI_MCTS` (perfect information) deals the hidden cards several times, searches one tree for each
  deal with an equal share of the budget, and adds the visits up.
- `IS_MCTS` (information sets, single observer) deals anew for each simulation of one tree.

A game provides these kernels. `game` is a record of its state with a random stream of its own;
`rules`, a record that no search changes; `desk`, a record of working memory and settings. Players
are 0 and 1.

- `copy_game(target, source)` makes one state equal to another, its random stream included.
- `reseed(game, first, second)` starts another random stream, named by two numbers of 32 bits.
- `deal(game, rules, desk, viewer, seed)` replaces all that the viewer does not know by one random
  possibility. It depends only on what the viewer knows and on the seed (32 bits).
- `list_options(game, rules, desk, tree)` fills in `tree.actions` and `tree.names` and returns their
  number, at least 1. A name identifies an action by what both players see of it. So a card from a
  hidden hand is named by its text, not by its place in the hand. Of several actions of one name it
  lists the first.
- `random_action(game, rules, desk)` draws a legal action uniformly from the game's random stream.
- `apply_action(game, rules, desk, action)` plays a legal action. Chance is drawn from that stream.
- `mover(game)` returns the player to move.
- `reward(game)` returns that of player 0: 1 won, 0 lost, 0.5 drawn; -1 while the game runs.
- `evaluate(game, rules, desk)` returns what a running game is worth to player 0, from 0 to 1, for
  rollouts cut off.

Sources: Kocsis and Szepesvari 2006, Bandit based Monte-Carlo Planning; Cowling, Powley and
Whitehouse 2012, Information Set Monte Carlo Tree Search, section IV (determinised UCT) and
algorithm 1 (SO-ISMCTS).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType, SimpleNamespace
from typing import Any

import numpy as np

from engine.core.jit import FLOAT, INT, VOID, Decorator
from models.tree_search.core import entry as own_entry
from models.tree_search.core.state import (
    IS_MCTS,
    NONE,
    PI_MCTS,
    ROOT,
    SETTINGS_T,
    TO_ACTIONS,
    TO_TURN_END,
    TREE_T,
)
from models.tree_search.core.tree import (
    add_child,
    back_up,
    first_state,
    has_room,
    most_visited,
    next_word,
    plant,
    select,
    tally,
)

#: Names of the kernels that a game provides.
KERNELS = (
    "copy_game", "reseed", "deal", "list_options", "random_action", "apply_action", "mover",
    "reward", "evaluate",
)  # fmt: skip
_unset: Any = None
#: Each game gets its own copy of the functions below, in which these names mean its kernels.
copy_game = reseed = deal = list_options = random_action = apply_action = _unset
mover = reward = evaluate = _unset
#: In signatures: the types of the game's records.
GAME, RULES, DESK = "GAME", "RULES", "DESK"
#: Functions to copy, each with the types of its result and of its arguments.
GENERIC: list[tuple[Any, tuple[Any, ...]]] = []


def generic(*signature: Any) -> Callable[[Callable], Callable]:
    """Marks a function that is compiled for each game, with its types, that of the result first."""

    def mark(function: Callable) -> Callable:
        GENERIC.append((function, signature))
        return function

    return mark


@generic(FLOAT, TREE_T, GAME, RULES, DESK, SETTINGS_T, INT)
def rollout(tree, state, rules, desk, settings, actor):
    """Play at random and return player 0's reward, or the value of the state at the cut-off.

    "turn" cuts off when `actor`, who chose the last action of the tree, has ended its turn.
    """
    left = np.int64(settings.rollout_actions)
    while reward(state) < 0.0:
        if settings.rollout == TO_TURN_END and mover(state) != actor:
            return evaluate(state, rules, desk)
        if settings.rollout == TO_ACTIONS and left == 0:
            return evaluate(state, rules, desk)
        apply_action(state, rules, desk, random_action(state, rules, desk))
        tree.n_steps += 1
        left -= 1
    return reward(state)


@generic(VOID, TREE_T, GAME, GAME, RULES, DESK, SETTINGS_T)
def simulate(tree, world, state, rules, desk, settings):
    """Run one simulation from `world`, in the memory of `state`."""
    copy_game(state, world)
    reseed(state, next_word(tree), next_word(tree))
    tree.n_simulations += 1
    node, actor = ROOT, mover(state)
    while reward(state) < 0.0:
        tree.n_options = list_options(state, rules, desk, tree)
        chosen = select(tree, node, settings)
        actor = mover(state)
        apply_action(state, rules, desk, tree.actions[chosen])
        tree.n_steps += 1
        if tree.child == NONE:
            node = add_child(tree, node, tree.names[chosen], actor)
            break
        node = np.int64(tree.child)
    back_up(tree, node, rollout(tree, state, rules, desk, settings, actor))


@generic(INT, TREE_T, GAME, RULES, DESK, INT)
def open_decision(tree, root, rules, desk, seed):
    """Begin a decision of the player to move and return the number of its different actions."""
    tree.random = first_state(seed, 0)
    tree.n_simulations = 0
    tree.n_steps = 0
    tree.n_trees = 0
    tree.viewer = mover(root)
    n = list_options(root, rules, desk, tree)
    tree.n_root = n
    for i in range(n):
        tree.root_actions[i] = tree.actions[i]
        tree.root_names[i] = tree.names[i]
        tree.root_visits[i] = 0
        tree.root_totals[i] = 0.0
    return n


@generic(VOID, TREE_T, GAME, GAME, RULES, DESK, SETTINGS_T, INT)
def open_tree(tree, root, world, rules, desk, settings, simulations):
    """Begin a tree for a number of simulations, in a world of its own."""
    plant(tree, simulations)
    copy_game(world, root)
    if settings.method == PI_MCTS:
        deal(world, rules, desk, np.int64(tree.viewer), next_word(tree))


@generic(INT, TREE_T, GAME, GAME, GAME, RULES, DESK, SETTINGS_T, INT)
def grow_tree(tree, root, world, state, rules, desk, settings, simulations):
    """Run simulations in the open tree and return how many there was room and budget for."""
    steps = np.int64(settings.steps)
    if settings.method == PI_MCTS:  # each tree has an equal share
        steps = steps * tree.n_trees // settings.determinisations
    for done in range(simulations):
        if not has_room(tree) or (settings.steps > 0 and tree.n_steps >= steps):
            return done
        if settings.method == IS_MCTS:
            copy_game(world, root)
            deal(world, rules, desk, np.int64(tree.viewer), next_word(tree))
        simulate(tree, world, state, rules, desk, settings)
    return simulations


@generic(INT, TREE_T, GAME, GAME, GAME, RULES, DESK, SETTINGS_T, INT)
def search_action(tree, root, world, state, rules, desk, settings, seed):
    """Return the action of the player to move in `root`, which stays as it is.

    The statistics of the root's actions stay in `tree`. A single action is returned unsearched.

    Args:
        world: Memory for a game with the hidden cards dealt.
        state: Memory for the game of a simulation.
        seed: Equal seeds give equal searches.
    """
    if open_decision(tree, root, rules, desk, seed) == 1:
        return tree.root_actions[0]
    n_trees = np.int64(settings.determinisations) if settings.method == PI_MCTS else 1
    budget = np.int64(settings.simulations)
    for i in range(min(n_trees, budget)):
        share = budget // n_trees + (1 if i < budget % n_trees else 0)
        open_tree(tree, root, world, rules, desk, settings, share)
        grow_tree(tree, root, world, state, rules, desk, settings, share)
        tally(tree)
    return most_visited(tree)


@dataclass(frozen=True)
class SearchKernels:
    """The searches of one game."""

    search_action: Callable  #: Searches and returns an action
    sources: tuple[Path, ...]  #: The files that the digest of the compiled code covers
    kernels: SimpleNamespace  #: The game's kernels


def compile_search(
    game: Mapping[str, Any], types: tuple[Any, Any, Any], kernel: Decorator, entry: Decorator
) -> SearchKernels:
    """Compile the searches for a game, or load them from its cache.

    Args:
        game: The names of the module that has or imports its kernels (`KERNELS`).
        types: The Numba types of `game`, `rules` and `desk`.
        kernel: The decorators of the game's kernels (`engine.core.jit.kernels`). Their digest must
            cover this package and the files of the game's kernels.

    Raises:
        ValueError: The digest does not cover this package's kernels.
    """
    uncovered = set(own_entry.sources) - set(entry.sources)
    if uncovered:
        raise ValueError(
            f"{game['__name__']}: the digest of its kernels lacks {min(uncovered).name} of the "
            "tree search; give models.tree_search.core.entry to engine.core.jit.kernels"
        )
    named = dict(zip((GAME, RULES, DESK), types, strict=True))
    provided = {name: game[name] for name in KERNELS}
    namespace = {**globals(), **provided, "__name__": game["__name__"]}
    for function, signature in GENERIC:
        declare = entry if function is search_action else kernel
        copied = FunctionType(function.__code__, namespace, function.__name__)
        copied.__doc__ = function.__doc__
        returns_and_args = [named.get(each, each) for each in signature]
        namespace[function.__name__] = declare(*returns_and_args)(copied)
    return SearchKernels(namespace["search_action"], entry.sources, SimpleNamespace(**provided))
