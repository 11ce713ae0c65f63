"""What a copy of a card is worth: a linear model of evaluated decks."""

import numpy as np


def card_worth(
    solutions: np.ndarray, objectives: np.ndarray, ridge: float = 1.0
) -> tuple[np.ndarray, np.ndarray]:
    """The effect of one copy of each card on the objective, in place of an average card.

    A linear model of all evaluated decks; a small ridge keeps effects of rare cards near 0.

    Args:
        solutions: (n, n_cards) array of copies.
        objectives: (n,) array.
        ridge: The penalty, in copies.

    Returns:
        Two (n_cards,) arrays: the worth and its standard error.
    """
    copies = np.asarray(solutions, np.float64)
    n, n_cards = copies.shape
    centred = copies - copies.mean(axis=0)
    gram = centred.T @ centred
    inverse = np.linalg.inv(gram + ridge * np.eye(n_cards))
    target = objectives - np.mean(objectives)
    worth = inverse @ (centred.T @ target)
    freedom = max(1.0, n - 1 - float(np.trace(inverse @ gram)))
    variance = float(((target - centred @ worth) ** 2).sum()) / freedom
    # All decks have 30 cards, so only differences between cards can be estimated.
    weights = copies.mean(axis=0) / copies.mean(axis=0).sum()
    contrast = np.eye(n_cards) - weights
    covariance = contrast @ (inverse @ gram @ inverse) @ contrast.T
    return contrast @ worth, np.sqrt(np.maximum(variance * np.diag(covariance), 0.0))


def card_effects(counts: np.ndarray, objectives: np.ndarray) -> np.ndarray:
    """The effect of one more copy of each card, relative to the mean of all cards.

    `card_worth` is relative to the average card of the decks. Published effects are relative to the
    mean of all cards, like these.

    Args:
        counts: (n_decks, n_cards) array of copies.
        objectives: (n_decks,) array.

    Returns:
        (n_cards,) array of effects, with mean zero.
    """
    worth, _ = card_worth(counts, objectives)
    return worth - worth.mean()
