"""Seeds: all random numbers of a run derive from (seed, purpose, index)."""

from enum import IntEnum

import numpy as np


class Purpose(IntEnum):
    """The purpose of a random stream. Never renumber: runs could not be repeated."""

    GAMES = 0
    RANDOM_DECKS = 1
    MUTATION = 2
    SURROGATE = 3
    TRAINING = 4
    INNER_LOOP = 5
    FRESH_GAMES = 6
    PLAYERS = 7
    DUELS = 8
    EMITTERS = 9
    LEAGUE = 11
    BELIEFS = 12
    METAGAME = 13
    BACKTEST = 14
    DESIGN = 15


def sequence(seed: int, purpose: Purpose, index: int = 0) -> np.random.SeedSequence:
    """The seeds of one purpose of a run, such as the training of iteration `index`."""
    return np.random.SeedSequence([seed, purpose, index])


def games_seed(seed: int, purpose: Purpose = Purpose.GAMES, index: int = 0) -> int:
    """The seed of a run's games; game `i` of deck `e` draws from (this, `e`, `i`)."""
    return int(sequence(seed, purpose, index).generate_state(1, np.uint32)[0])
