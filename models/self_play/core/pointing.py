"""A legal action as up to four choices: its source, its option, its target, its position.

Each choice is a pointer. What leaves only one pointer is not a decision, except the source.
"""

import numpy as np
from numba import int8

from engine.core import enums as e
from engine.core.jit import BOOL, INT, VOID
from engine.core.rng import scramble
from engine.core.types import RULES_T
from models.environments.core.action_space import (
    END_TURN,
    FIRST_ATTACK,
    FIRST_CHOICE,
    FIRST_PLAY,
    FIRST_POWER,
    LIST_T,
    N_CARD_OPTIONS,
    N_ON_SIDE,
    N_POSITIONS,
    N_TARGETS,
)
from models.self_play.core import kernel
from models.self_play.core.records import (
    ATTACK,
    BATTLECRY,
    CHOOSE_OPTION,
    DECISION_T,
    END_OF_TURN,
    ENEMY_HERO,
    ENEMY_MINION,
    HERO_POWER,
    N_CHOICES,
    OFFERED,
    OPTION,
    OWN_HERO,
    OWN_MINION,
    PLACE_MINION,
    PLACE_T,
    POSITION,
    POWER,
    SELECT,
    SETTINGS_T,
    SOURCE,
    SPELL,
    TARGET,
)

MASK_T = int8[::1]
_LOW = 0xFFFFFFFF
_GOLDEN = 0x9E3779B9
_STREAM = 0x5E1F91A7  # keeps these draws apart from the game's own


@kernel(INT, PLACE_T, SETTINGS_T, INT)
def draw(place, settings, n):
    """A uniform integer in [0, n), which depends on seed, number and how many were drawn."""
    place.draws += 1
    word = scramble(settings.seed ^ _STREAM)
    word = scramble(word ^ ((settings.seed >> 32) & _LOW))
    word = scramble(word ^ (place.number & _LOW))
    return (scramble(word + _GOLDEN * place.draws) * n) >> 32


@kernel(INT, INT)
def _pointer_to(place):
    """The pointer to a place in play."""
    on_side = place % N_ON_SIDE
    if place < N_ON_SIDE:
        return OWN_HERO if on_side == 0 else OWN_MINION + on_side - 1
    return ENEMY_HERO if on_side == 0 else ENEMY_MINION + on_side - 1


@kernel(INT, INT)
def _pointer_to_target(target):
    return END_OF_TURN if target == 0 else _pointer_to(target - 1)


@kernel(INT, INT)
def _source_of(index):
    if index == END_TURN:
        return END_OF_TURN
    if index < FIRST_ATTACK:
        return OFFERED + index - FIRST_CHOICE
    if index < FIRST_POWER:
        return _pointer_to((index - FIRST_ATTACK) // N_ON_SIDE)
    if index < FIRST_PLAY:
        return HERO_POWER
    return (index - FIRST_PLAY) // (N_CARD_OPTIONS * N_TARGETS * N_POSITIONS)


@kernel(INT, INT)
def _option_of(index):
    if index < FIRST_POWER:
        return OFFERED
    if index < FIRST_PLAY:
        return OFFERED + (index - FIRST_POWER) // N_TARGETS
    return OFFERED + (index - FIRST_PLAY) // (N_TARGETS * N_POSITIONS) % N_CARD_OPTIONS


@kernel(INT, INT)
def _target_of(index):
    if index < FIRST_ATTACK:
        return END_OF_TURN
    if index < FIRST_POWER:
        return _pointer_to(N_ON_SIDE + (index - FIRST_ATTACK) % N_ON_SIDE)
    if index < FIRST_PLAY:
        return _pointer_to_target((index - FIRST_POWER) % N_TARGETS)
    return _pointer_to_target((index - FIRST_PLAY) // N_POSITIONS % N_TARGETS)


@kernel(INT, INT)
def _position_of(index):
    position = 0 if index < FIRST_PLAY else (index - FIRST_PLAY) % N_POSITIONS
    return OWN_HERO if position == 0 else OWN_MINION + position - 1


@kernel(INT, INT, INT)
def pointer_of(index, step):
    """The pointer of an action at a step."""
    if step == SOURCE:
        return _source_of(index)
    if step == OPTION:
        return _option_of(index)
    return _target_of(index) if step == TARGET else _position_of(index)


@kernel(BOOL, PLACE_T, INT)
def _fits(place, index):
    """Whether an action agrees with what was chosen before this step."""
    fits = True
    for step in range(place.step):
        fits &= pointer_of(index, step) == place.chosen[step]
    return fits


@kernel(INT, PLACE_T, LIST_T, MASK_T, LIST_T)
def list_pointers(place, options, mask, legal):
    """Writes the pointers of this step into a mask and a list, in the engine's order.

    Returns:
        Their number.
    """
    n = 0
    for i in range(place.n_options):
        if _fits(place, options[i]):
            pointer = pointer_of(options[i], place.step)
            if mask[pointer] == 0:
                mask[pointer] = 1
                legal[n] = pointer
                n += 1
    return n


@kernel(VOID, MASK_T, LIST_T, INT)
def clear_mask(mask, legal, n):
    """Sets a mask to 0 where its list says that it is not."""
    for i in range(n):
        mask[legal[i]] = 0


@kernel(INT, PLACE_T, SETTINGS_T, LIST_T, INT)
def _settled(place, settings, legal, n):
    """The pointer that needs no decision; -1 if the player decides."""
    if n == 1:
        return np.int64(legal[0])
    if place.step == POSITION and settings.positions != 2:
        # The engine lists positions from the left.
        return np.int64(legal[n - 1 if settings.positions == 0 else draw(place, settings, n)])
    if place.step == OPTION and settings.options == 1:
        return np.int64(legal[draw(place, settings, n)])
    return -1


@kernel(INT, PLACE_T, SETTINGS_T, LIST_T, MASK_T, LIST_T, INT)
def choose(place, settings, options, mask, legal, pointer):
    """Takes a pointer, and all later ones that need no decision.

    Returns:
        The number of pointers of the next decision, listed; 0 if the action is complete.
    """
    while True:
        place.chosen[place.step] = pointer
        place.step += 1
        if place.step == N_CHOICES:
            return 0
        n = list_pointers(place, options, mask, legal)
        pointer = _settled(place, settings, legal, n)
        if pointer < 0:
            return n
        clear_mask(mask, legal, n)


@kernel(INT, PLACE_T, LIST_T)
def chosen_index(place, options):
    """The legal action that has been chosen, as an index."""
    for i in range(place.n_options):
        if _fits(place, options[i]):
            return np.int64(options[i])
    return -1


@kernel(INT, PLACE_T, RULES_T)
def kind_of(place, rules):
    """What the next decision of a battle is about."""
    source = place.chosen[SOURCE]
    if place.step == SOURCE:
        return CHOOSE_OPTION if place.game.n_choices else SELECT
    if place.step == OPTION:
        return CHOOSE_OPTION
    if place.step == POSITION:
        return PLACE_MINION
    if source == HERO_POWER:
        return POWER
    if source >= OWN_MINION:
        return ATTACK
    entity = place.game.players[place.game.active].hand[source]
    card = rules.cards[place.game.entities[entity].card]
    return SPELL if card.type in (e.SPELL_CARD, e.SECRET_CARD) else BATTLECRY


@kernel(VOID, PLACE_T, RULES_T, DECISION_T)
def describe(place, rules, decision):
    """Writes what the next decision of a battle is about, and what has been chosen for it."""
    decision.kind = kind_of(place, rules)
    decision.source = place.chosen[SOURCE] if place.step > SOURCE else -1
    decision.option = place.chosen[OPTION] if place.step > OPTION else -1
