"""The turn search of both papers: a beam over the actions of one turn.

Level by level every legal action of the kept states is tried. A state equal to an earlier one of
its level is dropped. A state in which the turn or the game has ended is a solution; of the others
the `width` best are expanded next, an earlier one before a later one of the same score. The plan
is the solution with the highest score, the first of them if several share it.

The plan is the same as if all nodes were kept and sorted, but only the best solution so far and
the best `width` unfinished states are held: a row of the pool changes hands by its index, so a
state is copied once, before its action is played.

Source: SabberStone's basic AI, OptionNode.
"""

import numpy as np

from engine.core.entry_points import apply, list_options
from engine.core.enums import FAILED, MINION_CARD, PLAY, RUNNING
from engine.core.hash import digest
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.memory import copy_game
from engine.core.rng import scramble, seed_stream
from engine.core.types import GAME_T, RULES_T, U64, VM_T
from models.players.core.blind import deal_anew
from models.players.core.jit import entry, kernel
from models.players.core.scorers import LOST, WON, score
from models.players.core.state import MAX_SEEN, N_ENTRIES, SEARCH_T, STRATEGY_T

_ENTRIES_PER_ROW = 2048
_TWO_32 = 2.0**32
_LOW_BITS = np.uint64(N_ENTRIES - 1)


@kernel(BOOL, SEARCH_T, U64)
def _is_new(search, key):
    """Whether this digest is the first of its kind on the level; remembers it."""
    i = np.int64(key & _LOW_BITS) & search.mask
    while search.entries[i].level == search.n_levels:
        if search.entries[i].digest == key:
            return False
        i = (i + 1) & search.mask
    search.entries[i].level = search.n_levels
    search.entries[i].digest = key
    search.n_digests += 1
    if 4 * search.n_digests > 3 * (search.mask + 1):
        search.failed = 1
    return True


@kernel(VOID, SEARCH_T, INDEX, INT, INT)
def _extend_path(search, parent, depth, action):
    """Writes the actions that lead to the spare row."""
    for i in range(depth):
        search.paths[search.spare, i] = search.paths[parent, i]
    search.paths[search.spare, depth] = action


@kernel(VOID, SEARCH_T, INT, INDEX, INT, INT)
def _offer_solution(search, points, parent, depth, action):
    """Keeps the solution if it is better than the best so far."""
    if search.n_plan > 0 and points <= search.best:
        return
    search.best = points
    search.n_plan = depth + 1
    for i in range(depth):
        search.plan[i] = search.paths[parent, i]
    search.plan[depth] = action


@kernel(VOID, SEARCH_T, INT, INT, INDEX, INT, INT)
def _offer_state(search, width, points, parent, depth, action):
    """Inserts the state in the spare row behind all that are as good; the last one falls out."""
    after = 1 - np.int64(search.now)
    n = np.int64(search.n_next)
    if n == width and points <= search.scores[after, width - 1]:
        return
    _extend_path(search, parent, depth, action)
    last = min(n, width - 1)
    freed = search.rows[after, last]
    i = last
    while i > 0 and search.scores[after, i - 1] < points:
        search.scores[after, i] = search.scores[after, i - 1]
        search.rows[after, i] = search.rows[after, i - 1]
        i -= 1
    search.scores[after, i] = points
    search.rows[after, i] = search.spare
    search.spare = freed
    search.n_next = last + 1


@kernel(INT, SEARCH_T, STRATEGY_T, INT, INT)
def _mixed_up(search, strategy, seed, points):
    """The state's score or, in a share `mixups` of cases, that of an earlier state of the game.

    The published program plays up to eight games at a time whose first players share one scorer
    object, so some states are scored as whatever state of another game it was last given to.
    """
    draw = scramble(scramble(seed) ^ np.int64(search.n_nodes))
    known = min(np.int64(search.n_seen), MAX_SEEN)
    is_mixed_up = known > 0 and draw < strategy.mixups * _TWO_32
    other = search.seen[scramble(draw ^ seed) % max(known, 1)]
    search.seen[search.n_seen % MAX_SEEN] = points
    search.n_seen += 1
    return other if is_mixed_up else points


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INDEX, INT, INT)
def _try_action(search, rules, vm, side, strategy, seed, parent, depth, action):
    """Plays one action from the state in row `parent`."""
    child = search.games[search.spare]
    copy_game(child, search.games[parent])
    seed_stream(child, seed, search.n_nodes)
    search.n_nodes += 1
    apply(child, rules, vm, action)
    if child.error or child.result == FAILED:
        search.failed = 1
        return
    if not _is_new(search, digest(child)):
        return
    points = score(child, rules, side, strategy, search.neurons)
    if strategy.mixups > 0:
        points = _mixed_up(search, strategy, seed, points)
    if child.active != side or child.result != RUNNING:
        _offer_solution(search, points, parent, depth, action)
    else:
        _offer_state(search, np.int64(strategy.width), points, parent, depth, action)


@kernel(BOOL, GAME_T, RULES_T, INT)
def _is_inner_place(game, rules, action):
    """Whether the action plays a minion anywhere but at the right end of the board."""
    if action & 0xFF != PLAY:
        return False
    card = game.entities[(action >> 8) & 0xFF].card
    place = (action >> 24) & 0xFF
    return rules.cards[card].type == MINION_CARD and place < game.players[game.active].n_board


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INDEX, INT)
def _expand(search, rules, vm, side, strategy, seed, parent, depth):
    """Tries every legal action from the state in row `parent`; stops at a won game."""
    state = search.games[parent]
    list_options(state, rules, search.options)
    if state.error:
        search.failed = 1
        return
    for i in range(np.int64(search.options.n)):
        action = search.options.actions[i]
        if strategy.rightmost_only and _is_inner_place(state, rules, action):
            continue
        _try_action(search, rules, vm, side, strategy, seed, parent, depth, action)
        if search.failed or (search.n_plan > 0 and search.best == WON):
            return


@kernel(VOID, SEARCH_T, STRATEGY_T)
def _begin(search, strategy):
    """Empties the beams; row 0 is the root."""
    width = np.int64(strategy.width)
    for i in range(width):
        search.rows[0, i] = i
        search.rows[1, i] = width + i
    search.spare = 2 * width
    search.now = 0
    search.n_now = 1
    search.n_plan = 0
    search.best = LOST
    search.failed = 0
    search.n_nodes = 0
    search.mask = min(N_ENTRIES, _ENTRIES_PER_ROW)
    while search.mask < min(N_ENTRIES, _ENTRIES_PER_ROW * width):
        search.mask *= 2
    search.mask -= 1


@entry(INT, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def find_plan(game, rules, vm, side, strategy, seed, search):
    """Searches the rest of `side`'s turn and leaves the best plan in `search.plan`.

    The game stays as it is, its random stream included: every state draws from a stream of its
    own, named by `seed` and its number.

    Returns:
        The number of actions, 0 if the engine ran out of room in some state.
    """
    _begin(search, strategy)
    copy_game(search.games[0], game)
    if strategy.blind:
        deal_anew(search.games[0], rules, side, seed, search.hidden)
    for depth in range(strategy.depth):
        search.n_levels += 1
        search.n_digests = 0
        search.n_next = 0
        for i in range(np.int64(search.n_now)):
            row = search.rows[search.now, i]
            _expand(search, rules, vm, side, strategy, seed, row, np.int64(depth))
            # A first won game can't be surpassed, and ties go to the first.
            if search.failed or (search.n_plan > 0 and search.best == WON):
                break
        if search.failed or (search.n_plan > 0 and search.best == WON) or search.n_next == 0:
            break
        search.now = 1 - np.int64(search.now)
        search.n_now = search.n_next
    search.all_nodes += search.n_nodes
    if search.failed:
        search.n_plan = 0
    return np.int64(search.n_plan)
