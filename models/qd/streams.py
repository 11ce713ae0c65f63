"""A random stream as four words in an array: the same numbers compiled and interpreted.

The generator is xoshiro128++ (Blackman and Vigna 2021, "Scrambled linear pseudorandom number
generators", public domain): 32-bit words, period 2^128 - 1. The words are kept in int64 and masked,
because Numba turns mixed uint64 and int64 arithmetic into floats.
"""

from collections.abc import Sequence

import numpy as np
from numba import int64, void

from engine.core.jit import kernel_of

kernel = kernel_of(__file__)
STREAM_T = int64[::1]
MASK = 0xFFFFFFFF


def new_stream(seed: int | Sequence[int] | np.random.SeedSequence) -> np.ndarray:
    """Makes a random stream.

    Args:
        seed: Entropy for a `SeedSequence`, or one already made.

    Returns:
        (4,) array of int64, each word in [0, 2^32): the whole state. Drawing changes it in place;
        a copy of it is a checkpoint.
    """
    sequence = seed if isinstance(seed, np.random.SeedSequence) else np.random.SeedSequence(seed)
    return sequence.generate_state(4, np.uint32).astype(np.int64)


@kernel(int64(int64, int64))
def rotate_left(word, bits):
    """A 32-bit word rotated."""
    return ((word << bits) & MASK) | (word >> (32 - bits))


@kernel(int64(STREAM_T))
def next_word(stream):
    """The next number, uniform in [0, 2^32)."""
    a, b, c, d = int(stream[0]), int(stream[1]), int(stream[2]), int(stream[3])
    word = (rotate_left((a + d) & MASK, 7) + a) & MASK
    c ^= a
    d ^= b
    stream[0] = a ^ d
    stream[1] = b ^ c
    stream[2] = c ^ ((b << 9) & MASK)
    stream[3] = rotate_left(d, 11)
    return word


@kernel(int64(STREAM_T, int64))
def below(stream, n):
    """The next number, uniform in [0, n); the bias is under n / 2^32."""
    return (next_word(stream) * n) >> 32


@kernel(void(STREAM_T, int64[::1]))
def shuffle_cyclic(stream, entries):
    """Permutes in place by swapping each entry with one before it (Sattolo's algorithm)."""
    for i in range(entries.size - 1, 0, -1):
        j = below(stream, i)
        kept = entries[i]
        entries[i] = entries[j]
        entries[j] = kept
