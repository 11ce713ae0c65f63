"""Beliefs about what a copy of each card adds to the share of games won: Gaussian, additive."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from threadpoolctl import threadpool_limits

from engine.decks import Deck

#: Standard deviations, in shares of games won: of cards without games, and of a card's worth in a
#: deck around its worth in all decks of its class.
UNKNOWN, CONTEXT = 0.03, 0.015
#: A card that all decks have, in so many copies: an intercept with a wide prior.
ALL, _COPIES = "all decks", 10.0


@dataclass(frozen=True)
class Beliefs:
    """Beliefs about cards."""

    cards: tuple[str, ...]  #: The cards
    mean: np.ndarray  #: (n,) array: the expected worth of a copy
    covariance: np.ndarray  #: (n, n) array

    def counts(self, decks: Sequence[Deck]) -> np.ndarray:
        """The (n_decks, n) array of copies of the cards in decks."""
        index = {card: i for i, card in enumerate(self.cards)}
        out = np.zeros((len(decks), len(self.cards)))
        for row, deck in zip(out, decks, strict=True):
            for card in deck.cards:
                row[index[card]] += 1
        return out

    # One thread, here and below: the bits must not depend on the number of cores.
    @threadpool_limits.wrap(limits=1, user_api="blas")
    def told(self, copies: np.ndarray, shares: np.ndarray, noise: np.ndarray) -> "Beliefs":
        """The beliefs after results.

        Args:
            copies: (m, n) array: copies of the cards, or differences of copies.
            shares: (m,) array: the shares of games won, or their differences.
            noise: (m,) array: their standard errors.
        """
        weighted = copies / noise[:, None]
        before = np.linalg.inv(self.covariance)
        covariance = np.linalg.inv(before + weighted.T @ weighted)
        mean = covariance @ (before @ self.mean + weighted.T @ (shares / noise))
        return Beliefs(self.cards, mean, (covariance + covariance.T) / 2)

    @threadpool_limits.wrap(limits=1, user_api="blas")
    def draw(self, n: int, rng: np.random.Generator) -> np.ndarray:
        """Draws (n, n_cards) worths."""
        return rng.multivariate_normal(self.mean, self.covariance, n, method="cholesky")


def unknown(cards: Sequence[str]) -> Beliefs:
    """The beliefs before all games."""
    return Beliefs(tuple(cards), np.zeros(len(cards)), np.eye(len(cards)) * UNKNOWN**2)


def learned(
    cards: Sequence[str], copies: np.ndarray, shares: np.ndarray, noise: np.ndarray
) -> Beliefs:
    """The beliefs after results of decks; the last card, `ALL`, is what all decks win.

    Args:
        cards: The n cards.
        copies: (m, n) array: copies of the cards in decks.
        shares: (m,) array: the shares of games that the decks won.
        noise: (m,) array: their standard errors.
    """
    every = np.column_stack([copies, np.full(len(copies), _COPIES)])
    return unknown((*cards, ALL)).told(every, shares, noise)


def of_cards(beliefs: Beliefs) -> Beliefs:
    """The beliefs that `learned` returns, without its last card."""
    return Beliefs(beliefs.cards[:-1], beliefs.mean[:-1], beliefs.covariance[:-1, :-1])


def in_a_deck(beliefs: Beliefs) -> Beliefs:
    """What the cards may be worth in one deck, of beliefs about all decks of a class."""
    own = np.eye(len(beliefs.cards)) * CONTEXT**2
    return Beliefs(beliefs.cards, beliefs.mean, beliefs.covariance + own)
