"""The search player of both papers: a beam over the actions of one turn.

Level by level it tries every legal action of the kept states. A state equal to an earlier one of
its level is dropped. A state in which the turn or the game has ended is a solution; of the others
the `width` best are expanded next, an earlier one before a later one of the same score. The plan
is the solution with the highest score, the first of them if several share it.

The plan is the same as if all states were played, kept and sorted. But only the best solution so
far and the best `width` unfinished states are held, each in a row: how it came about, and its game.
A row changes hands by its index, so a game is copied once, before its action is played. The game of
a state that `models.players.search.foresight` foresees is played only if the beam keeps the state
to the end of its level, or to compare it with another one of the same score.

Source: SabberStone's basic AI, OptionNode.
"""

import numpy as np

from engine.core.entry_points import list_options
from engine.core.enums import ATTACK, END_TURN, RUNNING
from engine.core.hash import digest
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.memory import copy_bytes, copy_game
from engine.core.types import GAME_T, RULES_T, U64, VM_T
from models.players.core import entry, kernel
from models.players.core.scorers import WON, copy_sight, see, value_of_sight
from models.players.core.state import (
    BEAM_MEMORY_T,
    HEARTHSIM,
    MINIONS,
    N_ENTRIES,
    OWN,
    SEARCH_T,
    SOLUTION,
    STRATEGY_T,
    TWO_PLY,
    VALUE,
)
from models.players.search.foresight import foresee
from models.players.search.reactions import ignores_places, steady_under
from models.players.search.states import is_considered, play_in_copy, points_of

ELSEWHERE = ~(0xFF << 24)  # an action without its place on the board


@kernel(VOID, SEARCH_T, INDEX, INT)
def name_spare(search, parent, action):
    """Makes the spare row stand for the next state of the search, not played yet."""
    beam = search.beam
    row = beam.rows[beam.spare]
    row.digest = 0
    row.action = action
    row.number = search.n_nodes
    row.parent = parent
    row.unplayed = 1
    row.plain = beam.plain
    row.keeps = beam.keeps
    search.n_nodes += 1


@kernel(BOOL, SEARCH_T, RULES_T, VM_T, INT, INDEX)
def play_row(search, rules, vm, seed, index):
    """Plays the state that a row stands for; False if the engine failed."""
    beam = search.beam
    row = beam.rows[index]
    row.unplayed = 0
    child, parent = beam.games[index], beam.games[row.parent]
    return play_in_copy(child, parent, rules, vm, seed, row.number, row.action, search)


@kernel(U64, SEARCH_T, RULES_T, VM_T, INT, INDEX)
def _digest_of(search, rules, vm, seed, index):
    """The digest of the state in a row; played and computed once."""
    row = search.beam.rows[index]
    if row.unplayed:
        play_row(search, rules, vm, seed, index)
    if row.digest == 0:
        row.digest = digest(search.beam.games[index])
    return row.digest


@kernel(INT, GAME_T, INDEX, INT, INT)
def _next_older(game, side, first, before):
    """The place from `first` on of a minion whose order of play is less; n_board if none is."""
    player = game.players[side]
    place = first
    while place < player.n_board and game.characters[player.board[place]].order >= before:
        place += 1
    return place


@kernel(BOOL, GAME_T, GAME_T, INDEX)
def _boards_differ(game, other, side):
    """Whether the side's minions differ, or their order from the left.

    Compared are those that are older than any that only one of the states has got.
    """
    player, rival = game.players[side], other.players[side]
    before = min(np.int64(game.order), np.int64(other.order))
    i = _next_older(game, side, 0, before)
    j = _next_older(other, side, 0, before)
    while i < player.n_board and j < rival.n_board:
        order = game.characters[player.board[i]].order
        if order != other.characters[rival.board[j]].order:
            return True
        i = _next_older(game, side, i + 1, before)
        j = _next_older(other, side, j + 1, before)
    return i < player.n_board or j < rival.n_board


@kernel(BOOL, BEAM_MEMORY_T, INDEX, INDEX, INDEX)
def must_differ(beam, index, other, side):
    """Whether the states of two rows differ by how they came about; cheaper than their digests.

    Two plain attacks in one state leave different boards: an order of play is never used twice. So
    does a minion played at two places, and so do actions that take no minion off two boards which
    differ in their older minions.
    """
    row, rival = beam.rows[index], beam.rows[other]
    same_parent = row.parent == rival.parent
    both_plain = row.plain != 0 and rival.plain != 0
    if same_parent and both_plain and row.action & rival.action & 255 == ATTACK:
        return True
    if not (row.keeps and rival.keeps):
        return False
    if same_parent:
        return row.action & ELSEWHERE == rival.action & ELSEWHERE
    return _boards_differ(beam.games[row.parent], beam.games[rival.parent], side)


@kernel(BOOL, SEARCH_T, RULES_T, VM_T, INDEX, INT)
def _is_held(search, rules, vm, side, seed):
    """Whether the next beam holds the state in the spare row already: equal states score the same.

    A state that fell out of the beam, or found no room, would find none now: the worst score of a
    full beam only rises. So no other state of the level needs to be remembered.
    """
    beam = search.beam
    after = 1 - np.int64(beam.now)
    for i in range(np.int64(beam.n_next)):
        index = beam.places[after, i]
        if beam.scores[after, i] == beam.points and not must_differ(beam, index, beam.spare, side):
            held = _digest_of(search, rules, vm, seed, index)
            if held == _digest_of(search, rules, vm, seed, beam.spare):
                return True
    return False


@kernel(VOID, SEARCH_T, INT, INT)
def _insert(search, width, depth):
    """Inserts the state in the spare row behind all that are as good; the last one falls out."""
    beam, spare = search.beam, search.beam.spare
    row, after = beam.rows[spare], 1 - np.int64(beam.now)
    for i in range(depth):
        row.path[i] = beam.rows[row.parent].path[i]
    row.path[depth] = row.action
    copy_sight(row.sight, search.neurons.sight)
    last = min(np.int64(beam.n_next), width - 1)
    freed = beam.places[after, last]
    i = last
    while i > 0 and beam.scores[after, i - 1] < beam.points:
        beam.scores[after, i] = beam.scores[after, i - 1]
        beam.places[after, i] = beam.places[after, i - 1]
        i -= 1
    beam.scores[after, i] = beam.points
    beam.places[after, i] = spare
    beam.spare = freed
    beam.n_next = last + 1


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, INT, INT, INT)
def offer_state(search, rules, vm, side, width, seed, depth):
    """Keeps the unfinished state in the spare row if the next beam has room and holds no equal."""
    beam = search.beam
    worst = beam.scores[1 - np.int64(beam.now), width - 1]
    if beam.n_next == width and beam.points <= worst:
        return
    if not _is_held(search, rules, vm, side, seed):
        _insert(search, width, depth)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INT)
def play_unplayed(search, rules, vm, seed):
    """Plays the states of the next beam that were foreseen only."""
    beam = search.beam
    for i in range(np.int64(beam.n_next)):
        index = beam.places[1 - np.int64(beam.now), i]
        if beam.rows[index].unplayed:
            play_row(search, rules, vm, seed, index)


_ENTRIES_PER_ROW = 2048
_SOLUTION = SOLUTION.itemsize
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
def _keep_solution(search, depth, parent, action):
    """Keeps the solution in the spare row if it is among the best; equal scores count once."""
    memory, points = search.two_ply, search.beam.points
    first, n = np.int64(memory.first), np.int64(memory.n_kept)
    place = first
    while place < first + n and memory.solutions[place].points > points:
        place += 1
    if place < first + n and memory.solutions[place].points == points:
        return
    if place == first + memory.n_wanted:
        return
    memory.n_kept = min(n + 1, np.int64(memory.n_wanted))
    for i in range(first + memory.n_kept - 1, place, -1):
        copy_bytes(memory.solutions[i], memory.solutions[i - 1], _SOLUTION)
    kept = memory.solutions[place]
    kept.points = points
    kept.length = depth + 1
    for i in range(depth):
        kept.plan[i] = search.beam.rows[parent].path[i]
    kept.plan[depth] = action
    copy_game(kept.game, search.beam.games[search.beam.spare])


@kernel(VOID, SEARCH_T, INT, INDEX, INT)
def _offer_solution(search, depth, parent, action):
    """Keeps the solution if it is better than the best so far."""
    points = search.beam.points
    if search.two_ply.n_wanted > 0:
        _keep_solution(search, depth, parent, action)
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
    if strategy.mixups > 0 or strategy.scorer in (HEARTHSIM, VALUE) or strategy.search == TWO_PLY:
        return False  # these need every state
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
