"""The tanh, exact where it matters, and nearly exact without a division."""

import math

import numpy as np

from engine.core.jit import FLOAT
from models.players.core import kernel

SATURATED = 22.0  # from here on the tanh of a float64 is 1 exactly
_PER_UNIT = 64  # values of the tanh in the table
_TANH = np.tanh(np.arange(SATURATED * _PER_UNIT + 1) / _PER_UNIT)


@kernel(FLOAT, FLOAT)
def exact_tanh(x):
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
