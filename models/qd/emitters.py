"""Proposals: random decks and mutations of elites.

All functions draw from a stream of `new_stream`, which they advance in place.
"""

import numpy as np

from engine.pools import card_counts, card_lists
from models.qd.archive import Archive
from models.qd.deck_rules import deck_rules
from models.qd.variation import fill_random, mutate_all, new_stream, propose_into

__all__ = ["mutate", "new_stream", "propose", "random_decks"]


def random_decks(max_copies: np.ndarray, n: int, stream: np.ndarray, size: int = 30) -> np.ndarray:
    """Random legal decks, uniform over card copies: a legendary card is half as likely.

    `max_copies`, (n_cards,), are the copies of each card that a deck may hold. Returns (n, n_cards)
    int8. `ValueError` if the pool cannot fill a deck.
    """
    rules = deck_rules(max_copies, size)
    decks = np.zeros((n, rules.size), np.int16)
    for deck in decks:
        fill_random(rules, stream, deck)
    return card_counts(decks, rules.max_copies.size)


def mutate(parents: np.ndarray, max_copies: np.ndarray, stream: np.ndarray) -> np.ndarray:
    """One mutation of each parent: k cards out, with P(k) = 2^-k, and k others in.

    A removed card can be added again, so a child can differ in fewer than k cards, or not at all.

    The parents, (n, n_cards) int8, are legal decks with at most `max_copies`, (n_cards,), of each
    card. Returns the children in their order.
    """
    rules = deck_rules(max_copies)
    children = card_lists(parents)
    mutate_all(rules, stream, children)
    return card_counts(children, rules.max_copies.size)


def propose(archive: Archive, max_copies: np.ndarray, n: int, stream: np.ndarray) -> np.ndarray:
    """The next batch of MAP-Elites: mutations of uniform random elites.

    All parents are chosen among the archive's elites before any child is added; without elites, all
    decks are random. Returns (n, n_cards) int8, with at most `max_copies` of each card, (n_cards,).
    """
    rules = deck_rules(max_copies)
    decks = np.zeros((n, rules.size), np.int16)
    propose_into(rules, 0, card_lists(archive.elites().solutions), stream, decks)
    return card_counts(decks, archive.solution_dim)
