"""The death phase: all dead leave play at once, then each death is reacted to, the oldest first."""

import numpy as np

from engine.core import enums as e
from engine.core.attached import carrier_of, times_of
from engine.core.events import emit, push, sort_from
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.memory import copy_bytes
from engine.core.select import is_dying, sort_by_play
from engine.core.state import CHARACTER, DEATHRATTLES_TWICE, IF_TWICE, MAX_DEAD, NO_SLOT
from engine.core.types import CHARACTER_T, GAME_T, RULES_T, VM_T
from engine.core.zones import bury, leave_board

_CHARACTER = CHARACTER.itemsize
_LAST = 0x10000  # after every order of play


@kernel(VOID, GAME_T, VM_T)
def _note_losers(game, vm):
    """A hero whom a death phase finds dead has lost, whatever heals or replaces it later."""
    for side in range(2):
        if is_dying(game.characters[side]):
            vm.lost |= 1 << side


@kernel(VOID, GAME_T, VM_T)
def settle_result(game, vm):
    """Ends the game if a hero is dead; both dead: both have lost."""
    for side in range(2):
        if vm.lost >> side & 1 and not is_dying(game.characters[side]):
            game.characters[side].keywords |= e.DOOMED
    first, second = is_dying(game.characters[0]), is_dying(game.characters[1])
    if first and second:
        game.result = e.BOTH_LOST
    elif first or second:
        game.result = e.SECOND_WON if first else e.FIRST_WON


@kernel(VOID, GAME_T)
def _doom_heroes(game):
    """A dead hero stays dead while the turn passes; see `Variant.turn_outlives_heroes`."""
    for side in range(2):
        if is_dying(game.characters[side]):
            game.characters[side].keywords |= e.DOOMED


@kernel(BOOL, GAME_T)
def is_anyone_dying(game):
    """Whether a death phase would find anybody."""
    if is_dying(game.characters[0]) or is_dying(game.characters[1]):
        return True
    for side in range(2):
        player = game.players[side]
        for i in range(player.n_board):
            if is_dying(game.characters[player.board[i]]):
                return True
    return False


@kernel(INT, GAME_T, VM_T)
def _find_dead(game, vm):
    """Writes the slots of the dying minions to `vm.refs` in order of play."""
    vm.n_refs = 0
    for side in range(2):
        player = game.players[side]
        for i in range(player.n_board):
            slot = player.board[i]
            if is_dying(game.characters[slot]):
                vm.refs[vm.n_refs] = slot
                vm.n_refs += 1
    sort_by_play(game, vm)
    return np.int64(vm.n_refs)


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INDEX, INDEX, INDEX, INT, INT)
def push_deathrattle(game, rules, vm, carrier, side, entity, position, order, guarded):
    """Pushes the deathrattle of the card row `carrier`, if it has one."""
    card = rules.cards[carrier]
    if card.deathrattle == card.deathrattle_stop:
        return
    frame = vm.frames[push(game, vm, e.PROGRAM, side, entity)]
    frame.pc = card.deathrattle
    frame.stop = card.deathrattle_stop
    frame.card = carrier
    frame.position = position
    frame.order = order
    frame.guarded = guarded


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INDEX, INDEX, INDEX, INT)
def _push_of_minion(game, rules, vm, carrier, side, entity, position, order):
    """A minion's deathrattle runs, and once more if its side's still trigger twice by then."""
    push_deathrattle(game, rules, vm, carrier, side, entity, position, order, 0)
    if game.players[side].traits & DEATHRATTLES_TWICE:
        push_deathrattle(game, rules, vm, carrier, side, entity, position, order, IF_TWICE)


@kernel(VOID, GAME_T, RULES_T, VM_T, CHARACTER_T, INDEX, INDEX, INDEX)
def push_deathrattles(game, rules, vm, character, side, entity, position):
    """Pushes a minion's deathrattles, printed and given; `position`: where it stood, if it died."""
    order = np.int64(character.order)
    if not character.keywords & e.SILENCED:
        _push_of_minion(game, rules, vm, character.card, side, entity, position, order)
    for i in range(character.n_attached):
        given = np.int64(character.attached[i])
        carrier = carrier_of(rules, given)
        for _ in range(times_of(given)):
            _push_of_minion(game, rules, vm, carrier, side, entity, position, order)


@kernel(VOID, GAME_T, RULES_T, INDEX)
def _grow_in_hand(game, rules, side):
    """A friendly minion has died: cards in hand that say so gain attack, at most 120."""
    player = game.players[side]
    for i in range(player.n_hand):
        card = game.entities[player.hand[i]]
        if card.card == rules.grower:
            card.slot = max(np.int64(card.slot) - np.int64(rules.grows), NO_SLOT - 120)
            player.grown = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, CHARACTER_T, INDEX, INDEX, INDEX)
def _react_to_death(game, rules, vm, character, side, entity, position):
    """Pushes a minion's deathrattles and the triggers about its death, in one order of play."""
    _grow_in_hand(game, rules, side)
    mark = vm.n_frames
    push_deathrattles(game, rules, vm, character, side, entity, position)
    n_own = vm.n_frames - mark
    emit(game, rules, vm, e.DIED, entity, 0, 0)
    if 0 < n_own < vm.n_frames - mark:
        sort_from(vm, mark)


@kernel(VOID, GAME_T, RULES_T, VM_T)
def react_to_next_death(game, rules, vm):
    """The death that waits for nobody any more; see `_await_death`."""
    me = vm.me
    vm.n_dead -= 1
    dead = vm.dead[vm.n_dead]
    _react_to_death(game, rules, vm, dead, me.side, me.entity, me.position)


@kernel(VOID, GAME_T, VM_T, CHARACTER_T, INDEX, INDEX, INDEX, INT)
def _await_death(game, vm, character, side, entity, position, place):
    """A death that others are reacted to before: what they bring into play notices it.

    The minion waits at `place` of `vm.dead`, a stack whose next one is the last, as its slot may
    be used again. A death phase within the reactions puts its own above and has taken them off
    before the next one of this phase.
    """
    if place >= MAX_DEAD:
        game.error = e.TOO_MANY_REFS
        return
    copy_bytes(vm.dead[place], character, _CHARACTER)
    vm.frames[push(game, vm, e.DEATH, side, entity)].position = position


@kernel(INT, GAME_T, RULES_T, VM_T, INT, INT)
def _react_to_weapons(game, rules, vm, first, order):
    """Deathrattles of broken weapons, from the `first` on, up to an order of play."""
    nth = first
    while nth < vm.n_broken and vm.broken_order[nth] < order:
        entity = vm.broken[nth]
        weapon = game.entities[entity]
        push_deathrattle(game, rules, vm, weapon.card, weapon.side, entity, NO_SLOT, 0, 0)
        nth += 1
    return nth


@kernel(VOID, GAME_T, RULES_T)
def _take_off_boards(game, rules):
    """All who are dying leave together, left to right: a place counts the survivors before it."""
    for side in range(2):
        player = game.players[side]
        i = 0
        while i < player.n_board:
            slot = player.board[i]
            if is_dying(game.characters[slot]):
                game.characters[slot].fresh = i  # where it stood
                leave_board(game, rules, slot)
                bury(game, game.slot_entity[slot])
            else:
                i += 1


@kernel(VOID, GAME_T, RULES_T, VM_T, INT)
def _react_to_deaths(game, rules, vm, n):
    """Pushes what the deaths of the `n` minions of `vm.refs` cause, and those of broken weapons.

    The first that something reacts to does so now; the others wait for what it causes.
    """
    mark, base = vm.n_frames, np.int64(vm.n_dead)
    weapons = 0
    for i in range(n):
        slot = vm.refs[i]
        character, side, entity = (
            game.characters[slot],
            game.slot_side[slot],
            game.slot_entity[slot],
        )
        weapons = _react_to_weapons(game, rules, vm, weapons, np.int64(character.order))
        game.deaths += 1
        game.entities[entity].died = game.deaths
        game.slot_entity[slot] = 0
        if vm.n_frames == mark:
            _react_to_death(game, rules, vm, character, side, entity, character.fresh)
        else:
            vm.n_dead = max(base + n - i, np.int64(vm.n_dead))
            _await_death(game, vm, character, side, entity, character.fresh, base + n - 1 - i)
    _react_to_weapons(game, rules, vm, weapons, _LAST)
    vm.n_broken = 0


@kernel(VOID, GAME_T, RULES_T, VM_T)
def bury_dead(game, rules, vm):
    """One death phase; pushes another if there were deaths, for what they cause.

    The last one ends the game if a hero is dead, unless its frame has a value: see `actions`.
    """
    is_last = vm.me.value == 0
    n = _find_dead(game, vm)
    if n == 0 and vm.n_broken == 0:  # only now: the deathrattles of a last trade still count
        if is_last:
            settle_result(game, vm)
        else:
            _doom_heroes(game)
        return
    _note_losers(game, vm)
    _take_off_boards(game, rules)
    _react_to_deaths(game, rules, vm, n)
    vm.frames[push(game, vm, e.DEATHS, game.active, 0)].value = 0 if is_last else 1
