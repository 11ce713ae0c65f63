"""The search player of both papers: a beam over the actions of one turn.

Level by level it tries every legal action of the kept states. A state equal to an earlier one of
its level is dropped. A state in which the turn or the game has ended is a solution; of the others
the `width` best are expanded next, an earlier one before a later one of the same score. The plan
is the solution with the highest score, the first of them if several share it.

The plan is the same as if all states were played, kept and sorted, but only the best solution so
far and the best `width` unfinished states are held, and most states are only foreseen: see
`models.players.search.foresight` and `models.players.search.rows`.

Source: SabberStone's basic AI, OptionNode.
"""

import numpy as np

from engine.core.entry_points import list_options
from engine.core.enums import END_TURN, RUNNING
from engine.core.hash import digest
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.memory import copy_game
from engine.core.types import GAME_T, RULES_T, U64, VM_T
from models.players.core import entry, kernel
from models.players.core.scorers import WON, value_of_sight
from models.players.core.sight import see
from models.players.core.state import HEARTHSIM, MINIONS, N_ENTRIES, OWN, SEARCH_T, STRATEGY_T
from models.players.search.foresight.foresee import foresee
from models.players.search.foresight.reactions import ignores_places, steady_under
from models.players.search.rows import (
    ELSEWHERE,
    name_spare,
    offer_state,
    play_row,
    play_unplayed,
)
from models.players.search.states import is_considered, points_of

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


@kernel(VOID, SEARCH_T, INT, INDEX, INT)
def _offer_solution(search, depth, parent, action):
    """Keeps the solution if it is better than the best so far."""
    points = search.beam.points
    if search.n_plan > 0 and points <= search.best:
        return
    search.best = points
    search.n_plan = depth + 1
    for i in range(depth):
        search.plan[i] = search.beam.rows[parent].path[i]
    search.plan[depth] = action


@kernel(BOOL, GAME_T, GAME_T, INDEX)
def _keeps_board(before, after, side):
    """Whether all minions on the side's board stand there still, and another one came last."""
    player = after.players[side]
    n_old, has_new = 0, False
    for i in range(player.n_board):
        order = after.characters[player.board[i]].order
        n_old += order < before.order
        has_new |= order == before.order
    return has_new and n_old == before.players[side].n_board


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INDEX, INT, INT)
def _play_and_offer(search, rules, vm, side, strategy, seed, parent, depth, action):
    """Plays the state in the spare row, and offers it as a solution or to the next beam.

    Where a minion stands matters if something in play asks for it; with chance, each place has its
    own. Otherwise the state scores the same with the minion at another place.
    """
    beam = search.beam
    state, child = beam.games[parent], beam.games[beam.spare]
    if not play_row(search, rules, vm, seed, beam.spare):
        return
    if strategy.mixups > 0 and not _is_new(search, digest(child)):
        return  # a mix-up counts the states that are new
    beam.points = points_of(child, rules, side, strategy, seed, search)
    if child.active != side or child.result != RUNNING:
        _offer_solution(search, depth, parent, action)
        return
    by_chance = child.rng_state != search.fresh
    if not (by_chance or vm.by_place) and ignores_places(child, rules, side):
        beam.told = action & ELSEWHERE
        beam.keeps = _keeps_board(state, child, side)
        beam.rows[beam.spare].keeps = beam.keeps
    offer_state(search, rules, vm, side, np.int64(strategy.width), seed, depth)


@kernel(BOOL, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INDEX, INT, INT)
def _is_foreseen(search, rules, vm, side, strategy, parent, steady, action):
    """Whether the action's score is known unplayed, which `beam.points` then is.

    It is that of the last action if they differ in a place that does not matter.
    """
    beam, neurons = search.beam, search.neurons
    if strategy.mixups == 0 and action & ELSEWHERE == beam.told:
        return True
    beam.told = -1
    beam.plain = 0
    beam.keeps = 0
    if strategy.mixups > 0 or strategy.scorer == HEARTHSIM:  # which need every state
        return False
    before = beam.rows[parent].sight
    if not foresee(
        beam.games[parent], rules, vm, side, strategy, steady, before, action, neurons.sight
    ):
        return False
    beam.points = value_of_sight(strategy, neurons)
    beam.told = action & ELSEWHERE
    beam.plain = 1
    beam.keeps = neurons.sight.values[MINIONS + OWN] >= before.values[MINIONS + OWN]
    return True


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INDEX, INT, INT, INT)
def _try_action(search, rules, vm, side, strategy, seed, parent, depth, steady, action):
    """Foresees or plays one action in the state of row `parent`, and offers what comes of it."""
    is_foreseen = _is_foreseen(search, rules, vm, side, strategy, parent, steady, action)
    name_spare(search, parent, action)
    if not is_foreseen:
        _play_and_offer(search, rules, vm, side, strategy, seed, parent, depth, action)
    elif action & 255 == END_TURN:
        _offer_solution(search, depth, parent, action)
    else:
        offer_state(search, rules, vm, side, np.int64(strategy.width), seed, depth)


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
    steady = steady_under(state, rules)
    search.beam.told = -1
    for i in range(np.int64(search.options.n)):
        action = search.options.actions[i]
        if is_considered(state, rules, strategy, action):
            _try_action(search, rules, vm, side, strategy, seed, parent, depth, steady, action)
            if _is_decided(search):
                return


@kernel(VOID, SEARCH_T, RULES_T, INDEX, STRATEGY_T)
def _begin(search, rules, side, strategy):
    """Empties the beams; row 0 is the root."""
    beam, width = search.beam, np.int64(strategy.width)
    for i in range(width):
        beam.places[0, i] = i
        beam.places[1, i] = width + i
    beam.spare = 2 * width
    beam.now = 0
    beam.n_now = 1
    beam.mask = min(N_ENTRIES, _ENTRIES_PER_ROW)
    while beam.mask < min(N_ENTRIES, _ENTRIES_PER_ROW * width):
        beam.mask *= 2
    beam.mask -= 1
    copy_game(beam.games[0], search.root)
    see(search.root, rules, side, strategy, beam.rows[0].sight)


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def search_beam(rules, vm, side, strategy, seed, search):
    """Searches from `search.root` and fills in the answer; see `dispatch.find_plan`."""
    _begin(search, rules, side, strategy)
    beam = search.beam
    for depth in range(strategy.depth):
        beam.n_levels += 1
        beam.n_digests = 0
        beam.n_next = 0
        for i in range(np.int64(beam.n_now)):
            row = beam.places[beam.now, i]
            _expand(search, rules, vm, side, strategy, seed, row, np.int64(depth))
            if _is_decided(search):
                return
        if beam.n_next == 0:
            return
        play_unplayed(search, rules, vm, seed)
        if search.failed:
            return
        beam.now = 1 - np.int64(beam.now)
        beam.n_now = beam.n_next
