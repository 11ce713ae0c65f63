"""Texts given to a minion, in the order in which they were given.

An entry is a run of equal texts: the ability in bits 0 to 3, the side that gave it in bit 4, and
how often, less one, in bits 5 to 7. All abilities of our cards by both sides fit at once.
"""

import numpy as np

from engine.core import enums as e
from engine.core.jit import INDEX, INT, VOID, kernel
from engine.core.state import MAX_ATTACHED
from engine.core.types import CHARACTER_T, GAME_T, RULES_T

_KIND, _ONCE_MORE, _FULL = 31, 32, 224


@kernel(INDEX, RULES_T, INT)
def carrier_of(rules, entry):
    """The card row that carries the text of an entry."""
    return rules.attachments[entry & 15]


@kernel(INDEX, INT)
def giver_of(entry):
    """The side whose text an entry is."""
    return (entry >> 4) & 1


@kernel(INT, INT)
def times_of(entry):
    """How many texts an entry stands for."""
    return (entry >> 5) + 1


@kernel(INT, CHARACTER_T, INT)
def _run_of(character, kind):
    """The entry that one more text of the kind goes to: the last one, else a new one.

    With all entries in use it is any of the kind, -1 if each of them is full.
    """
    n = np.int64(character.n_attached)
    if n and character.attached[n - 1] & _KIND == kind and character.attached[n - 1] < _FULL:
        return n - 1
    if n < MAX_ATTACHED:
        return n
    for i in range(n):
        if character.attached[i] & _KIND == kind and character.attached[i] < _FULL:
            return i
    return -1


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX, INDEX)
def attach(game, rules, slot, ability, side):
    """Gives a minion (no hero) a text of the side; whose deathrattle it is does not matter."""
    if slot < 2:
        return
    character = game.characters[slot]
    card = rules.cards[rules.attachments[ability]]
    kind = np.int64(ability)
    if card.triggers != card.triggers_stop:
        kind |= np.int64(side) << 4
    i = _run_of(character, kind)
    if i < 0:
        game.error = e.TOO_MANY_ATTACHED
    elif i == character.n_attached:
        character.attached[i] = kind
        character.n_attached += 1
    else:
        character.attached[i] += _ONCE_MORE
    game.listening |= np.int64(card.events)
