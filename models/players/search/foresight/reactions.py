"""Whether anything in play reacts to an action: a dry run of the engine's own events.

Also which auras an action leaves as they are.
"""

import numpy as np

from engine.core import enums as e
from engine.core import tables as t
from engine.core.events import emit
from engine.core.jit import BOOL, INDEX, INT
from engine.core.types import AURA_T, CARD_T, GAME_T, RULES_T, VM_T
from models.players.core import kernel

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


DAMAGE, ENTRY, ARMS, LOSS = 1, 2, 4, 8  # see `steady_under`; LOSS << side
_ALL = DAMAGE | ENTRY | ARMS | LOSS | LOSS << 1


@kernel(INT, RULES_T, AURA_T, INDEX)
def _steadiness(rules, aura, side):
    """What does not change the aura of the side for others: see `steady_under`."""
    selector = rules.selectors[aura.on]
    if selector.filter != e.ANY or aura.per or aura.condition == t.WHILE_HOLDS:
        return 0
    if aura.condition == t.WHILE_DAMAGED and selector.pick != e.THIS:
        return 0
    steady = _ALL
    if selector.pick == e.ADJACENT:
        steady &= ~(LOSS << side)
    if selector.pick != e.THIS:
        steady &= ~ENTRY
    if aura.condition == t.WHILE_ARMED:
        steady &= ~ARMS
    return steady


@kernel(INT, GAME_T, RULES_T)
def steady_under(game, rules):
    """What changes no aura in play, as bits.

    DAMAGE: damage to others; ENTRY: a new minion; ARMS: another weapon; LOSS << side: a minion of
    the side that leaves.
    """
    steady = _ALL
    if not game.listening & e.AURA_BIT:
        return steady
    for side in range(2):
        player = game.players[side]
        weapon = rules.cards[player.weapon]
        if weapon.auras != weapon.auras_stop:
            return 0
        for i in range(player.n_board):
            card = rules.cards[game.characters[player.board[i]].card]
            for a in range(card.auras, card.auras_stop):
                steady &= _steadiness(rules, rules.auras[a], side)
    return steady


@kernel(BOOL, RULES_T, CARD_T, BOOL)
def bears(rules, card, dies):
    """Whether damage to the minion, or its death, changes none of its own auras for others."""
    for a in range(card.auras, card.auras_stop):
        aura = rules.auras[a]
        if aura.condition == t.WHILE_DAMAGED and not dies:
            return False
        if dies and (rules.selectors[aura.on].pick != e.THIS or aura.cost_kind != t.ON_CHARACTERS):
            return False
    return True


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def ignores_places(game, rules, side):
    """Whether no aura on the side's board asks who stands beside whom."""
    if not game.listening & e.AURA_BIT:
        return True
    player = game.players[side]
    for i in range(player.n_board):
        card = rules.cards[game.characters[player.board[i]].card]
        for a in range(card.auras, card.auras_stop):
            if rules.selectors[rules.auras[a].on].pick == e.ADJACENT:
                return False
    return True
