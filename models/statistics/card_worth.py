"""What a copy of a card is worth: a linear model of evaluated decks."""

import numpy as np

#: The penalty of the model, in copies: it keeps effects of rare cards near 0.
_RIDGE = 1.0


def card_worth(solutions: np.ndarray, objectives: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The effect of one copy of each card on the objective, in place of an average card.

    A linear model of all evaluated decks.

    Args:
        solutions: (n, n_cards) array of copies.
        objectives: (n,) array.

    Returns:
        Two (n_cards,) arrays: the worth and its standard error.
    """
    copies = np.asarray(solutions, np.float64)
    worth, covariance = _fit(copies, objectives)
    # All decks have 30 cards, so only differences between cards can be estimated.
    weights = copies.mean(axis=0) / copies.mean(axis=0).sum()
    contrast = np.eye(copies.shape[1]) - weights
    variances = np.diag(contrast @ covariance @ contrast.T)
    return contrast @ worth, np.sqrt(np.maximum(variances, 0.0))


def centred_worth(counts: np.ndarray, objectives: np.ndarray) -> np.ndarray:
    """The effect of one more copy of each card, relative to the mean of all cards.

    `card_worth` is relative to the average card of the decks. Published effects are relative to the
    mean of all cards, like these.

    Args:
        counts: (n_decks, n_cards) array of copies, or of their differences from a mean.
        objectives: (n_decks,) array.

    Returns:
        (n_cards,) array of effects, with mean zero.
    """
    worth, _ = _fit(np.asarray(counts, np.float64), objectives)
    return worth - worth.mean()


def _fit(copies: np.ndarray, objectives: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The coefficients of the cards and their covariance."""
    n, n_cards = copies.shape
    centred = copies - copies.mean(axis=0)
    gram = centred.T @ centred
    inverse = np.linalg.inv(gram + _RIDGE * np.eye(n_cards))
    target = objectives - np.mean(objectives)
    worth = inverse @ (centred.T @ target)
    freedom = max(1.0, n - 1 - float(np.trace(inverse @ gram)))
    variance = float(((target - centred @ worth) ** 2).sum()) / freedom
    return worth, variance * (inverse @ gram @ inverse)
