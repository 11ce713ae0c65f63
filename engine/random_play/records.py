"""The records of random play: one thread's memory, and sums over games.

All sums are of integers, so they do not depend on the order in which games are added up.
"""

import numpy as np
from numba import from_dtype

from engine.core.jit import record
from engine.core.state import GAME, OPTIONS, VM
from engine.core.tables import N_CARDS

# What is known of a finished game, and of each player in it, in the order of `SEAT.values`.
OF_GAME = ("health_difference", "turns", "actions")
OF_PLAYER = (
    "health", "armor", "hand_size", "board_size", "board_attack", "board_health", "cards_left",
    "cards_played", "hero_powers", "attacks",
)  # fmt: skip
N_VALUES = len(OF_GAME) + 2 * len(OF_PLAYER)
MAX_PLAYED = 1024  # different cards that one player may have played in a game

SEAT = record(  # the memory of one thread
    ("game", GAME),
    ("options", OPTIONS),
    # --- of the game that is played ---
    ("n_decisions", "i8"),
    ("n_options", "i8"),  # summed over the decisions; the squares likewise
    ("n_options_squared", "i8"),
    ("values", "i8", (N_VALUES,)),
    ("n_played", "i8", (2,)),  # different cards
    ("played", "u2", (2, MAX_PLAYED)),
    ("times", "i8", (2, N_CARDS)),  # how often each was played; 0 for all others
    ("vm", VM),
)

TALLY = record(  # sums over games
    ("results", "i8", (5,)),  # games by result; RUNNING: not finished after `MAX_TURNS`
    ("failed_game", "i8"),  # the first game that failed, and why
    ("error", "i8"),
    ("n_decisions", "i8"),
    ("n_options", "i8"),
    ("n_options_squared", "i8"),
    ("values", "i8", (N_VALUES,)),
    ("squares", "i8", (N_VALUES,)),
    ("times", "i8", (2, N_CARDS)),
    ("times_squared", "i8", (2, N_CARDS)),
)

SEAT_T = from_dtype(SEAT)
TALLY_T = from_dtype(TALLY)


def new_seat() -> np.record:
    """The memory of one thread."""
    return np.zeros(1, SEAT)[0]


def new_tally() -> np.record:
    """Sums over no games."""
    return np.zeros(1, TALLY)[0]
