"""The stack of states that the one-turn player is in, the values it knows, and its best plan."""

import numpy as np

from engine.core.costs import mana_left
from engine.core.enums import CHOOSE
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.types import GAME_T, U64
from models.players.core import kernel
from models.players.core.scorers import LOST, WON
from models.players.core.state import (
    HEARTHSIM,
    MAX_DEPTH,
    MAX_NODES,
    ONE_TURN_MEMORY_T,
    PER_POINT,
    SEARCH_T,
    STACKED_T,
    STRATEGY_T,
)

_PER_MANA = PER_POINT // 100
_TABLE = 2 * MAX_NODES
_LEAST = 1 << 10
MOST_STACKED = MAX_DEPTH - 1  # with the action under way and the end of the turn, a whole plan


@kernel(VOID, ONE_TURN_MEMORY_T, STRATEGY_T)
def begin_pass(memory, strategy):
    """Forgets the values known; there is room for twice as many as the pass may try."""
    memory.n_searches += 1
    memory.n_stacked = 0
    memory.stopped = 0
    size = _LEAST
    while size < min(_TABLE, 2 * strategy.max_nodes):
        size *= 2
    memory.mask = size - 1


@kernel(INT, ONE_TURN_MEMORY_T, U64)
def place_of(memory, key):
    """The place of a key in the table: its own, or the free one where it belongs."""
    i = np.int64(key >> np.uint64(1)) & memory.mask
    while memory.known[i].search == memory.n_searches and memory.known[i].key != key:
        i = (i + 1) & memory.mask
    return i


@kernel(BOOL, ONE_TURN_MEMORY_T, INT)
def is_known(memory, place):
    """Whether the place in the table holds a value."""
    return memory.known[place].search == memory.n_searches


@kernel(VOID, ONE_TURN_MEMORY_T, U64, INT)
def keep_value(memory, key, value):
    """Remembers the value of a state."""
    known = memory.known[place_of(memory, key)]
    known.key = key
    known.search = memory.n_searches
    known.value = value


@kernel(INT, STRATEGY_T, INT, INT)
def with_bonus(strategy, points, bonus):
    """A value with what HearthSim gives for mana left at its stops, 0.01 for each."""
    if strategy.scorer != HEARTHSIM or points in (WON, LOST):
        return points
    return points + _PER_MANA * bonus


@kernel(BOOL, GAME_T, GAME_T, INDEX, INT)
def has_drawn(child, parent, side, action):
    """Whether an action drew unknown cards; a card chosen among those shown is known."""
    return action & 255 != CHOOSE and child.players[side].n_deck < parent.players[side].n_deck


@kernel(VOID, ONE_TURN_MEMORY_T, STACKED_T, GAME_T, GAME_T, INDEX, INT)
def describe_child(memory, state, child, game, side, action):
    """Writes how the state on place `n_stacked` comes from the one below it."""
    below = memory.stack[np.int64(memory.n_stacked) - 1]
    state.action = action
    state.level = below.level
    state.best = LOST
    state.next = 0
    state.bonus = below.bonus
    state.stop = below.stop
    state.no_cards = 1 if action < 0 else np.int64(below.no_cards)
    state.length = np.int64(below.length) + (action >= 0)
    if action >= 0 and has_drawn(child, game, side, action):
        state.bonus = np.int64(below.bonus) + mana_left(child, side)
        if state.stop == 0:
            state.stop = state.length


@kernel(VOID, SEARCH_T, STRATEGY_T, INT, INT, INT, INT)
def offer_plan(search, strategy, points, bonus, action, stop):
    """Keeps the actions on the stack and `action` as the plan, if none was as good before.

    Of equal values, that with more mana left at its stops is better. `stop` is the number of
    actions after which the turn is planned anew, 0 if it is played to its end.
    """
    memory = search.one_turn
    if search.n_plan > 0:
        if points < search.best:
            return
        later = strategy.scorer == HEARTHSIM or bonus <= memory.best_bonus
        if points == search.best and later:
            return
    search.best = points
    memory.best_bonus = bonus
    n = 0
    for i in range(1, np.int64(memory.n_stacked)):
        if memory.stack[i].action >= 0:
            search.plan[n] = memory.stack[i].action
            n += 1
    search.plan[n] = action
    search.n_plan = stop if stop else n + 1
