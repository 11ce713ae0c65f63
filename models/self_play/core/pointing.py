"""A legal action as up to four choices: its source, its option, its target, its position.

Each choice is a pointer. What leaves only one pointer is not a decision, except the source.
"""

import numpy as np
from numba import int8

from engine.core import enums as e
from engine.core.jit import BOOL, INT, VOID
from engine.core.rng import scramble
from engine.core.types import RULES_T
from models.environments.core.action_space import ACTIONS, LIST_T
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


_PARTS = ("kind", "source", "target", "position", "choice")


def _pointers() -> np.ndarray:
    kind, source, target, position, choice = (ACTIONS[name] for name in _PARTS)
    own, enemy = range(OWN_MINION, ENEMY_MINION), range(ENEMY_MINION, OWN_HERO)
    on = np.array([END_OF_TURN, OWN_HERO, *own, ENEMY_HERO, *enemy])
    kinds = [kind == each for each in (e.END_TURN, e.CHOOSE, e.ATTACK, e.POWER)]
    of_kinds = [END_OF_TURN, OFFERED + choice, on[1 + source], HERO_POWER]
    sources = np.select(kinds, of_kinds, source)
    options = OFFERED + np.where(kind == e.CHOOSE, 0, choice)
    positions = np.where(position == 0, OWN_HERO, OWN_MINION + position - 1)
    return np.stack([sources, options, on[target], positions], axis=1).astype(np.int8)


#: (N_ACTIONS, N_CHOICES) array of int8: the pointers of each action of the full game.
POINTERS = _pointers()


@kernel(INT, INT, INT)
def pointer_of(index, step):
    """The pointer of an action at a step."""
    return np.int64(POINTERS[index, step])


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
