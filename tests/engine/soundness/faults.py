"""Faults by number, and the records of checked play."""

import numpy as np
from numba import from_dtype

from engine.core.jit import record
from engine.core.setup import SETUP
from engine.core.state import GAME, MAX_ENTITIES, OPTIONS, VM

FAULTS = (
    "sound",
    "the game has failed",
    "the game does not end",
    "auras are out of date",
    "what auras sum up to is wrong",
    "the events listened to are wrong",
    "an entity that was never made lies in a zone",
    "an entity is in two places, or in none",
    "an entity says that it is elsewhere",
    "a slot is taken by nobody on a board",
    "too many cards in a hand, deck, board or secret zone",
    "mana below 0 or above 10",
    "the digest of a deck is wrong",
    "the digest of a graveyard is wrong",
    "the weapon is not what its card says, or has worn out",
    "a secret is no secret, or there twice",
    "a card in hand or deck is none that can be played",
    "a character is not what its card says",
    "health above its maximum",
    "somebody dead is still there",
    "attack or health out of all proportion",
    "a hero is missing",
    "the wrong player's turn",
    "the result is not what the heroes' health says",
    "no option to end the turn or to choose",
    "an option twice",
    "an option that means nothing",
    "an entity has changed its card",
    "a card has left the graveyard",
    "the turn passed without being ended, or did not pass",
    "a copy of the game played on differently",
)
(
    SOUND, GAME_FAILED, ENDLESS, OUT_OF_DATE, WRONG_AURAS, WRONG_LISTENING, NEVER_MADE, WRONG_PLACE,
    ELSEWHERE, WRONG_SLOT, TOO_MANY, WRONG_MANA, WRONG_DECK_SUM, WRONG_GRAVEYARD_SUM, WRONG_WEAPON,
    WRONG_SECRET, WRONG_CARD, WRONG_CHARACTER, TOO_HEALTHY, UNDEAD, OUT_OF_PROPORTION, NO_HERO,
    WRONG_TURN, WRONG_RESULT, NO_OPTION, OPTION_TWICE, WRONG_OPTION, CARD_CHANGED, LEFT_GRAVEYARD,
    WRONG_PASSING, COPY_DIFFERS,
) = range(31)  # fmt: skip

CHECK = record(  # scratch memory of the checks
    ("game", GAME),
    ("places", "i8", (MAX_ENTITIES,)),
)

POOL = record(  # the cards a random deck of a class is made of: one row per copy allowed
    ("hero", "u2"),
    ("n_own", "u2"),
    ("n_neutral", "u2"),
    ("pad", "u2"),
    ("own", "u2", (128,)),
    ("neutral", "u2", (512,)),
)

ROOM = record(  # the memory of one thread, and what is known of its last game
    ("game", GAME),
    ("before", GAME),
    ("twin", GAME),  # a copy of the game, from some moment on
    ("check", CHECK),
    ("options", OPTIONS),
    ("setup", SETUP),
    ("action", "i8"),  # the last one
    ("n_actions", "i8"),
    ("most_options", "i8"),
    ("most_attached", "i8"),
    ("vm", VM),
)

GAME_RECORD = record(  # one game of long play
    ("fault", "u1"),
    ("result", "u1"),
    ("error", "u1"),
    ("most_attached", "u1"),
    ("turns", "u2"),
    ("n_entities", "u2"),
    ("n_actions", "u4"),
    ("most_options", "u4"),
)

CHECK_T, POOL_T, ROOM_T = from_dtype(CHECK), from_dtype(POOL), from_dtype(ROOM)
GAME_RECORD_T = from_dtype(GAME_RECORD)


def new_check() -> np.record:
    """Scratch memory for the checks."""
    return np.zeros(1, CHECK)[0]


def new_room() -> np.record:
    """The memory of one thread."""
    return np.zeros(1, ROOM)[0]
