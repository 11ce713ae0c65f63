"""Positions set up from outside: what tests and people may do to a game that no card does.

Every function leaves the game settled: auras refreshed, deaths resolved, nothing on the stack.
"""

import numpy as np

from engine.core import enums as e
from engine.core.actions import power_cost
from engine.core.auras import refresh
from engine.core.costs import mana_left
from engine.core.events import clear_stack, emit, push, reverse_from
from engine.core.jit import BOOL, INDEX, INT, VOID, entry, kernel, linked
from engine.core.ops.cards import draw_card
from engine.core.ops.damage import heal_slot, hurt
from engine.core.ops.heroes import break_weapon
from engine.core.ops.stats import silence_slot
from engine.core.phases import begin_turn
from engine.core.select import slot_of
from engine.core.state import NO_SLOT
from engine.core.types import GAME_T, RULES_T, VM_T
from engine.core.vm import run
from engine.core.zones import (
    add_to_hand,
    bury,
    change_side,
    enter_play,
    equip_entity,
    hand_index,
    new_entity,
    put_on_top,
    set_secret,
    shuffle_into_deck,
    summon,
    take_from_hand,
)


@entry(VOID, GAME_T, RULES_T, VM_T)
def _run_all(game, rules, vm):
    run(game, rules, vm)


_run = linked(_run_all)  # compiled once, not in each function below: 37 CPU-seconds in all


@kernel(VOID, GAME_T, VM_T)
def _open(game, vm):
    """Empties the stack, then pushes a death phase, which runs last."""
    clear_stack(vm)
    vm.unsettled = 1
    push(game, vm, e.DEATHS, np.int64(game.active), 0)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def _close(game, rules, vm):
    """Runs what has been pushed since `_open`, in the order in which it was pushed."""
    reverse_from(vm, 1)
    _run(game, rules, vm)


@entry(VOID, GAME_T, RULES_T, VM_T)
def settle(game, rules, vm):
    """Recomputes auras and resolves deaths."""
    game.dirty = 1
    _open(game, vm)
    _close(game, rules, vm)


@entry(VOID, GAME_T, INDEX)
def stage_turn(game, side):
    """Begins a turn of the side without its triggers and without drawing."""
    begin_turn(game, side)


@entry(INDEX, GAME_T, RULES_T, VM_T, INDEX, INDEX, INDEX)
def stage_minion(game, rules, vm, side, card, position):
    """Puts a minion on a board, ready to attack; nothing notices. Returns its entity or 0."""
    if game.players[side].n_board >= e.MAX_BOARD:
        return 0
    entity = new_entity(game, card, side, e.IN_PLAY)
    if entity == 0:
        return 0
    slot = enter_play(game, rules, side, entity, position)
    game.characters[slot].fresh = 0
    vm.n_frames = 0
    _run(game, rules, vm)
    return entity


@entry(INDEX, GAME_T, RULES_T, VM_T, INDEX, INDEX, INDEX)
def stage_summon(game, rules, vm, side, card, position):
    """Summons a minion as a card would; returns its entity, 0 if the board is full."""
    _open(game, vm)
    slot = summon(game, rules, vm, side, card, position)
    entity = np.int64(game.slot_entity[slot]) if slot != NO_SLOT else 0
    _close(game, rules, vm)
    return entity


@kernel(VOID, GAME_T, RULES_T)
def _refresh(game, rules):
    """Recomputes the auras if one of them depends on a hand that has changed."""
    while game.dirty:
        refresh(game, rules)


@entry(INDEX, GAME_T, RULES_T, INDEX, INDEX)
def stage_card(game, rules, side, card):
    """Adds a new card to a hand; returns its entity, also if the hand is full and it is lost."""
    entity = new_entity(game, card, side, e.REMOVED)
    if entity:
        add_to_hand(game, side, entity, 0)
        _refresh(game, rules)
    return entity


@entry(INDEX, GAME_T, INDEX, INDEX, BOOL)
def stage_deck_card(game, side, card, shuffled):
    """Puts a new card on top of a deck, or shuffles it in; returns its entity."""
    entity = new_entity(game, card, side, e.IN_DECK)
    if entity == 0:
        return 0
    if shuffled:
        shuffle_into_deck(game, side, entity)
    else:
        put_on_top(game, side, entity)
    return entity


@entry(INDEX, GAME_T, RULES_T, VM_T, INDEX, INDEX)
def stage_weapon(game, rules, vm, side, card):
    """Equips a new weapon; returns its entity."""
    entity = new_entity(game, card, side, e.AS_WEAPON)
    if entity:
        break_weapon(game, rules, vm, side)
        equip_entity(game, rules, side, entity)
        clear_stack(vm)
        _run(game, rules, vm)
    return entity


@entry(VOID, GAME_T, RULES_T, VM_T, INDEX)
def stage_break(game, rules, vm, side):
    """Destroys the side's weapon."""
    _open(game, vm)
    break_weapon(game, rules, vm, side)
    game.dirty = 1
    _close(game, rules, vm)


@entry(INDEX, GAME_T, RULES_T, INDEX, INDEX)
def stage_secret(game, rules, side, card):
    """Puts a new secret into play; returns its entity, 0 if there is no room."""
    if game.players[side].n_secrets >= e.MAX_SECRETS:
        return 0
    entity = new_entity(game, card, side, e.IN_SECRETS)
    if entity:
        set_secret(game, rules, side, entity)
    return entity


@entry(VOID, GAME_T, RULES_T, VM_T, INDEX)
def stage_draw(game, rules, vm, side):
    """The side draws a card or takes fatigue."""
    _open(game, vm)
    draw_card(game, rules, vm, side)
    _close(game, rules, vm)


@entry(VOID, GAME_T, RULES_T, INDEX)
def stage_discard(game, rules, entity):
    """Discards a card in hand."""
    side = np.int64(game.entities[entity].side)
    bury(game, take_from_hand(game, side, hand_index(game, entity)))
    _refresh(game, rules)


@entry(VOID, GAME_T, RULES_T, INDEX)
def stage_shuffle(game, rules, entity):
    """Shuffles a card in hand into its controller's deck."""
    side = np.int64(game.entities[entity].side)
    shuffle_into_deck(game, side, take_from_hand(game, side, hand_index(game, entity)))
    game.entities[entity].slot = NO_SLOT  # what it has gained in hand is lost
    _refresh(game, rules)


@entry(VOID, GAME_T, RULES_T, VM_T, INDEX, INT)
def stage_damage(game, rules, vm, entity, amount):
    """Damages a character in play; the damage has no source."""
    _open(game, vm)
    dealt = hurt(game, rules, vm, 0, slot_of(game, entity), amount)
    if dealt > 0:
        emit(game, rules, vm, e.DAMAGED, entity, 0, dealt)
    _close(game, rules, vm)


@entry(VOID, GAME_T, RULES_T, VM_T, INDEX, INT)
def stage_heal(game, rules, vm, entity, amount):
    """Restores health of a character in play."""
    _open(game, vm)
    healed = heal_slot(game, rules, vm, slot_of(game, entity), amount)
    if healed > 0:
        emit(game, rules, vm, e.HEALED, entity, 0, healed)
    _close(game, rules, vm)


@entry(VOID, GAME_T, RULES_T, VM_T, INDEX)
def stage_silence(game, rules, vm, entity):
    """Silences a minion in play."""
    silence_slot(game, rules, slot_of(game, entity))
    settle(game, rules, vm)


@entry(BOOL, GAME_T, RULES_T, VM_T, INDEX)
def stage_control(game, rules, vm, entity):
    """Gives a minion in play to the other player; False if that board is full."""
    slot = slot_of(game, entity)
    side = 1 - np.int64(game.slot_side[slot])
    if game.players[side].n_board >= e.MAX_BOARD:
        return False
    change_side(game, rules, slot, side)
    settle(game, rules, vm)
    return True


@entry(INT, GAME_T, INDEX)
def mana_of(game, side):
    """Mana the side can still spend this turn."""
    return mana_left(game, side)


@entry(INT, GAME_T, RULES_T, INDEX)
def power_cost_of(game, rules, side):
    """What the side's hero power costs."""
    return power_cost(game, rules, side)
