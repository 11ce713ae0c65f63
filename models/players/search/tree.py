"""The tree searches of `models.tree_search`, for the full game: MCTS, PI-MCTS and IS-MCTS.

One search decides one action. The hidden cards are dealt as for every fair player
(`models.players.core.blind`). A state in which a rollout is cut off is worth its chance to win, if
the searching player's scorer is a value network. By any other scorer it is worth the points gained
since the decision, squashed to 0 to 1: so the scorers' scales, and what their zero means, do not
matter. `models.tree_search.core.search` describes the kernels from `reseed` to `evaluate`.
"""

import math

import numpy as np

from engine.core import entry_points
from engine.core.enums import CHOOSE, FAILED, FIRST_WON, PLAY, RUNNING, SECOND_WON
from engine.core.jit import FLOAT, INDEX, INT, VOID, linked
from engine.core.memory import copy_bytes, copy_game
from engine.core.rng import below, seed_stream
from engine.core.state import NO_SLOT
from engine.core.types import GAME_T, RULES_T, VM_T
from models.players.core import blind, entry, kernel
from models.players.core.scorers import score
from models.players.core.state import SEARCH_T, STRATEGY, STRATEGY_T, TREE_DESK_T, VALUE
from models.players.core.value import CERTAIN
from models.players.search.states import list_considered, play_in_copy, points_of
from models.tree_search.core.search import compile_search
from models.tree_search.core.state import TREE_T

_STEEP = 40.0  # points in units of `squash`; more make no difference


@kernel(VOID, GAME_T, INT, INT)
def reseed(game, first, second):
    """Starts another random stream."""
    seed_stream(game, first, second)


@kernel(VOID, GAME_T, RULES_T, TREE_DESK_T, INT, INT)
def deal(game, rules, desk, viewer, seed):
    """Deals what the viewer can't see anew."""
    blind.deal_anew(game, rules, viewer, seed, desk.hidden)


@kernel(INT, GAME_T, RULES_T, TREE_DESK_T)
def _list_considered(game, rules, desk):
    """As `list_considered`, in `desk.options`; notes whether the engine failed."""
    n = list_considered(game, rules, desk.strategy, desk.options)
    if game.error:
        desk.failed = 1
    return n


@kernel(INT, GAME_T, INT)
def name_of(game, action):
    """The action by what both players see of it.

    A card that is played or chosen is named by its text, its change of cost and the attack it has
    gained in hand, not by its entity: that of a hidden card has another text in every deal.
    """
    kind = action & 0xFF
    if kind != PLAY and kind != CHOOSE:
        return action
    rest = (action >> 16) & 0xFFFF  # target and position
    choice = (action >> 32) & 0xFF
    if kind == CHOOSE:
        return kind | np.int64(game.entities[game.choices[choice]].card) << 8
    entity = (action >> 8) & 0xFF
    player, change = game.players[game.active], np.int64(0)
    for i in range(np.int64(player.n_hand)):
        if player.hand[i] == entity:
            change = np.int64(player.hand_cost[i]) & 0xFF
    card = np.int64(game.entities[entity].card)
    gained = NO_SLOT - np.int64(game.entities[entity].slot)
    return kind | card << 8 | rest << 24 | choice << 40 | change << 48 | gained << 56


@kernel(INT, GAME_T, RULES_T, TREE_DESK_T, TREE_T)
def list_options(game, rules, desk, tree):
    """Lists the considered actions, each name once."""
    found = np.int64(0)
    for i in range(_list_considered(game, rules, desk)):
        action = desk.options.actions[i]
        name, is_new = name_of(game, action), True
        if name != action:  # equal cards have equal names; other actions differ
            for j in range(found):
                is_new &= tree.names[j] != name
        if is_new:
            tree.actions[found] = action
            tree.names[found] = name
            found += 1
    return found


@kernel(INT, GAME_T, RULES_T, TREE_DESK_T)
def random_action(game, rules, desk):
    """Draws one of the considered actions uniformly."""
    return desk.options.actions[below(game, _list_considered(game, rules, desk))]


@kernel(VOID, GAME_T, RULES_T, TREE_DESK_T, INT)
def apply_action(game, rules, desk, action):
    """Plays an action."""
    entry_points.apply(game, rules, desk.vm, action)
    if game.error or game.result == FAILED:
        desk.failed = 1
        game.result = FAILED


@kernel(INT, GAME_T)
def mover(game):
    """The side to move."""
    return np.int64(game.active)


@kernel(FLOAT, GAME_T)
def reward(game):
    """What player 0 gets. A failed game ends, and with it the search."""
    if game.result == RUNNING:
        return -1.0
    if game.result == FIRST_WON:
        return 1.0
    return 0.0 if game.result == SECOND_WON else 0.5


@kernel(FLOAT, GAME_T, RULES_T, TREE_DESK_T)
def evaluate(game, rules, desk):
    """The searching player's score as what the state is worth to player 0."""
    side, strategy = desk.side, desk.strategy
    points = score(game, rules, side, strategy, desk.neurons)
    if strategy.scorer == VALUE:
        worth = 0.5 + 0.5 * min(max(points / CERTAIN, -1.0), 1.0)
    else:
        gained = np.float64(points - desk.present)
        steep = min(max(gained / strategy.squash, -_STEEP), _STEEP)
        worth = 1.0 / (1.0 + math.exp(-steep))
    return worth if side == 0 else 1.0 - worth


SEARCHES = compile_search(
    globals() | {"copy_game": copy_game}, (GAME_T, RULES_T, TREE_DESK_T), kernel, entry
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
