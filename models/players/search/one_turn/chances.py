"""The outcomes of random actions.

An action that draws one random number has its outcomes enumerated. The first number of a random
stream depends on its state only, so a state can be chosen for each number. A choice among n is
the integer part of n times a number in [0, 1), so it is constant between neighbours of the Farey
sequence of order n or more: one number between each two of them, with their distance as its share,
gives every choice among up to 10 exactly, and of larger ones an even sample.

An action with several draws has its outcomes sampled, always from the same streams.
"""

from fractions import Fraction
from itertools import pairwise

import numpy as np

from engine.core.entry_points import apply
from engine.core.enums import END_TURN, FAILED, RUNNING
from engine.core.jit import BOOL, FLOAT, INDEX, INT
from engine.core.memory import copy_game
from engine.core.rng import seed_stream
from engine.core.types import GAME_T, RULES_T, VM_T
from models.players.core import kernel
from models.players.core.scorers import LOST, WON, score, see, value_of_sight
from models.players.core.state import (
    HEARTHSIM,
    MAX_DEPTH,
    MAX_OUTCOMES,
    SEARCH_T,
    STRATEGY_T,
    VALUE,
)
from models.players.search.foresight import foresee_end_of_turn
from models.players.search.one_turn.actions import without_news
from models.players.search.one_turn.memory import key_of
from models.players.search.states import play_in_copy

_FEW = 10  # choices among so many are enumerated
_MASK = 0xFFFFFFFF
_STEP = 747796405  # of the stream: see `engine.core.rng`
_FACTOR_INVERSE = pow(277803737, -1, 1 << 32)
_SCRATCH = MAX_DEPTH + 1


def state_before(word: int) -> int:
    """Returns the state of a random stream whose next word is `word`: `next_word` backwards."""
    bits = ((word ^ (word >> 22)) * _FACTOR_INVERSE) & _MASK
    shift, state = (bits >> 28) + 4, bits
    for _ in range(8):
        state = bits ^ (state >> shift)
    return state


def _strata() -> tuple[np.ndarray, np.ndarray]:
    """States of the stream, and their shares: one between each two Farey numbers of order 10."""
    bounds = sorted({Fraction(i, n) for n in range(1, _FEW + 1) for i in range(n + 1)})
    pairs = list(pairwise(bounds))
    states = [state_before(int((low + high) / 2 * 2**32)) for low, high in pairs]
    return np.array(states, np.int64), np.array([float(high - low) for low, high in pairs])


_STATES, _SHARES = _strata()
assert len(_STATES) <= MAX_OUTCOMES


@kernel(BOOL, GAME_T, INT)
def drew_once(game, fresh):
    """Whether exactly one random number was drawn since the stream was in the state `fresh`."""
    return game.rng_state == (fresh * _STEP + np.int64(game.rng_stream)) & _MASK


@kernel(INT, STRATEGY_T, BOOL)
def n_tries(strategy, is_single):
    """Outcomes to try of a random action."""
    return len(_STATES) if is_single else np.int64(strategy.samples)


@kernel(FLOAT, STRATEGY_T, BOOL, INT)
def share_of(strategy, is_single, i):
    """The share of an outcome."""
    return _SHARES[i] if is_single else 1.0 / np.float64(strategy.samples)


@kernel(BOOL, GAME_T, GAME_T, RULES_T, VM_T, INT, INT, BOOL, INT, SEARCH_T)
def play_outcome(child, parent, rules, vm, seed, action, is_single, i, search):
    """Makes `child` an outcome of a random action; False if the engine has no room for it."""
    copy_game(child, parent)
    seed_stream(child, seed, i)
    if is_single:
        child.rng_state = _STATES[i]
    search.n_nodes += 1
    apply(child, rules, vm, action)
    return not (child.error or child.result == FAILED)


@kernel(INT, FLOAT)
def whole(value):
    """A mean as a score."""
    return max(LOST, min(WON, np.int64(np.rint(value))))


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, SEARCH_T)
def _rests(game, rules, vm, side, search):
    """Whether the end of the turn changes nothing that HearthSim's scorer sees."""
    if not foresee_end_of_turn(game, rules, vm, side, search.neurons.sight):
        return False
    for owner in range(2):
        player = game.players[owner]
        for i in range(player.n_board):
            if game.characters[player.board[i]].turn_attack:
                return False
    return True


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def _played_end(game, rules, vm, side, strategy, seed, search):
    """The score after the end of the turn, played; the mean, if chance is involved."""
    after = search.one_turn.games[_SCRATCH]
    if not play_in_copy(after, game, rules, vm, seed, search.n_nodes, END_TURN, search):
        search.failed = 0
        return LOST
    search.n_nodes += 1
    if after.rng_state == search.fresh:
        return score(after, rules, side, strategy, search.neurons)
    is_single, total, shares = drew_once(after, search.fresh), 0.0, 0.0
    for i in range(n_tries(strategy, is_single)):
        if play_outcome(after, game, rules, vm, seed, END_TURN, is_single, i, search):
            share = share_of(strategy, is_single, i)
            total += share * score(after, rules, side, strategy, search.neurons)
            shares += share
    return whole(total / shares) if shares > 0 else LOST


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def value_of_end(game, rules, vm, side, strategy, seed, search):
    """What it is worth to end the turn in a state; in 2014, what the state itself is worth."""
    if strategy.as_in_2014 or game.n_choices:
        points = score(game, rules, side, strategy, search.neurons)
    elif strategy.scorer == HEARTHSIM:
        if _rests(game, rules, vm, side, search):
            points = score(game, rules, side, strategy, search.neurons)
        else:
            points = _played_end(game, rules, vm, side, strategy, seed, search)
    elif strategy.scorer == VALUE:
        points = _played_end(game, rules, vm, side, strategy, seed, search)
    else:
        see(game, rules, side, strategy, search.neurons.sight)
        if foresee_end_of_turn(game, rules, vm, side, search.neurons.sight):
            points = value_of_sight(strategy, search.neurons)
        else:
            points = _played_end(game, rules, vm, side, strategy, seed, search)
    return without_news(game, rules, side, strategy, search, points)


@kernel(INT, SEARCH_T, RULES_T, VM_T, INT, INT, INDEX, GAME_T, BOOL, STRATEGY_T)
def list_outcomes(search, rules, vm, seed, action, level, parent, is_single, strategy):
    """Plays the different outcomes of a random action into `chances[level]`; returns how many.

    Equal outcomes are merged, and their shares added up.
    """
    chance = search.one_turn.chances[level]
    chance.n = 0
    for i in range(n_tries(strategy, is_single)):
        n = np.int64(chance.n)
        outcome = chance.games[n]
        if not play_outcome(outcome, parent, rules, vm, seed, action, is_single, i, search):
            continue
        key, j = key_of(outcome, rules, search, level + 1, 0), 0
        share = share_of(strategy, is_single, i)
        while j < n and chance.keys[j] != key:
            j += 1
        if j < n:
            chance.shares[j] += share
            continue
        chance.keys[n] = key
        chance.shares[n] = share
        chance.n = n + 1
    return np.int64(chance.n)


@kernel(BOOL, GAME_T, INDEX)
def is_over(game, side):
    """Whether the side has nothing more to do: its turn, or the game, has ended."""
    return game.result != RUNNING or game.active != side
