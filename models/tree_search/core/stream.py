"""A random stream whose whole state is a number of 32 bits, to be kept in any record.

All arithmetic stays below 2**63 in int64, so interpreted and compiled streams are the same.

Source: Steele, Lea and Flood 2014, Fast Splittable Pseudorandom Number Generators (SplitMix).
"""

from engine.core.jit import INT
from engine.core.rng import scramble
from models.tree_search.core import kernel

_MASK = 0xFFFFFFFF
_STEP = 0x9E3779B9

#: The word of a state, uniform in [0, 2^32).
word_of = scramble


@kernel(INT, INT, INT)
def first_state(a, b):
    """The state of the stream named by two numbers."""
    return scramble(scramble(a ^ (a >> 32)) ^ b)


@kernel(INT, INT)
def next_state(state):
    """The state after another one."""
    return (state + _STEP) & _MASK
