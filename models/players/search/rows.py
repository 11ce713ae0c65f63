"""The states of a beam: named, then foreseen or played, compared, and kept in order.

Each has a row: how it came about, and its game. A row changes hands by its index, so a game is
copied once, before its action is played; the game of a foreseen state is played only if the beam
keeps the state to the end of its level, or to compare it with another one of the same score.
"""

import numpy as np

from engine.core.enums import ATTACK
from engine.core.hash import digest
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.types import GAME_T, RULES_T, U64, VM_T
from models.players.core import kernel
from models.players.core.sight import copy_sight
from models.players.core.state import BEAM_MEMORY_T, SEARCH_T
from models.players.search.states import play_in_copy

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
