"""Foreseen outcomes against played ones, compiled."""

import numpy as np
from numba import from_dtype

from engine.core import enums as e
from engine.core.entry_points import apply, list_options
from engine.core.jit import BOOL, INT, VOID, kernels, record
from engine.core.memory import copy_game
from engine.core.rng import seed_stream
from engine.core.state import GAME, OPTIONS
from engine.core.types import GAME_T, RULES_T, VM_T
from models.players.core import entry as players
from models.players.core.scorers import see
from models.players.core.state import COST, HERO_ATTACK, N_SEEN, NETWORK, PRICED, SIGHT, STRATEGY_T
from models.players.search.beam import ELSEWHERE
from models.players.search.foresight import foresee
from models.players.search.reactions import ignores_places, steady_under

kernel, entry = kernels(__file__, on=[players])
KINDS = len(e.ACTIONS)
CHECK = record(
    ("options", OPTIONS),
    ("child", GAME),
    ("other", GAME),
    ("before", SIGHT),
    ("foreseen", SIGHT),
    ("played", SIGHT),
    ("n_foreseen", "i8", (KINDS,)),  # actions, by kind
    ("n_elsewhere", "i8"),  # minions played at another place
    ("wrong", "i8"),  # the first action whose outcome was not the foreseen one
    ("n_wrong", "i8"),
)
CHECK_T = from_dtype(CHECK)


@kernel(VOID, GAME_T, GAME_T, RULES_T, VM_T, INT)
def _play(child, state, rules, vm, action):
    copy_game(child, state)
    seed_stream(child, 5, action)
    apply(child, rules, vm, action)


@kernel(VOID, CHECK_T, INT, BOOL)
def _judge(check, action, is_right):
    if not is_right:
        check.n_wrong += 1
        check.wrong = action


@kernel(BOOL, CHECK_T, STRATEGY_T)
def _same_sight(check, strategy):
    for i in range(N_SEEN):
        is_seen = strategy.scorer == NETWORK or not HERO_ATTACK <= i <= COST
        if i != PRICED and is_seen and check.foreseen.values[i] != check.played.values[i]:
            return False
    return True


@entry(VOID, CHECK_T, GAME_T, RULES_T, VM_T, STRATEGY_T)
def check_foreseen(check, state, rules, vm, strategy):
    """Every action that is foreseen leaves what was foreseen, and a game that goes on."""
    side = state.active
    steady = steady_under(state, rules)
    see(state, rules, side, strategy, check.before)
    list_options(state, rules, check.options)
    for i in range(check.options.n):
        action = check.options.actions[i]
        if foresee(state, rules, vm, side, strategy, steady, check.before, action, check.foreseen):
            kind = action & 255
            check.n_foreseen[kind] += 1
            _play(check.child, state, rules, vm, action)
            see(check.child, rules, side, strategy, check.played)
            goes_on = check.child.result == e.RUNNING
            passed = check.child.active != side
            _judge(check, action, goes_on and passed == (kind == e.END_TURN))
            _judge(check, action, _same_sight(check, strategy))


@entry(VOID, CHECK_T, GAME_T, RULES_T, VM_T, STRATEGY_T)
def check_places(check, state, rules, vm, strategy):
    """A minion whose place does not matter leaves the same sight at every place."""
    side = state.active
    list_options(state, rules, check.options)
    last, is_certain = np.int64(-1), False
    for i in range(check.options.n):
        action = check.options.actions[i]
        if is_certain and action & ELSEWHERE == last:
            check.n_elsewhere += 1
            _play(check.other, state, rules, vm, action)
            see(check.other, rules, side, strategy, check.played)
            _judge(check, action, _same_sight(check, strategy))
            _judge(check, action, check.other.result == check.child.result)
            continue
        _play(check.child, state, rules, vm, action)
        copy_game(check.other, state)
        seed_stream(check.other, 5, action)
        is_certain = check.child.rng_state == check.other.rng_state and vm.by_place == 0
        is_certain &= ignores_places(check.child, rules, side) and check.child.active == side
        last = action & ELSEWHERE
        see(check.child, rules, side, strategy, check.foreseen)
