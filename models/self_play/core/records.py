"""A place of the batch, its settings, the cards to build decks with, and a game of a match.

Pointers name what a decision of a battle can choose, as the player to move sees it:

| pointers | what |
| --- | --- |
| 0 to 9 | own hand, from the left |
| 10 to 16 | own minions, from the left |
| 17 to 23 | enemy minions, from the left |
| 24, 25 | own hero, enemy hero |
| 26 | hero power |
| 27 | end of the turn |
| 28 to 35 | cards or options offered |

The first 28 are those of Xiao et al. 2023, Table 6. Where a place on the board is chosen, a pointer
names the left neighbour, and 24 the leftmost place.
"""

from numba import from_dtype

from engine.core.enums import MAX_BOARD, MAX_HAND
from engine.core.jit import record
from engine.core.setup import SETUP
from engine.core.state import GAME
from models.environments.core.records import MAX_CHOICES

OWN_MINION = MAX_HAND
ENEMY_MINION = OWN_MINION + MAX_BOARD
OWN_HERO = ENEMY_MINION + MAX_BOARD
ENEMY_HERO = OWN_HERO + 1
HERO_POWER = ENEMY_HERO + 1
END_OF_TURN = HERO_POWER + 1
OFFERED = END_OF_TURN + 1
N_POINTERS = OFFERED + MAX_CHOICES

#: What an action consists of, in the order in which it is chosen.
SOURCE, OPTION, TARGET, POSITION = range(4)
N_CHOICES = 4

#: Kinds of decisions: what the pointers stand for.
KINDS = ("construct", "select", "option", "battlecry", "spell", "attack", "power", "position")
CONSTRUCT, SELECT, CHOOSE_OPTION, BATTLECRY, SPELL, ATTACK, POWER, PLACE_MINION = range(len(KINDS))

BUILD, BATTLE = range(2)  # stages of a place
MULLIGANS = ("none", "cheap")
POSITIONS = ("right", "random", "choose")
OPTIONS = ("choose", "random")
MAX_HEROES = 16

SETTINGS = record(
    ("seed", "i8"),
    ("stride", "i8"),  # from a game's number to that of the next in its place
    ("deck_size", "i8"),
    ("n_heroes", "i8"),
    ("heroes", "i8", (MAX_HEROES,)),  # rows of the hero cards
    ("classes", "i8", (MAX_HEROES,)),  # their places in `engine.core.enums.CLASSES`
    ("mulligan", "i8"),  # of MULLIGANS
    ("positions", "i8"),  # of POSITIONS
    ("options", "i8"),  # of OPTIONS
    ("random_picks", "i8"),  # 1: the first few picks are random
)

POOL_CARD = record(
    ("row", "i8"),
    ("max_copies", "i8"),
    ("heroes", "i8"),  # bit h: hero h may use it
)

PLACE = record(  # one game of many
    ("game", GAME),
    ("setup", SETUP),
    ("number", "i8"),  # of the game, with the seed the source of all that is random
    ("draws", "i8"),  # random numbers drawn outside the engine
    ("stage", "i8"),
    ("builder", "i8"),  # side that builds its deck
    ("n_picked", "i8"),
    ("heroes", "i8", (2,)),  # of both sides, by their place in the settings
    ("n_options", "i8"),  # legal actions
    ("step", "i8"),  # what is chosen next: SOURCE to POSITION
    ("chosen", "i8", (N_CHOICES,)),  # pointers
)

DECISION = record(  # what is decided
    ("kind", "i1"),  # of KINDS
    ("source", "i1"),  # pointer chosen first; -1 if none is
    ("option", "i1"),  # pointer chosen as the option; -1 if none is
    ("hero", "i1"),  # class of the player to move, in `engine.core.enums.CLASSES`
    ("n_picked", "i1"),  # cards in its deck so far
)

MATCH = record(  # a game of many between networks and other players
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

#: No network: a compiled player decides, or nobody does any more.
NOBODY = -1
#: What a step does with a match if it is no pointer: begin with its game, or leave it as it is.
BEGIN, IDLE = -1, -2

assert all(each.itemsize % 8 == 0 for each in (GAME, SETUP, PLACE, MATCH))

SETTINGS_T = from_dtype(SETTINGS)
POOL_CARD_T = from_dtype(POOL_CARD)
PLACE_T = from_dtype(PLACE)
DECISION_T = from_dtype(DECISION)
MATCH_T = from_dtype(MATCH)
