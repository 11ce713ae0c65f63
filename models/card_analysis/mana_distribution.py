"""The exact distribution of all decks of a pool over mana curves, without listing them.

Source: MESB, figure 4; its program counts decks by the same states.
"""

from dataclasses import dataclass

import numpy as np

DECK_SIZE = 30


@dataclass(frozen=True)
class ManaDistribution:
    """The decks by the sum of their mana costs and the sum of the squared costs."""

    #: (n_sums, n_squares) array of float64: decks, each number rounded to 53 bits
    counts: np.ndarray
    size: int  #: Cards in a deck

    @property
    def total(self) -> float:
        """Number of decks."""
        return float(self.counts.sum())

    def points(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """All mana curves that occur.

        Returns:
            Three (n,) arrays: sum of the mana costs, their variance (of the population), share of
            decks.
        """
        sums, squares = np.nonzero(self.counts)
        variance = (self.size * squares - sums**2) / self.size**2
        return sums, variance, self.counts[sums, squares] / self.total


def mana_distribution(
    costs: np.ndarray, max_copies: np.ndarray, size: int = DECK_SIZE
) -> ManaDistribution:
    """Counts all decks of a pool by their mana curves.

    Cards of equal cost form a group: the number of ways to choose n of them is a coefficient of a
    polynomial. Group after group, the decks of n cards, sum s and sum of squares q follow from
    those without the group.

    Args:
        costs: (n_cards,) array of integers: mana.
        max_copies: (n_cards,) array of integers: 1 or 2.
    """
    costs, max_copies = np.asarray(costs, np.int64), np.asarray(max_copies, np.int64)
    n_sums, n_squares = _room(costs, max_copies, size)
    states = np.zeros((size + 1, n_sums, n_squares))
    states[0, 0, 0] = 1.0
    reached = np.zeros(2, np.int64)  # the largest sums so far: the rest of `states` is zero
    for cost in np.unique(costs):
        ways = _ways(max_copies[costs == cost], size)
        most = min(len(ways) - 1, size)
        reached = np.minimum(
            reached + most * np.array([cost, cost**2]), (n_sums - 1, n_squares - 1)
        )
        _add_cost(states, int(cost), ways[: most + 1], reached)
    return ManaDistribution(states[size].copy(), size)


def _room(costs: np.ndarray, max_copies: np.ndarray, size: int) -> tuple[int, int]:
    """The array's shape: the greatest sum of costs and of squares, plus one."""
    dearest = np.sort(np.repeat(costs, max_copies))[::-1][:size]
    return int(dearest.sum()) + 1, int((dearest**2).sum()) + 1


def _ways(copies: np.ndarray, size: int) -> np.ndarray:
    """(n + 1,) array: the number of ways to choose 0, 1, ..., n copies of these cards."""
    ways = np.ones(1)
    for most in copies:
        ways = np.convolve(ways, np.ones(most + 1))[: size + 1]
    return ways


def _add_cost(states: np.ndarray, cost: int, ways: np.ndarray, reached: np.ndarray) -> None:
    """Adds the cards of one more cost, in place; fullest decks first, as in knapsack problems."""
    n_sums, n_squares = reached + 1
    for n in range(states.shape[0] - 1, -1, -1):
        row = states[n]  # none of these cards: one way, already counted
        for k in range(1, min(n, len(ways) - 1) + 1):
            s, q = k * cost, k * cost**2
            if s < n_sums and q < n_squares:
                before = states[n - k, : n_sums - s, : n_squares - q]
                row[s:n_sums, q:n_squares] += ways[k] * before
