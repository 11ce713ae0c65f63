"""What a legal deck is; without compiled code."""

from typing import NamedTuple

import numpy as np


class DeckRules(NamedTuple):
    """What a legal deck is.

    Attributes:
        max_copies: (n_cards,) int64.
        copies: (n_copies,) int64: every card's index, as often as a deck may hold it.
        size: Cards in a deck.
    """

    max_copies: np.ndarray
    copies: np.ndarray
    size: int


def deck_rules(max_copies: np.ndarray, size: int = 30) -> DeckRules:
    """The rules of a card pool from its copies allowed, an (n_cards,) array of integers.

    Raises:
        ValueError: The pool cannot fill a deck, or a limit is negative.
    """
    limits = np.asarray(max_copies, dtype=np.int64)
    if limits.ndim != 1 or (limits < 0).any() or (limits > 127).any():
        raise ValueError("max_copies must be a list of numbers from 0 to 127, one per card")
    if size < 1 or limits.sum() < size:
        raise ValueError(f"a pool of {limits.sum()} card copies cannot fill a deck of {size}")
    return DeckRules(limits, np.repeat(np.arange(limits.size), limits), int(size))
