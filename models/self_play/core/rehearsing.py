"""Copies of one game in which a player tries its actions, to the end of its turn.

What the player cannot see is dealt anew in each copy, so nothing hidden is found out.
"""

import numpy as np
from numba import int8, int16

from engine.core import enums as e
from engine.core.entry_points import apply
from engine.core.jit import INT, VOID
from engine.core.memory import copy_game
from engine.core.types import RULES_T
from models.environments.core.action_space import LIST_T, action_at, list_legal
from models.environments.core.observing import clear, write_seen
from models.environments.core.records import OBSERVATION_T, SCRATCH_T
from models.players.core.blind import deal_anew
from models.players.core.state import HIDDEN_T
from models.self_play.core import entry, kernel
from models.self_play.core.pointing import (
    MASK_T,
    choose,
    chosen_index,
    describe,
    draw,
    list_pointers,
)
from models.self_play.core.records import DECISION_T, PLACE_T, SETTINGS_T, SOURCE

#: How a copy stands: the player decides, its turn has passed on, it has won, lost, or neither.
OPEN, PASSED, WON, LOST, UNDECIDED = range(5)


@kernel(INT, PLACE_T, INT)
def _standing(place, side):
    """How a copy stands for a side."""
    game = place.game
    if game.result == e.RUNNING:
        return OPEN if game.active == side else PASSED
    if game.result == (e.SECOND_WON if side else e.FIRST_WON):
        return WON
    return LOST if game.result in (e.FIRST_WON, e.SECOND_WON) else UNDECIDED


@kernel(
    INT, PLACE_T, RULES_T, SCRATCH_T, SETTINGS_T, INT, OBSERVATION_T, DECISION_T, MASK_T, LIST_T,
    LIST_T,
)  # fmt: skip
def _go_on(place, rules, scratch, settings, side, seen, decision, mask, legal, options):
    """Shows the next decision of the player after an action, if it has one; returns how it stands.

    An offered card is drawn if the settings say so.
    """
    while True:
        standing = _standing(place, side)
        if standing != OPEN:
            return standing
        place.n_options = list_legal(place.game, rules, scratch, options)
        place.step = SOURCE
        if settings.options == 0 or place.game.n_choices == 0:
            break
        index = np.int64(options[draw(place, settings, place.n_options)])
        apply(place.game, rules, scratch.vm, action_at(place.game, index))
    clear(scratch, seen)
    write_seen(place.game, rules, scratch, side, seen)
    list_pointers(place, options, mask, legal)
    describe(place, rules, decision)
    return OPEN


@entry(
    VOID, PLACE_T[::1], PLACE_T, RULES_T, SCRATCH_T, SETTINGS_T, HIDDEN_T, INT[::1], INT[::1],
    OBSERVATION_T[::1], DECISION_T[::1], int8[:, ::1], int16[:, ::1], int16[:, ::1], INT[::1],
)  # fmt: skip
def begin_rehearsals(
    places, now, rules, scratch, settings, hidden, actions, seeds, seen, decisions, masks, legal,
    options, standings,
):  # fmt: skip
    """Begins copy i of a game with the action `actions[i]`, hidden cards dealt by `seeds[i]`.

    An action below 0 is none: the copy is the game as it is.

    Args:
        places: (n,) array of PLACE, the copies.
        now: The game, in which a player is to choose an action.
        settings: Decisions that the network does not make.
        actions: (n,) array: indices of actions.
        seeds: (n,) array.
        seen: (n,) array of OBSERVATION: receives what the player knows.
        decisions: (n,) array of DECISION, with its class and number of cards.
        masks: (n, N_POINTERS) array: receives 1 for legal pointers.
        legal: (n, N_POINTERS) array of memory.
        options: (n, N_ACTIONS) array: receives legal actions.
        standings: (n,) array: receives how each copy stands.
    """
    side = np.int64(now.game.active)
    for i in range(len(places)):
        place = places[i]
        copy_game(place.game, now.game)
        place.number, place.draws = now.number, now.draws
        for k in range(masks.shape[1]):
            masks[i, k] = 0
        if actions[i] >= 0:
            deal_anew(place.game, rules, side, seeds[i], hidden)
            apply(place.game, rules, scratch.vm, action_at(place.game, actions[i]))
        standings[i] = _go_on(
            place, rules, scratch, settings, side, seen[i], decisions[i], masks[i], legal[i],
            options[i],
        )  # fmt: skip


@entry(
    VOID, PLACE_T[::1], RULES_T, SCRATCH_T, SETTINGS_T, INT, INT[::1], OBSERVATION_T[::1],
    DECISION_T[::1], int8[:, ::1], int16[:, ::1], int16[:, ::1], INT[::1],
)  # fmt: skip
def go_on_rehearsing(
    places, rules, scratch, settings, side, pointers, seen, decisions, masks, legal, options,
    standings,
):  # fmt: skip
    """Takes a pointer in each copy; below 0, none. The other arguments are as above."""
    for i in range(len(places)):
        if pointers[i] < 0:
            continue
        place, mask = places[i], masks[i]
        for k in range(len(mask)):
            mask[k] = 0
        n = choose(place, settings, options[i], mask, legal[i], pointers[i])
        if n > 0:
            describe(place, rules, decisions[i])
            continue
        apply(place.game, rules, scratch.vm, action_at(place.game, chosen_index(place, options[i])))
        standings[i] = _go_on(
            place, rules, scratch, settings, side, seen[i], decisions[i], mask, legal[i],
            options[i],
        )  # fmt: skip
