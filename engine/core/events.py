"""The stack of work and the events that put triggered texts on it.

An event never runs anything: it pushes one frame per trigger. The machine reverses what one effect
has pushed, so the frame emitted first runs first, and everything it causes runs before the next.
"""

import numpy as np

from engine.core import enums as e
from engine.core.attached import carrier_of, giver_of, times_of
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.memory import copy_bytes
from engine.core.select import entity_fits
from engine.core.state import FRAME, IF_IN_PLAY, MAX_FRAMES, NO_SLOT
from engine.core.types import FRAME_T, GAME_T, RULES_T, VM_T

_FRAME = FRAME.itemsize
_LAST = 0xFFFF  # an order of play after all others


@kernel(VOID, VM_T)
def clear_stack(vm):
    """Forgets the action before, which may have been of another game."""
    vm.n_frames = 0
    vm.attacker = 0
    vm.defender = 0
    vm.played = 0
    vm.target = 0
    vm.position = 0
    vm.choice = 0
    vm.combo = 0
    vm.countered = 0
    vm.before = 0
    vm.paid = 0
    vm.by_place = 0
    vm.unsettled = 0
    vm.n_broken = 0
    vm.n_dead = 0
    vm.lost = 0


@kernel(INDEX, GAME_T, VM_T, INT, INDEX, INDEX)
def push(game, vm, step, side, entity):
    """Pushes a frame of `side`'s entity; returns its index, to fill in the rest."""
    i = vm.n_frames
    if i >= MAX_FRAMES:
        game.error = e.STACK_OVERFLOW
        i = MAX_FRAMES - 1
    else:
        vm.n_frames = i + 1
    frame = vm.frames[i]
    frame.step = step
    frame.side = side
    frame.entity = entity
    frame.subject = 0
    frame.target = 0
    frame.guarded = 0
    frame.spell = 0
    frame.position = NO_SLOT
    frame.pc = 0
    frame.stop = 0
    frame.card = game.entities[entity].card
    frame.order = 0
    frame.value = 0
    return i


@kernel(VOID, FRAME_T, FRAME_T)
def copy_frame(target, source):
    """Copies a frame."""
    copy_bytes(target, source, _FRAME)


@kernel(VOID, VM_T, INDEX, INDEX)
def _swap(vm, i, j):
    spare = vm.me  # free to use: see reverse_from and sort_from
    copy_frame(spare, vm.frames[i])
    copy_frame(vm.frames[i], vm.frames[j])
    copy_frame(vm.frames[j], spare)


@kernel(VOID, VM_T, INDEX)
def reverse_from(vm, mark):
    """Reverses the frames from `mark` to the top; `vm.me` is lost."""
    i, j = np.int64(mark), np.int64(vm.n_frames) - 1
    while i < j:
        _swap(vm, i, j)
        i += 1
        j -= 1


@kernel(VOID, VM_T, INDEX)
def sort_from(vm, mark):
    """Orders the frames from `mark` by order of play; stable; in place."""
    n = np.int64(vm.n_frames)
    for i in range(np.int64(mark) + 1, n):
        j = i
        while j > mark and vm.frames[j - 1].order > vm.frames[j].order:
            a, b = vm.frames[j - 1], vm.frames[j]
            # exchanging without a spare frame: `vm.me` is in use while events are emitted
            a.side, b.side = b.side, a.side
            a.entity, b.entity = b.entity, a.entity
            a.subject, b.subject = b.subject, a.subject
            a.target, b.target = b.target, a.target
            a.position, b.position = b.position, a.position
            a.spell, b.spell = b.spell, a.spell
            a.pc, b.pc = b.pc, a.pc
            a.stop, b.stop = b.stop, a.stop
            a.card, b.card = b.card, a.card
            a.order, b.order = b.order, a.order
            a.guarded, b.guarded = b.guarded, a.guarded
            j -= 1


@kernel(VOID, GAME_T, RULES_T, VM_T, INT, INDEX, INDEX, INT, INDEX, INDEX, INDEX, INT)
def _fire(game, rules, vm, event, subject, other, value, carrier, side, owner, order):
    """Pushes the triggers of the card `carrier`, in play as `side`'s entity `owner`, that fit."""
    card = rules.cards[carrier]
    for t in range(card.triggers, card.triggers_stop):
        trigger = rules.triggers[t]
        if trigger.event != event:
            continue
        on = rules.selectors[trigger.on]
        if not entity_fits(game, rules, on, side, owner, subject):
            continue
        if trigger.against and not entity_fits(
            game, rules, rules.selectors[trigger.against], side, owner, other
        ):
            continue
        frame = vm.frames[push(game, vm, e.PROGRAM, side, owner)]
        frame.subject = subject
        frame.target = other
        frame.value = value
        frame.pc = trigger.start
        frame.stop = trigger.stop
        frame.card = carrier
        frame.order = _LAST if trigger.late else order
        frame.guarded = IF_IN_PLAY
        frame.spell = card.type == e.SECRET_CARD


@kernel(BOOL, RULES_T, INDEX, INT)
def _listens(rules, card, event):
    return (rules.cards[card].events >> event) & 1 != 0


@kernel(VOID, GAME_T, RULES_T, VM_T, INT, INDEX, INDEX, INT, INDEX)
def _fire_minion(game, rules, vm, event, subject, other, value, slot):
    character = game.characters[slot]
    entity, side, order = game.slot_entity[slot], game.slot_side[slot], character.order
    if not character.keywords & e.SILENCED and _listens(rules, character.card, event):
        _fire(game, rules, vm, event, subject, other, value, character.card, side, entity, order)
    for i in range(character.n_attached):
        given = np.int64(character.attached[i])
        carrier, giver = carrier_of(rules, given), giver_of(given)
        if _listens(rules, carrier, event):
            for _ in range(times_of(given)):
                _fire(game, rules, vm, event, subject, other, value, carrier, giver, entity, order)


@kernel(VOID, GAME_T, RULES_T, VM_T, INT, INDEX, INDEX, INT)
def emit(game, rules, vm, event, subject, other, value):
    """Something happened to entity `subject`: pushes every trigger for it, in order of play.

    `event` is one of the events of `enums`, `subject` the entity it is about ("it"), `other` that
    of the other party (a defender, a spell's target) or 0, `value` the event's number (damage
    dealt, health restored) or 0.
    """
    if not (game.listening >> event) & 1:
        return
    mark = vm.n_frames
    for side in range(2):
        player = game.players[side]
        for i in range(player.n_board):
            _fire_minion(game, rules, vm, event, subject, other, value, player.board[i])
        if player.weapon and _listens(rules, player.weapon, event):
            _fire(
                game, rules, vm, event, subject, other, value,
                player.weapon, side, player.weapon_entity, player.weapon_order,
            )  # fmt: skip
        if side != game.active:  # secrets sleep in their owner's turn
            for i in range(player.n_secrets):
                entity = player.secrets[i]
                card = game.entities[entity].card
                if _listens(rules, card, event):
                    order = np.int64(player.secret_order[i]) if event == e.DIED else 0
                    _fire(game, rules, vm, event, subject, other, value, card, side, entity, order)
    if vm.n_frames > mark + 1:
        sort_from(vm, mark)


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INDEX)
def tell_drawn(game, rules, vm, side, entity):
    """A card has come to the side's hand from the deck: its own text hears of it first."""
    card = game.entities[entity].card
    if _listens(rules, card, e.DRAWN):
        mark = vm.n_frames
        _fire(game, rules, vm, e.DRAWN, entity, 0, 0, card, side, entity, 0)
        for i in range(mark, np.int64(vm.n_frames)):  # in hand, where a text sleeps otherwise
            vm.frames[i].guarded = 0
    emit(game, rules, vm, e.DRAWN, entity, 0, 0)
