"""The search player of both papers: a beam over the actions of one turn.

Level by level it tries every legal action of the kept states. A state equal to an earlier one of
its level is dropped. A state in which the turn or the game has ended is a solution; of the others
the `width` best are expanded next, an earlier one before a later one of the same score. The plan
is the solution with the highest score, the first of them if several share it.

The plan is the same as if all nodes were kept and sorted, but only the best solution so far and
the best `width` unfinished states are held: a row of the pool changes hands by its index, so a
state is copied once, before its action is played.

Source: SabberStone's basic AI, OptionNode.
"""

import numpy as np

from engine.core.entry_points import list_options
from engine.core.enums import RUNNING
from engine.core.hash import digest
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.memory import copy_game
from engine.core.types import RULES_T, U64, VM_T
from models.players.core.jit import entry, kernel
from models.players.core.scorers import WON
from models.players.core.state import BEAM_MEMORY_T, N_ENTRIES, SEARCH_T, STRATEGY_T
from models.players.search.states import is_considered, play_in_copy, points_of

_ENTRIES_PER_ROW = 2048
_LOW_BITS = np.uint64(N_ENTRIES - 1)


@kernel(BOOL, SEARCH_T, U64)
def _is_new(search, key):
    """Whether this digest is the first of its kind on the level; remembers it."""
    beam = search.beam
    i = np.int64(key & _LOW_BITS) & beam.mask
    while beam.entries[i].level == beam.n_levels:
        if beam.entries[i].digest == key:
            return False
        i = (i + 1) & beam.mask
    beam.entries[i].level = beam.n_levels
    beam.entries[i].digest = key
    beam.n_digests += 1
    if 4 * beam.n_digests > 3 * (beam.mask + 1):
        search.failed = 1
    return True


@kernel(VOID, BEAM_MEMORY_T, INDEX, INT, INT)
def _extend_path(beam, parent, depth, action):
    """Writes the actions that lead to the spare row."""
    for i in range(depth):
        beam.paths[beam.spare, i] = beam.paths[parent, i]
    beam.paths[beam.spare, depth] = action


@kernel(VOID, SEARCH_T, INT, INDEX, INT, INT)
def _offer_solution(search, points, parent, depth, action):
    """Keeps the solution if it is better than the best so far."""
    if search.n_plan > 0 and points <= search.best:
        return
    search.best = points
    search.n_plan = depth + 1
    for i in range(depth):
        search.plan[i] = search.beam.paths[parent, i]
    search.plan[depth] = action


@kernel(VOID, BEAM_MEMORY_T, INT, INT, INDEX, INT, INT)
def _offer_state(beam, width, points, parent, depth, action):
    """Inserts the state in the spare row behind all that are as good; the last one falls out."""
    after = 1 - np.int64(beam.now)
    n = np.int64(beam.n_next)
    if n == width and points <= beam.scores[after, width - 1]:
        return
    _extend_path(beam, parent, depth, action)
    last = min(n, width - 1)
    freed = beam.rows[after, last]
    i = last
    while i > 0 and beam.scores[after, i - 1] < points:
        beam.scores[after, i] = beam.scores[after, i - 1]
        beam.rows[after, i] = beam.rows[after, i - 1]
        i -= 1
    beam.scores[after, i] = points
    beam.rows[after, i] = beam.spare
    beam.spare = freed
    beam.n_next = last + 1


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INDEX, INT, INT)
def _try_action(search, rules, vm, side, strategy, seed, parent, depth, action):
    """Plays one action from the state in row `parent`."""
    beam = search.beam
    child = beam.games[beam.spare]
    if not play_in_copy(child, beam.games[parent], rules, vm, seed, action, search):
        return
    if not _is_new(search, digest(child)):
        return
    points = points_of(child, rules, side, strategy, seed, search)
    if child.active != side or child.result != RUNNING:
        _offer_solution(search, points, parent, depth, action)
    else:
        _offer_state(beam, np.int64(strategy.width), points, parent, depth, action)


@kernel(BOOL, SEARCH_T)
def _is_decided(search):
    """Whether nothing is left to find: it failed, or a first won game can't be surpassed."""
    return search.failed != 0 or (search.n_plan > 0 and search.best == WON)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INDEX, INT)
def _expand(search, rules, vm, side, strategy, seed, parent, depth):
    """Tries every legal action from the state in row `parent`; stops at a won game."""
    state = search.beam.games[parent]
    list_options(state, rules, search.options)
    if state.error:
        search.failed = 1
        return
    for i in range(np.int64(search.options.n)):
        action = search.options.actions[i]
        if is_considered(state, rules, strategy, action):
            _try_action(search, rules, vm, side, strategy, seed, parent, depth, action)
            if _is_decided(search):
                return


@kernel(VOID, SEARCH_T, STRATEGY_T)
def _begin(search, strategy):
    """Empties the beams; row 0 is the root."""
    beam, width = search.beam, np.int64(strategy.width)
    for i in range(width):
        beam.rows[0, i] = i
        beam.rows[1, i] = width + i
    beam.spare = 2 * width
    beam.now = 0
    beam.n_now = 1
    beam.mask = min(N_ENTRIES, _ENTRIES_PER_ROW)
    while beam.mask < min(N_ENTRIES, _ENTRIES_PER_ROW * width):
        beam.mask *= 2
    beam.mask -= 1
    copy_game(beam.games[0], search.root)


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def search_beam(rules, vm, side, strategy, seed, search):
    """Searches from `search.root` and fills in the answer; see `dispatch.find_plan`."""
    _begin(search, strategy)
    beam = search.beam
    for depth in range(strategy.depth):
        beam.n_levels += 1
        beam.n_digests = 0
        beam.n_next = 0
        for i in range(np.int64(beam.n_now)):
            row = beam.rows[beam.now, i]
            _expand(search, rules, vm, side, strategy, seed, row, np.int64(depth))
            if _is_decided(search):
                return
        if beam.n_next == 0:
            return
        beam.now = 1 - np.int64(beam.now)
        beam.n_now = beam.n_next
