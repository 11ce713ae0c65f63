"""The records of TradingStone: a game of 80 bytes, its rules, and the memory of a thread.

A side has seven places for cards in its hand and seven on its board. Which are taken are the bits
of `hand` and `board`; what an empty place holds means nothing.

An action is a number below 64: play the card at place i of the hand (i), attack with place i of the
board the enemy's place j or, with j = 7, its player (7 + 8 i + j), or pass (63).
"""

import numpy as np
from numba import from_dtype

from engine.core.jit import record

N_PLACES = 7
HERO = 7  # as the place of a defender
N_ACTIONS = 64
FIRST_ATTACK, PASS = 7, 63

RUNNING, FIRST_WON, SECOND_WON, DRAWN = range(4)

GAME = record(
    ("random", "i8"),  # of its stream
    ("health", "i2", (2,)),
    ("turn", "i2"),  # passes so far
    ("mover", "u1"),
    ("result", "u1"),
    ("hand", "u1", (2,)),  # one bit for each place taken
    ("board", "u1", (2,)),
    ("ready", "u1", (2,)),  # places on the board that may attack
    ("plays", "u1"),  # cards played in this turn
    ("pad", "u1"),
    ("hand_attack", "u1", (2, N_PLACES)),
    ("hand_health", "u1", (2, N_PLACES)),
    ("board_attack", "u1", (2, N_PLACES)),
    ("board_health", "u1", (2, N_PLACES)),
)

RULES = record(
    ("n_cards", "i8"),  # of each hand at the start
    ("health", "i8"),  # of each player at the start
    ("max_value", "i8"),  # attack and health of a card are uniform from 1 to this
    ("sickness", "i8"),  # 1: a card may not attack in the turn in which it is played
    ("max_plays", "i8"),  # cards that a player may play in a turn
    ("max_turns", "i8"),  # of both players; then the game is drawn
    ("noise", "i8"),  # an attack goes astray if a word of 32 bits is below this
    ("puzzle", "i8"),  # 1: the first player must clear the enemy's board before it passes
)

assert GAME.itemsize % 8 == 0
assert RULES.itemsize % 8 == 0

GAME_T = from_dtype(GAME)
RULES_T = from_dtype(RULES)


def new_game() -> np.record:
    """The memory of a game."""
    return np.zeros(1, GAME)[0]
