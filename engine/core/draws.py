"""Cards drawn from a deck, and fatigue."""

import numpy as np

from engine.core import enums as e
from engine.core.events import emit, push, tell_drawn
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.ops.damage import hurt
from engine.core.types import GAME_T, RULES_T, VM_T
from engine.core.zones import add_to_hand, bury, take_from_top


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
    """A card that has just left the side's deck is drawn; False if there is no room for it.

    One that is cast when drawn needs none, and another one is drawn after it.
    """
    game.last_drawn = game.entities[entity].card
    game.players[side].cards_drawn += 1
    card = rules.cards[game.last_drawn]
    if card.keywords & e.CASTS_WHEN_DRAWN:
        bury(game, entity)
        frame = vm.frames[push(game, vm, e.PROGRAM, side, entity)]
        frame.pc = card.play
        frame.stop = card.play_stop
        push(game, vm, e.DRAW_STEP, side, 0)
        return True
    if not add_to_hand(game, side, entity, 0):
        return False
    tell_drawn(game, rules, vm, side, entity)
    return True


@kernel(BOOL, GAME_T, RULES_T, VM_T, INDEX)
def draw_card(game, rules, vm, side):
    """Draws a card, or takes fatigue; True if the card came to hand or is cast."""
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
    """The side draws a card, which costs less, or takes fatigue; True if it keeps or casts it."""
    player = game.players[side]
    held = np.int64(player.n_hand)
    if not draw_card(game, rules, vm, side):
        return False
    if player.n_hand > held:
        player.hand_cost[held] -= less
    return True
