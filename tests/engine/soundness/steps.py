"""What one action may change, and what may be offered next."""

import numpy as np

from engine.core import enums as e
from engine.core.hash import card_digest
from engine.core.jit import BOOL, INDEX, INT
from engine.core.state import DIED_EARLIER
from engine.core.types import GAME_T, OPTIONS_T, RULES_T
from tests.engine.soundness import entry, kernel
from tests.engine.soundness import faults as s
from tests.engine.soundness.values import (
    check_auras,
    check_characters,
    check_players,
    check_result,
)
from tests.engine.soundness.zones import check_cards, check_places, check_slots

_MASK = 0xFFFFFFFF
_MOST_UNSURE = 12
_MOST_COMPARED = 64


@entry(INT, s.CHECK_T, GAME_T, RULES_T)
def check_state(check, game, rules):
    """Returns the number of the first fault found in a state between two actions."""
    if game.result == e.FAILED or game.error != e.NO_ERROR:
        return s.GAME_FAILED
    fault = check_places(check, game, rules)
    if fault == s.SOUND:
        fault = check_slots(game)
    if fault == s.SOUND:
        fault = check_cards(game, rules)
    if fault == s.SOUND:
        fault = check_players(game, rules)
    if fault == s.SOUND:
        fault = check_characters(game, rules)
    if fault == s.SOUND:
        fault = check_result(game)
    if fault == s.SOUND:
        fault = check_auras(check, game, rules)
    return fault


@kernel(BOOL, GAME_T, GAME_T, INDEX)
def _is_used_again(before, after, entity):
    """Whether the number of a card long dead was given to a new one."""
    old, new = before.entities[entity], after.entities[entity]
    return old.died >= DIED_EARLIER and (new.zone != e.IN_GRAVEYARD or new.died < DIED_EARLIER)


@kernel(BOOL, GAME_T, GAME_T, INDEX, INDEX)
def _was_buried(before, after, side, entity):
    """Whether the action put the card into the side's graveyard."""
    new = after.entities[entity]
    was_there = entity < before.n_entities and before.entities[entity].zone == e.IN_GRAVEYARD
    return new.zone == e.IN_GRAVEYARD and new.side == side and not was_there


@kernel(INT, GAME_T, GAME_T, INDEX, INT)
def _sum_of_buried(before, after, side, earlier):
    """The sum of the digests of the cards buried, if the bits name those of the turn before."""
    total, number = 0, 0
    for entity in range(3, after.n_entities):
        if _was_buried(before, after, side, entity):
            turn = np.int64(after.turn) - ((earlier >> number) & 1)
            total += card_digest(np.int64(after.entities[entity].card), turn)
            number += 1
    return total


@kernel(INT, GAME_T, GAME_T)
def _check_graveyard(before, after):
    """The graveyards keep their cards, and their digests grew by just those that were buried.

    What is buried while the turn passes belongs to one of the two turns: all ways are tried, unless
    they are too many.
    """
    for entity in range(3, before.n_entities):
        if before.entities[entity].zone == e.IN_GRAVEYARD:
            if _is_used_again(before, after, entity):
                return s.SOUND  # what became of the card before cannot be followed
            if after.entities[entity].zone != e.IN_GRAVEYARD:
                return s.LEFT_GRAVEYARD
    for side in range(2):
        grown = np.int64(after.players[side].graveyard_sum)
        grown -= np.int64(before.players[side].graveyard_sum)
        unsure = 0
        if after.turn != before.turn:
            for entity in range(3, after.n_entities):
                unsure += _was_buried(before, after, side, entity)
        found = unsure > _MOST_UNSURE
        earlier = 0
        while not found and earlier < 1 << unsure:
            found = (grown - _sum_of_buried(before, after, side, earlier)) & _MASK == 0
            earlier += 1
        if not found:
            return s.WRONG_GRAVEYARD_SUM
    return s.SOUND


@entry(INT, GAME_T, GAME_T, INT)
def check_step(before, after, action):
    """Returns the number of the first fault in what an action changed."""
    passes = action & 255 == e.END_TURN and after.result == e.RUNNING
    passed = np.int64(after.turn) - np.int64(before.turn)
    if passed > 1 or (passed == 1 and action & 255 != e.END_TURN) or (passes and passed != 1):
        return s.WRONG_PASSING
    if after.n_entities < before.n_entities:
        return s.NEVER_MADE
    for entity in range(3, before.n_entities):
        if before.entities[entity].card != after.entities[entity].card and not _is_used_again(
            before, after, entity
        ):
            return s.CARD_CHANGED
    return _check_graveyard(before, after)


@kernel(BOOL, GAME_T, INT)
def _means_something(game, action):
    """Whether the option is about cards that are where they must be."""
    kind, side = action & 255, game.active
    source, target = game.entities[(action >> 8) & 255], game.entities[(action >> 16) & 255]
    if kind == e.CHOOSE:
        return (action >> 32) < game.n_choices and game.choice_side == side
    if kind == e.END_TURN:
        return action == e.END_TURN
    if (action >> 16) & 255 and target.zone != e.IN_PLAY:
        return False
    if source.side != side or (action >> 24) & 255 > game.players[side].n_board:
        return False
    if kind == e.PLAY:
        return source.zone == e.IN_HAND
    if kind == e.POWER:
        return source.slot == side
    return source.zone == e.IN_PLAY and target.zone == e.IN_PLAY and target.side != side


@entry(INT, GAME_T, OPTIONS_T)
def check_options(game, options):
    """Returns the number of the first fault in the actions offered in a state."""
    first = e.CHOOSE if game.n_choices else e.END_TURN
    if options.n == 0 or options.actions[0] & 255 != first:
        return s.NO_OPTION
    for i in range(options.n):
        action = options.actions[i]
        if not _means_something(game, action):
            return s.WRONG_OPTION
        for k in range(max(0, i - _MOST_COMPARED), i):
            if options.actions[k] == action:
                return s.OPTION_TWICE
    return s.SOUND
