"""Slow and simple versions of the kernels' computations."""

from collections.abc import Iterator


def random_words(state: int, stream: int) -> Iterator[int]:
    """PCG RXS-M-XS 32/32: O'Neill 2014, section 6.3.4, with Python's big integers."""
    while True:
        word = ((state >> ((state >> 28) + 4)) ^ state) * 277803737 % 2**32
        yield (word >> 22) ^ word
        state = (state * 747796405 + stream) % 2**32


def card_digest(card: int, extra: int) -> int:
    bits = ((card * 256 + extra % 256) * 0x2545F491) % 2**32
    bits = ((bits ^ (bits >> 15)) * 0x735A2D97) % 2**32
    return bits ^ (bits >> 13)
