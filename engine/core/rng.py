"""The game's own random stream: PCG RXS-M-XS with 32-bit state, held in the record.

All arithmetic stays below 2**63 in int64, so interpreted and compiled games draw the same numbers.
Source: O'Neill 2014, PCG: A Family of Simple Fast Space-Efficient Statistically Good Algorithms
for Random Number Generation.
"""

import numpy as np

from engine.core.jit import INT, VOID, entry, kernel
from engine.core.types import GAME_T

_MASK = 0xFFFFFFFF


@kernel(INT, INT)
def scramble(x):
    """Mixes the low 32 bits of `x` (a bijection on them)."""
    x = x & _MASK
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & _MASK
    x = ((x ^ (x >> 15)) * 0x735A2D97) & _MASK
    return x ^ (x >> 15)


@entry(VOID, GAME_T, INT, INT)
def seed_stream(game, a, b):
    """Starts the stream named by two numbers; equal numbers give equal streams."""
    first = scramble(a + 0x9E3779B9 * ((b & 0xFFFF) + 1))
    second = scramble(b ^ first)
    game.rng_state = scramble(first ^ second ^ ((a >> 32) & _MASK))
    game.rng_stream = (second << 1 | 1) & _MASK


@kernel(INT, GAME_T)
def next_word(game):
    """The next 32 random bits."""
    state = np.int64(game.rng_state)
    game.rng_state = (state * 747796405 + np.int64(game.rng_stream)) & _MASK
    bits = (((state >> ((state >> 28) + 4)) ^ state) * 277803737) & _MASK
    return (bits >> 22) ^ bits


@kernel(INT, GAME_T, INT)
def below(game, n):
    """A uniform integer in [0, n)."""
    return (next_word(game) * n) >> 32
