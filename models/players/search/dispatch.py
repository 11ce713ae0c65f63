"""Calls the search player that a strategy names; also has the random player.

Each decision of the random player is one legal action, drawn uniformly. The end of the turn, every
target and every place on the board is an action of its own. It is the lowest mark of a league.
"""

import numpy as np

from engine.core.jit import INDEX, INT, VOID, linked
from engine.core.memory import copy_game
from engine.core.rng import scramble
from engine.core.types import GAME_T, RULES_T, VM_T
from models.players.core import entry
from models.players.core.blind import deal_anew
from models.players.core.scorers import LOST
from models.players.core.state import (
    BEAM,
    IS_MCTS,
    MCTS,
    ONE_TURN,
    PI_MCTS,
    RANDOM,
    SEARCH_T,
    STRATEGY_T,
    TWO_PLY,
)
from models.players.search import beam, tree, two_ply
from models.players.search.one_turn import explore as one_turn
from models.players.search.states import list_considered, play_in_copy, points_of

search_beam = linked(beam.search_beam)
search_one_turn = linked(one_turn.search_one_turn)
search_tree = linked(tree.search_tree)
search_two_ply = linked(two_ply.search_two_ply)


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def search_random(rules, vm, side, strategy, seed, search):
    """Draws one action of `search.root` and fills in the answer; see `dispatch.find_plan`.

    The action's outcome is the one state that counts as tried; its score is that of the plan.
    """
    root, options = search.root, search.options
    n = list_considered(root, rules, strategy, options)
    if root.error:
        search.failed = 1
        return
    action = options.actions[(scramble(scramble(seed)) * n) >> 32]
    after = search.beam.games[0]
    search.n_nodes = 1
    if play_in_copy(after, root, rules, vm, seed, 0, action, search):
        search.best = points_of(after, rules, side, strategy, seed, search)
        search.plan[0] = action
        search.n_plan = 1


_search_random = linked(search_random)


@entry(INT, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def find_plan(game, rules, vm, side, strategy, seed, search):
    """Searches the rest of `side`'s turn and leaves the best plan in `search.plan`.

    A search player reads `search.root`, the game with hidden cards dealt anew for a fair player,
    and fills in the answer. The game stays as it is, its random stream included.

    Returns:
        The number of actions, 0 if the engine or the search player ran out of room.
    """
    search.best = LOST
    search.n_plan = 0
    search.failed = 0
    search.n_nodes = 0
    search.capped = 0
    search.neurons.search += 1
    copy_game(search.root, game)
    if strategy.blind:
        deal_anew(search.root, rules, side, seed, search.hidden)
    if strategy.search == BEAM:
        search_beam(rules, vm, side, strategy, seed, search)
    elif strategy.search == ONE_TURN:
        search_one_turn(rules, vm, side, strategy, seed, search)
    elif strategy.search == RANDOM:
        _search_random(rules, vm, side, strategy, seed, search)
    elif strategy.search in (MCTS, PI_MCTS, IS_MCTS):
        search_tree(rules, vm, side, strategy, seed, search)
    elif strategy.search == TWO_PLY:
        search_two_ply(rules, vm, side, strategy, seed, search)
    search.all_nodes += search.n_nodes
    if search.failed:
        search.n_plan = 0
    return np.int64(search.n_plan)
