"""Whether anything in play reacts to an action: a dry run of the engine's own events."""

import numpy as np

from engine.core import enums as e
from engine.core.events import emit
from engine.core.jit import BOOL, INDEX, INT
from engine.core.types import GAME_T, RULES_T, VM_T
from models.players.core.jit import kernel

HEARS_A_MINION = 1 << e.PLAYED | 1 << e.AFTER_PLAYED | 1 << e.SUMMONED | 1 << e.AFTER_SUMMONED
_HEARS_A_SPELL = 1 << e.PLAYED | 1 << e.CAST | 1 << e.AFTER_CAST | 1 << e.SPELL_TARGETED


@kernel(BOOL, GAME_T, RULES_T, VM_T, INT, INDEX, INDEX)
def stirs(game, rules, vm, event, subject, other):
    """Whether anything in play reacts to the event."""
    if not (game.listening >> event) & 1:
        return False
    vm.n_frames = 0
    emit(game, rules, vm, event, subject, other, 0)
    return vm.n_frames > 0


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX)
def stirs_as_minion(game, rules, vm, minion):
    """Whether anything in play reacts to the minion that is played."""
    if not game.listening & HEARS_A_MINION:
        return False
    return (
        stirs(game, rules, vm, e.PLAYED, minion, 0)
        or stirs(game, rules, vm, e.SUMMONED, minion, 0)
        or stirs(game, rules, vm, e.AFTER_PLAYED, minion, 0)
        or stirs(game, rules, vm, e.AFTER_SUMMONED, minion, 0)
    )


@kernel(BOOL, GAME_T, RULES_T, VM_T, INT)
def stirs_as_spell(game, rules, vm, action):
    """Whether anything in play reacts to the spell."""
    if not game.listening & _HEARS_A_SPELL:
        return False
    spell, target = (action >> 8) & 255, (action >> 16) & 255
    return (
        stirs(game, rules, vm, e.PLAYED, spell, 0)
        or stirs(game, rules, vm, e.CAST, spell, target)
        or stirs(game, rules, vm, e.AFTER_CAST, spell, 0)
        or stirs(game, rules, vm, e.SPELL_TARGETED, spell, target)
    )


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def is_heard_when_drawn(game, rules, side):
    """Whether anything, itself included, may react to the top card of a deck that is not empty."""
    player = game.players[side]
    card = rules.cards[game.entities[player.deck[np.int64(player.n_deck) - 1]].card]
    if card.keywords & e.CASTS_WHEN_DRAWN:
        return True
    return ((game.listening | card.events) >> e.DRAWN) & 1 != 0
