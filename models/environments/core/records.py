"""Observations field by field, and the memory of the kernels.

All fields of an observation are int16. So an observation is also a plain vector of `N_FEATURES`
numbers, and `vector.view(OBSERVATION)` names its parts. A card is its row in the rules' tables
(`Rules.names[row]`), 0 where there is none. Sides are the observer's own (0) and the enemy's (1).
"""

import numpy as np
from numba import from_dtype

from engine.core.enums import KEYWORDS, MAX_BOARD, MAX_DECK, MAX_HAND, MAX_SECRETS
from engine.core.jit import record
from engine.core.state import GAME, MAX_ENTITIES, OPTIONS, VM

N_PLACES = 2 * (1 + MAX_BOARD)  # own hero, own board from the left, enemy hero, enemy board
N_KEYWORDS = len(KEYWORDS)
MAX_CHOICES = 8  # cards offered at once
MAX_SEEN_DEAD = 64  # cards of a graveyard that an observation lists

SEEN_CHARACTER = record(
    ("card", "i2"),  # of the hero or minion; 0: the place is empty
    ("attack", "i2"),  # with auras; a weapon counts in its owner's turn
    ("health", "i2"),  # current
    ("max_health", "i2"),
    ("attacks_made", "i2"),  # this turn
    ("fresh", "i2"),  # 1: came into play, or changed sides, this turn
    ("spell_damage", "i2"),
    ("texts_given", "i2"),  # texts that other cards gave it
    ("keywords", "i2", (N_KEYWORDS,)),  # 0 or 1 each, in the order of `engine.core.enums.KEYWORDS`
)

SEEN_PLAYER = record(
    ("hero_class", "i2"),  # its place in `engine.core.enums.CLASSES`
    ("power", "i2"),  # card of the hero power
    ("power_cost", "i2"),
    ("power_used", "i2"),  # times this turn
    ("weapon", "i2"),  # card
    ("weapon_attack", "i2"),
    ("weapon_durability", "i2"),
    ("armor", "i2"),
    ("crystals", "i2"),
    ("mana", "i2"),  # left this turn
    ("temporary_mana", "i2"),  # the part of it that is lost with the turn
    ("locked", "i2"),  # crystals, by overload, this turn
    ("overload", "i2"),  # crystals locked next turn
    ("fatigue", "i2"),  # damage of the last draw from an empty deck
    ("spell_damage", "i2"),  # of everything in play
    ("spell_discount", "i2"),  # of the next spell this turn
    ("spells_free", "i2"),  # spells cost 0: 1 this turn, 2 in the next own turn
    ("secret_free", "i2"),  # 1: the next secret costs 0
    ("cards_played", "i2"),  # this turn
    ("minions_played", "i2"),  # this turn
    ("cards_drawn", "i2"),  # this turn
    ("n_hand", "i2"),
    ("n_coins", "i2"),  # of them The Coin
    ("n_deck", "i2"),
    ("n_board", "i2"),
    ("n_secrets", "i2"),
    ("n_graveyard", "i2"),  # all, also those that are not listed
)

SEEN_CARD = record(("card", "i2"), ("cost", "i2"))

OBSERVATION = record(
    ("turn", "i2"),  # counts both players' turns from 1
    ("is_first", "i2"),  # 1: the observer went first
    ("to_move", "i2"),  # 1: the observer moves
    ("n_choices", "i2"),  # cards offered to the observer; 0: no choice is pending
    ("choice_source", "i2"),  # card that offers them
    ("choices", "i2", (MAX_CHOICES,)),  # cards
    ("players", SEEN_PLAYER, (2,)),
    ("characters", SEEN_CHARACTER, (N_PLACES,)),  # in the order of the places
    ("hand", SEEN_CARD, (MAX_HAND,)),  # own, from the left; costs as of now
    ("secrets", "i2", (MAX_SECRETS,)),  # own cards, in order of play
    ("deck", "i2", (MAX_DECK,)),  # own cards, sorted by row
    ("graveyards", "i2", (2, MAX_SEEN_DEAD)),  # cards, in the order in which they were created
)
N_FEATURES = OBSERVATION.itemsize // 2

PILES = record(  # cards of a deck and of both graveyards
    ("n_deck", "i8"),
    ("n_own_dead", "i8"),
    ("n_enemy_dead", "i8"),
    ("deck", "i2", (MAX_ENTITIES,)),
    ("own_dead", "i2", (MAX_ENTITIES,)),
    ("enemy_dead", "i2", (MAX_ENTITIES,)),
)

SCRATCH = record(  # the memory of one thread
    ("options", OPTIONS),
    ("places", "u1", (MAX_ENTITIES,)),  # see `action_space`
    ("piles", PILES),
    ("vm", VM),
    ("blank", OBSERVATION),  # zeros
    ("pad", "u1", (-(VM.itemsize + OBSERVATION.itemsize) % 8,)),
)

SEAT = record(  # one game of many
    ("game", GAME),
    ("number", "i8"),  # of the game, with the seed the source of all that is random
)

TURN = record(  # what the last action led to, and who moves next; one for each of many games
    ("number", "i8"),  # of the game that goes on; another one than before if the last one ended
    ("n_legal", "i2"),
    ("to_move", "i1"),  # side: 0 went first
    ("rewards", "i1", (2,)),  # of both sides: 1 for a win, -1 for a loss
    ("terminated", "?"),  # somebody has won, or both have lost
    ("truncated", "?"),  # too many turns, or a full table of the engine
    ("error", "u1"),  # of `engine.core.enums.ERRORS`, if a table of the engine was full
)

assert OBSERVATION.itemsize == 2 * N_FEATURES
assert all(nested.itemsize % 8 == 0 for nested in (GAME, OPTIONS, PILES, SCRATCH, SEAT))

OBSERVATION_T = from_dtype(OBSERVATION)
SEEN_CHARACTER_T = from_dtype(SEEN_CHARACTER)
SEEN_PLAYER_T = from_dtype(SEEN_PLAYER)
SCRATCH_T = from_dtype(SCRATCH)
SEAT_T = from_dtype(SEAT)
TURN_T = from_dtype(TURN)


def new_scratch() -> np.record:
    """The memory of one thread."""
    return np.zeros(1, SCRATCH)[0]
