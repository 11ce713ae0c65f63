"""A game in progress, in which networks decide."""

from numba import from_dtype

from engine.core.jit import record
from models.self_play.core.records import PLACE

#: No network: a compiled player decides, or nobody does any more.
NOBODY = -1
#: What a step does with a match if it is no pointer: begin with its game, or leave it as it is.
BEGIN, IDLE = -1, -2

MATCH = record(  # a game of many
    ("place", PLACE),  # the game, and the decision as far as made
    ("index", "i8"),  # of the game among those to play
    ("waits", "i8"),  # number of the network that decides next, or NOBODY
    ("n_decided", "i8"),  # decisions of networks in this game, all tries together
    ("n_searches", "i8"),  # of compiled players in this game
    ("n_actions", "i8"),
    ("most_drawn", "i8"),  # most cards drawn in this turn, counted just before each action
    ("n_legal", "i8"),  # pointers
    ("is_new", "i8"),  # 1: the game began in this step
)
assert MATCH.itemsize % 8 == 0
MATCH_T = from_dtype(MATCH)
