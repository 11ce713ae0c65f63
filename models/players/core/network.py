"""The player's network: 15 numbers of a state, 5 and 4 neurons, one number.

Two short cuts, and neither changes a score: the same inputs are computed once in a search, and an
output that is nearly exact is enough if no integer lies within its error.

Source: EvoStone2, NeuralNetScore.
"""

import math

import numpy as np

from engine.core.jit import BOOL, FLOAT, INDEX, INT
from engine.core.rng import scramble
from models.players.core import entry, kernel
from models.players.core.state import (
    N_FIRST,
    N_INPUTS,
    N_KNOWN,
    N_SECOND,
    NEURONS_T,
    STRATEGY_T,
)

SATURATED = 22.0  # from here on the tanh of a float64 is 1 exactly
_PER_UNIT = 64  # values of the tanh in the table
_TANH = np.tanh(np.arange(SATURATED * _PER_UNIT + 1) / _PER_UNIT)
_SPREAD = np.array(
    [
        0x52E6B5, 0xF2A74D, 0x269E0D, 0x651327, 0xA6A3A5, 0x0C5C7F, 0x128B2F, 0xD23F09,
        0x892F91, 0x1818E9, 0x5D9DC9, 0x953199, 0x0ED905, 0xE8E25D, 0x81E74F,
    ]
)  # fmt: skip


@kernel(FLOAT, FLOAT)
def _tanh(x):
    """The exact tanh, without the call where it is 1 to the last bit."""
    if x >= SATURATED:
        return 1.0
    if x <= -SATURATED:
        return -1.0
    return math.tanh(x)


@kernel(FLOAT, FLOAT)
def near_tanh(x):
    """The tanh to ten digits: a table and four terms of the Taylor series, without a division."""
    size = min(math.fabs(x), SATURATED)
    place = np.int64(size * _PER_UNIT + 0.5)
    h = size - place / _PER_UNIT
    y = _TANH[place]
    square = y * y
    change = h * (1 + h * (-y + h * (square - 1 / 3 + h * y * (2 / 3 - square))))
    return math.copysign(y + (1 - square) * change, x)


@kernel(FLOAT, STRATEGY_T, NEURONS_T, BOOL)
def _network_output(strategy, neurons, is_exact):
    """The network's output times 10^6, from the sums of its first layer."""
    for k in range(N_SECOND):
        neurons.second[k] = strategy.second_bias[k]
    for j in range(N_FIRST):
        x = neurons.first[j]
        y = _tanh(x) if is_exact else near_tanh(x)
        for k in range(N_SECOND):
            neurons.second[k] += strategy.second[j, k] * y
    output = strategy.third_bias
    for k in range(N_SECOND):
        x = neurons.second[k]
        output += strategy.third[k] * (_tanh(x) if is_exact else near_tanh(x))
    return 1_000_000 * (_tanh(output) if is_exact else near_tanh(output))


@entry(INT, STRATEGY_T, NEURONS_T)
def network_score(strategy, neurons):
    """The network over the first values of `neurons.sight`: 10^6 times its output, truncated.

    Truncated towards 0, as the published program does.
    """
    for j in range(N_FIRST):
        neurons.first[j] = strategy.first_bias[j]
    for i in range(N_INPUTS):
        x = neurons.sight.values[i]
        if x != 0:
            for j in range(N_FIRST):
                neurons.first[j] += strategy.first[i, j] * x
    output = _network_output(strategy, neurons, False)
    if math.fabs(output - np.rint(output)) <= strategy.slack:
        output = _network_output(strategy, neurons, True)
    return np.int64(output)


@kernel(INDEX, NEURONS_T)
def _place_of(neurons):
    """Where the score of these inputs is kept."""
    total = np.int64(0)
    for i in range(N_INPUTS):
        total += _SPREAD[i] * np.int64(neurons.sight.values[i])
    return scramble(total) & (N_KNOWN - 1)


@kernel(INT, STRATEGY_T, NEURONS_T)
def known_score(strategy, neurons):
    """The network's score; computed once for the same inputs in a search.

    Three of five states differ from an earlier one in nothing that the network sees.
    """
    known = neurons.known[_place_of(neurons)]
    same = known.search == neurons.search + 1
    for i in range(N_INPUTS):
        same &= known.inputs[i] == neurons.sight.values[i]
    if not same:
        known.points = network_score(strategy, neurons)
        known.search = neurons.search + 1
        for i in range(N_INPUTS):
            known.inputs[i] = neurons.sight.values[i]
    return known.points
