"""What a legal deck is, and the one nearest to a vector of real numbers; no compiled code."""

from typing import NamedTuple

import numpy as np


class DeckRules(NamedTuple):
    """What a legal deck is."""

    max_copies: np.ndarray  #: (n_cards,) int64
    copies: np.ndarray  #: (n_copies,) int64: every card's index, as often as a deck may hold it
    types: np.ndarray  #: (n_types,) int64: the cards that a deck may hold
    rank: np.ndarray  #: (n_cards,) int64: how many of these come before each card
    size: int  #: Cards in a deck


def deck_rules(max_copies: np.ndarray, size: int = 30) -> DeckRules:
    """The rules of a pool from (n_cards,) copies allowed.

    Raises:
        ValueError: `max_copies` has a wrong shape or a number outside 0 to 127, `size` is below 1,
            or the pool cannot fill a deck.
    """
    limits = np.asarray(max_copies, dtype=np.int64)
    if limits.ndim != 1 or (limits < 0).any() or (limits > 127).any():
        raise ValueError("max_copies must be a list of numbers from 0 to 127, one per card")
    if size < 1 or limits.sum() < size:
        raise ValueError(f"a pool of {limits.sum()} card copies cannot fill a deck of {size}")
    copies = np.repeat(np.arange(limits.size), limits)
    types = np.flatnonzero(limits)
    rank = np.searchsorted(types, np.arange(limits.size))
    return DeckRules(limits, copies, types, rank, int(size))


def nearest_decks(solutions: np.ndarray, max_copies: np.ndarray, size: int = 30) -> np.ndarray:
    """Returns the nearest legal deck of each vector, by Euclidean distance.

    Copy k of card c reduces the squared distance by 2 (x_c - k) + 1, less than copy k - 1. So the
    nearest deck has the `size` copies with the greatest x_c - k. Of equally good copies it has the
    card that comes first in the pool. A legal deck is its own nearest
    deck, and adding the same number to all entries of a vector changes nothing.

    Args:
        solutions: (n, n_cards) array of real numbers.
        max_copies: (n_cards,) array of integers: copies of each card that a deck may hold.

    Returns:
        (n, n_cards) array of int8: copies of each card, summing to `size`.

    Raises:
        ValueError: The pool cannot fill a deck, or the solutions are of another shape or not
            finite.
    """
    rules = deck_rules(max_copies, size)
    solutions = _checked(solutions, rules.max_copies.size)
    copy_numbers = np.concatenate([np.arange(1, n + 1) for n in rules.max_copies])
    order = np.argsort(copy_numbers - solutions[:, rules.copies], axis=1, kind="stable")
    decks = np.zeros(solutions.shape, np.int8)
    rows = np.arange(len(decks))[:, None]
    np.add.at(decks, (rows, rules.copies[order[:, :size]]), 1)
    return decks


def _checked(solutions: np.ndarray, n_cards: int) -> np.ndarray:
    """The solutions as float64; raises ValueError for a wrong shape or a non-finite number."""
    try:
        array = np.asarray(solutions, np.float64)
    except (TypeError, ValueError) as error:
        raise ValueError(f"solutions: not an array of numbers ({error})") from None
    if array.ndim == 1 and array.size == n_cards:
        raise ValueError("solutions: one vector; use solutions[None] for a batch of one")
    if array.ndim != 2 or array.shape[1] != n_cards:
        raise ValueError(
            f"solutions: expected shape (n, {n_cards}), one number per card of the pool; got "
            f"{array.shape}"
        )
    if not np.isfinite(array).all():
        row, card = np.argwhere(~np.isfinite(array))[0]
        raise ValueError(
            f"solutions: row {row}, entry {card} is {array[row, card]}; replace NaN and infinity "
            "with finite numbers"
        )
    return array
