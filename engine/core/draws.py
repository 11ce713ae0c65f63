"""Cards drawn from a deck, and fatigue."""

import numpy as np

from engine.core import enums as e
from engine.core.events import emit, tell_drawn
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.ops.damage import hurt
from engine.core.types import GAME_T, RULES_T, VM_T
from engine.core.zones import add_to_hand, take_from_top


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX)
def _take_fatigue(game, rules, vm, side):
    """Fatigue is damage like any other: armour absorbs it, an immune hero takes none."""
    player = game.players[side]
    player.fatigue += 1
    vm.unsettled = 1
    dealt = hurt(game, rules, vm, 0, side, np.int64(player.fatigue))
    if dealt > 0:
        emit(game, rules, vm, e.DAMAGED, game.slot_entity[side], 0, dealt)


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INDEX)
def take_drawn(game, rules, vm, side, entity):
    """A card that has just left the side's deck is drawn; True if it came to hand."""
    game.last_drawn = game.entities[entity].card
    game.players[side].cards_drawn += 1
    if not add_to_hand(game, side, entity, 0):
        return False
    tell_drawn(game, rules, vm, side, entity)
    return True


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX)
def draw_card(game, rules, vm, side):
    """Draws a card, or takes fatigue; True if a card came to hand."""
    player = game.players[side]
    game.last_drawn = 0
    if player.n_deck == 0:
        if not player.fatigue_off:
            _take_fatigue(game, rules, vm, side)
        return False
    entity = take_from_top(game, side)
    return take_drawn(game, rules, vm, side, entity)


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX, INT)
def draw_one(game, rules, vm, side, less):
    """The side draws a card, which costs less, or takes fatigue; True if a card came to hand."""
    if not draw_card(game, rules, vm, side):
        return False
    player = game.players[side]
    player.hand_cost[np.int64(player.n_hand) - 1] -= less
    return True
