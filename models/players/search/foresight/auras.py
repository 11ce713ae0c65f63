"""Which auras an action leaves as they are."""

from engine.core import enums as e
from engine.core import tables as t
from engine.core.jit import BOOL, INDEX, INT
from engine.core.types import AURA_T, CARD_T, GAME_T, RULES_T
from models.players.core.jit import kernel

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
