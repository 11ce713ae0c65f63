"""Search players that decide by a tree search: one action per decision."""

import numpy as np

from engine.core.jit import INDEX, INT, VOID, linked
from engine.core.memory import copy_bytes, copy_game
from engine.core.types import GAME_T, RULES_T, VM_T
from models.players.core import entry, kernel
from models.players.core.scorers import score
from models.players.core.state import SEARCH_T, STRATEGY, STRATEGY_T, TREE_DESK_T
from models.players.search.states import play_in_copy, points_of
from models.players.search.tree import game
from models.tree_search.core.compiled import GameKernels, GameTypes, compile_search

SEARCHES = compile_search(
    GameKernels.of(**vars(game), copy_game=copy_game),
    GameTypes(game=GAME_T, rules=RULES_T, desk=TREE_DESK_T),
    __name__,
    kernel,
    entry,
)
search_action = linked(SEARCHES.search_action)
_STRATEGY = STRATEGY.itemsize


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def search_tree(rules, vm, side, strategy, seed, search):
    """Searches one action of `search.root` and fills in the answer; see `dispatch.find_plan`.

    The states tried are the actions simulated. The plan's score is that of the state after the
    action, as the other players' is.
    """
    trees = search.trees
    desk = trees.desk
    copy_bytes(desk.strategy, strategy, _STRATEGY)
    desk.side = side
    desk.failed = 0
    desk.neurons.search += 1
    desk.present = score(search.root, rules, side, strategy, desk.neurons)
    action = search_action(
        trees.tree, search.root, trees.world, trees.state, rules, desk, strategy.tree, seed
    )
    search.n_nodes = np.int64(trees.tree.n_steps) + 1
    if desk.failed:
        search.failed = 1
        return
    if play_in_copy(trees.state, search.root, rules, vm, seed, 0, action, search):
        search.best = points_of(trees.state, rules, side, strategy, seed, search)
        search.plan[0] = action
        search.n_plan = 1
