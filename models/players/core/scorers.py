"""What a state is worth to the player who searches: one integer, larger is better.

All scorers put a dead opponent first and an own death last; a death of both counts as won.
H, B, A, M, T are a side's hero health, number of minions, and the minions' total attack, health
and health of those with taunt.

Source: SabberStone's basic AI, scores Aggro, Control, MidRange, Ramp and Fatigue; EvoStone2's
NeuralNetScore.
"""

import math

import numpy as np
from numba import types

from engine.core.costs import attack_of, cost_of
from engine.core.enums import TAUNT
from engine.core.jit import FLOAT, INDEX, INT, VOID
from engine.core.types import GAME_T, RULES_T
from models.players.core.jit import entry, kernel
from models.players.core.state import (
    AGGRO,
    CONTROL,
    FATIGUE,
    MIDRANGE,
    N_FIRST,
    N_INPUTS,
    N_SECOND,
    NETWORK,
    NEURONS_T,
    RAMP,
    STRATEGY_T,
)

WON = 2**31 - 1
LOST = -(2**31)
SATURATED = 22.0  # from here on the tanh of a float64 is 1 exactly


@kernel(types.UniTuple(INT, 5), GAME_T, INDEX)
def totals(game, side):
    """H, B, A, M, T of a side."""
    player = game.players[side]
    attack = health = taunt = np.int64(0)
    for i in range(player.n_board):
        slot = player.board[i]
        minion = game.characters[slot]
        attack += attack_of(game, slot)
        health += np.int64(minion.health)
        if (minion.keywords | minion.aura_keywords) & TAUNT:
            taunt += np.int64(minion.health)
    return np.int64(game.characters[side].health), np.int64(player.n_board), attack, health, taunt


@kernel(INT, GAME_T, INDEX)
def _aggro(game, side):
    own_h, own_b, own_a, _, _ = totals(game, side)
    h, b, _, _, t = totals(game, 1 - side)
    cleared = 1 if b == 0 and own_b > 0 else 0
    return 1000 * cleared - 1000 * t + own_a + 1000 * (own_h - h)


@kernel(INT, GAME_T, INDEX)
def _control(game, side):
    own_h, own_b, own_a, _, own_t = totals(game, side)
    h, b, _, _, t = totals(game, 1 - side)
    cleared = 1 if b == 0 and own_b > 0 else 0
    return 1000 * cleared + 50 * (own_b - b) + 25 * (own_t - t) + own_a + 10 * (own_h - h)


@kernel(INT, GAME_T, INDEX)
def _midrange(game, side):
    own_h, own_b, own_a, own_m, _ = totals(game, side)
    h, b, a, m, t = totals(game, 1 - side)
    cleared = 1 if b == 0 and own_b > 0 else 0
    minions = 5 * (own_b - b) + 10 * (own_m - m) + 10 * (own_a - a)
    return 5000 * cleared + minions - 1000 * t + own_a + 10 * (own_h - h)


@kernel(INT, GAME_T, INDEX)
def _ramp(game, side):
    own_h, own_b, own_a, own_m, own_t = totals(game, side)
    h, b, a, m, t = totals(game, 1 - side)
    cleared = 1 if b == 0 and own_b > 0 else 0
    minions = 50 * (own_b - b) + 10 * (own_m - m) + 20 * (own_a - a)
    walled = -500 * own_t if t > 0 else 0  # own taunts count against it: so the source has it
    return 5000 * cleared + minions + walled + own_a + 10 * (own_h - h)


@kernel(INT, GAME_T, INDEX)
def _fatigue(game, side):
    own_h, own_b, own_a, _, own_t = totals(game, side)
    h, b, _, _, t = totals(game, 1 - side)
    own_d, d = np.int64(game.players[side].n_deck), np.int64(game.players[1 - side].n_deck)
    cleared = 1 if b == 0 and own_b > 0 else 0
    full = 1 if game.players[1 - side].n_hand > 9 else 0
    empty = 1 if d == 0 else 0
    minions = 10 * (own_b - b) + 10 * (own_t - t) + own_a
    cards = 1000 * full + 10000 * empty + 50 * (own_d - d)
    return 1000 * cleared + cards + minions + 5 * (own_h - h)


@kernel(VOID, GAME_T, RULES_T, INDEX, NEURONS_T)
def _read_inputs(game, rules, side, neurons):
    own, opponent = game.players[side], game.players[1 - side]
    own_h, _, own_a, own_m, own_t = totals(game, side)
    h, _, a, m, t = totals(game, 1 - side)
    cost = 0
    for i in range(own.n_hand):
        cost += cost_of(game, rules, side, i)
    neurons.inputs[0] = own_h
    neurons.inputs[1] = h
    neurons.inputs[2] = attack_of(game, side)
    neurons.inputs[3] = attack_of(game, 1 - side)
    neurons.inputs[4] = cost
    neurons.inputs[5] = own.n_hand
    neurons.inputs[6] = opponent.n_hand
    neurons.inputs[7] = own.n_deck
    neurons.inputs[8] = opponent.n_deck
    neurons.inputs[9] = own_a
    neurons.inputs[10] = a
    neurons.inputs[11] = own_m
    neurons.inputs[12] = m
    neurons.inputs[13] = own_t
    neurons.inputs[14] = t


@kernel(FLOAT, FLOAT)
def _tanh(x):
    """The exact tanh, without the call where it is 1 to the last bit."""
    if x >= SATURATED:
        return 1.0
    if x <= -SATURATED:
        return -1.0
    return math.tanh(x)


@entry(INT, STRATEGY_T, NEURONS_T)
def network_score(strategy, neurons):
    """The player's network over `neurons.inputs`, as an integer: 10^6 times its output."""
    for j in range(N_FIRST):
        neurons.first[j] = strategy.first_bias[j]
    for i in range(N_INPUTS):
        x = neurons.inputs[i]
        if x != 0:
            for j in range(N_FIRST):
                neurons.first[j] += strategy.first[i, j] * x
    for k in range(N_SECOND):
        neurons.second[k] = strategy.second_bias[k]
    for j in range(N_FIRST):
        y = _tanh(neurons.first[j])
        for k in range(N_SECOND):
            neurons.second[k] += strategy.second[j, k] * y
    output = strategy.third_bias
    for k in range(N_SECOND):
        output += strategy.third[k] * _tanh(neurons.second[k])
    return np.int64(1_000_000 * _tanh(output))  # towards 0


@entry(INT, GAME_T, RULES_T, INDEX, STRATEGY_T, NEURONS_T)
def score(game, rules, side, strategy, neurons):
    """What the state is worth to `side`; fits in 32 bits."""
    if game.characters[1 - side].health < 1:
        return WON
    if game.characters[side].health < 1:
        return LOST
    if strategy.scorer == NETWORK:
        _read_inputs(game, rules, side, neurons)
        return network_score(strategy, neurons)
    if strategy.scorer == AGGRO:
        return _aggro(game, side)
    if strategy.scorer == CONTROL:
        return _control(game, side)
    if strategy.scorer == MIDRANGE:
        return _midrange(game, side)
    if strategy.scorer == RAMP:
        return _ramp(game, side)
    if strategy.scorer == FATIGUE:
        return _fatigue(game, side)
    return 0
