"""Proposals: random decks and mutations of elites.

All functions draw from a stream of `new_stream`, which they advance in place.
"""

import numpy as np

from models.qd.archive import Archive
from models.qd.deck_rules import deck_rules
from models.qd.variation import fill_random, mutate_all, new_stream, propose_into

__all__ = ["mutate", "new_stream", "propose", "random_decks"]


def random_decks(max_copies: np.ndarray, n: int, stream: np.ndarray, size: int = 30) -> np.ndarray:
    """Random legal decks, uniform over card copies: a legendary card is half as likely.

    Args:
        max_copies: (n_cards,) array of integers: copies of each card that a deck may hold.
        n: Number of decks.
        stream: Random stream.
        size: Cards in a deck.

    Returns:
        (n, n_cards) array of int8: copies of each card, summing to `size`.

    Raises:
        ValueError: The pool cannot fill a deck.
    """
    rules = deck_rules(max_copies, size)
    decks = np.zeros((n, rules.max_copies.size), dtype=np.int8)
    for deck in decks:
        fill_random(rules, stream, deck)
    return decks


def mutate(
    parents: np.ndarray, max_copies: np.ndarray, stream: np.ndarray, size: int = 30
) -> np.ndarray:
    """One mutation of each parent: k cards out, with P(k) = 2^-k, and k others in.

    A removed card can be added again, so a child can differ in fewer than k cards, or not at all.

    Args:
        parents: (n, n_cards) array of int8: legal decks.
        max_copies: (n_cards,) array of integers: copies of each card that a deck may hold.
        stream: Random stream.
        size: Cards in a deck.

    Returns:
        (n, n_cards) array of int8: the children, in the parents' order.

    Raises:
        ValueError: The pool cannot fill a deck, or a parent is not a legal deck.
    """
    rules = deck_rules(max_copies, size)
    children = np.array(parents, dtype=np.int8, order="C")
    _check_decks(children, rules.max_copies, size)
    mutate_all(rules, stream, children)
    return children


def propose(
    archive: Archive,
    max_copies: np.ndarray,
    n: int,
    stream: np.ndarray,
    n_random: int = 0,
    size: int = 30,
) -> np.ndarray:
    """The next batch of MAP-Elites: first random decks, then mutations of uniform random elites.

    Args:
        archive: Its elites are the parents; all are chosen before any child is added.
        max_copies: (n_cards,) array of integers: copies of each card that a deck may hold.
        n: Number of decks.
        stream: Random stream.
        n_random: Number of random decks, which come first; without elites, all are random.
        size: Cards in a deck.

    Returns:
        (n, n_cards) array of int8.

    Raises:
        ValueError: The pool cannot fill a deck, or is not the archive's.
    """
    rules = deck_rules(max_copies, size)
    if rules.max_copies.size != archive.solution_dim:
        raise ValueError(
            f"a pool of {rules.max_copies.size} cards for decks of {archive.solution_dim}"
        )
    decks = np.zeros((n, archive.solution_dim), dtype=np.int8)
    propose_into(rules, n_random, archive.elites().solutions, stream, decks)
    return decks


def _check_decks(decks: np.ndarray, max_copies: np.ndarray, size: int) -> None:
    if decks.ndim != 2 or decks.shape[1] != max_copies.size:
        raise ValueError(f"expected decks of shape (n, {max_copies.size}), got {decks.shape}")
    illegal = (decks < 0).any(1) | (decks > max_copies).any(1) | (decks.sum(1) != size)
    if illegal.any():
        row = int(np.argmax(illegal))
        raise ValueError(f"deck {row} is not legal: {size} cards are needed within their limits")
