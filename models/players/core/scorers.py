"""What a state is worth to the player who searches: one integer, larger is better.

All scorers put a dead opponent first and an own death last; a death of both counts as won.
H, B, A, M, T are a side's hero health, number of minions, and the minions' total attack, health
and health of those with taunt: see `models.players.core.sight`.

Source: SabberStone's basic AI, scores Aggro, Control, MidRange, Ramp and Fatigue; EvoStone2's
NeuralNetScore.
"""

import numpy as np
from numba import types

from engine.core.jit import INDEX, INT
from engine.core.types import GAME_T, RULES_T
from models.players.core import entry, kernel
from models.players.core.hearthsim import hearthsim_value
from models.players.core.network import known_score
from models.players.core.sight import see
from models.players.core.state import (
    AGGRO,
    ATTACK,
    CONTROL,
    DECK,
    FATIGUE,
    HAND,
    HEALTH,
    HEARTHSIM,
    MIDRANGE,
    MINION_HEALTH,
    MINIONS,
    NETWORK,
    NEURONS_T,
    OWN,
    RAMP,
    SIGHT_T,
    STRATEGY_T,
    TAUNTS,
    THEIRS,
)

WON = 2**31 - 1
LOST = -(2**31)


@kernel(types.UniTuple(INT, 5), SIGHT_T, INDEX)
def _totals(sight, whose):
    """H, B, A, M, T of a side."""
    values = sight.values
    return (
        np.int64(values[HEALTH + whose]),
        np.int64(values[MINIONS + whose]),
        np.int64(values[ATTACK + whose]),
        np.int64(values[MINION_HEALTH + whose]),
        np.int64(values[TAUNTS + whose]),
    )


@kernel(INT, SIGHT_T)
def _aggro(sight):
    own_h, own_b, own_a, _, _ = _totals(sight, OWN)
    h, b, _, _, t = _totals(sight, THEIRS)
    cleared = 1 if b == 0 and own_b > 0 else 0
    return 1000 * cleared - 1000 * t + own_a + 1000 * (own_h - h)


@kernel(INT, SIGHT_T)
def _control(sight):
    own_h, own_b, own_a, _, own_t = _totals(sight, OWN)
    h, b, _, _, t = _totals(sight, THEIRS)
    cleared = 1 if b == 0 and own_b > 0 else 0
    return 1000 * cleared + 50 * (own_b - b) + 25 * (own_t - t) + own_a + 10 * (own_h - h)


@kernel(INT, SIGHT_T)
def _midrange(sight):
    own_h, own_b, own_a, own_m, _ = _totals(sight, OWN)
    h, b, a, m, t = _totals(sight, THEIRS)
    cleared = 1 if b == 0 and own_b > 0 else 0
    minions = 5 * (own_b - b) + 10 * (own_m - m) + 10 * (own_a - a)
    return 5000 * cleared + minions - 1000 * t + own_a + 10 * (own_h - h)


@kernel(INT, SIGHT_T)
def _ramp(sight):
    own_h, own_b, own_a, own_m, own_t = _totals(sight, OWN)
    h, b, a, m, t = _totals(sight, THEIRS)
    cleared = 1 if b == 0 and own_b > 0 else 0
    minions = 50 * (own_b - b) + 10 * (own_m - m) + 20 * (own_a - a)
    walled = -500 * own_t if t > 0 else 0  # own taunts count against it: so the source has it
    return 5000 * cleared + minions + walled + own_a + 10 * (own_h - h)


@kernel(INT, SIGHT_T)
def _fatigue(sight):
    own_h, own_b, own_a, _, own_t = _totals(sight, OWN)
    h, b, _, _, t = _totals(sight, THEIRS)
    own_d, d = np.int64(sight.values[DECK + OWN]), np.int64(sight.values[DECK + THEIRS])
    cleared = 1 if b == 0 and own_b > 0 else 0
    full = 1 if sight.values[HAND + THEIRS] > 9 else 0
    empty = 1 if d == 0 else 0
    minions = 10 * (own_b - b) + 10 * (own_t - t) + own_a
    cards = 1000 * full + 10000 * empty + 50 * (own_d - d)
    return 1000 * cleared + cards + minions + 5 * (own_h - h)


@kernel(INT, STRATEGY_T, NEURONS_T)
def value_of_sight(strategy, neurons):
    """What the strategy's scorer makes of `neurons.sight`."""
    sight = neurons.sight
    if strategy.scorer == NETWORK:
        return known_score(strategy, neurons)
    if strategy.scorer == AGGRO:
        return _aggro(sight)
    if strategy.scorer == CONTROL:
        return _control(sight)
    if strategy.scorer == MIDRANGE:
        return _midrange(sight)
    if strategy.scorer == RAMP:
        return _ramp(sight)
    if strategy.scorer == FATIGUE:
        return _fatigue(sight)
    return 0


@entry(INT, GAME_T, RULES_T, INDEX, STRATEGY_T, NEURONS_T)
def score(game, rules, side, strategy, neurons):
    """What the state is worth to `side`; fits in 32 bits."""
    if game.characters[1 - side].health < 1:
        return WON
    if game.characters[side].health < 1:
        return LOST
    if strategy.scorer == HEARTHSIM:
        return hearthsim_value(game, rules, side, strategy)
    see(game, rules, side, strategy, neurons.sight)
    return value_of_sight(strategy, neurons)
