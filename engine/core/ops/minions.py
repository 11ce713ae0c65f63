"""Minions that appear, change, change sides or go home."""

import numpy as np

from engine.core import enums as e
from engine.core.amounts import amount_of, is_on_board, missing_of_pool
from engine.core.events import emit
from engine.core.jit import BOOL, INDEX, INT, VOID, kernel
from engine.core.rng import below
from engine.core.select import (
    board_index,
    entity_fits,
    select_minions,
    side_of,
    slot_of,
    sort_by_play,
)
from engine.core.state import MAX_ATTACHED, NO_SLOT
from engine.core.tables import MAX_COST
from engine.core.types import CHARACTER_T, EFFECT_T, GAME_T, RULES_T, VM_T
from engine.core.zones import (
    add_to_hand,
    enter_play,
    has_secret,
    new_entity,
    notice,
    print_minion,
    remove_minion,
    set_secret,
    take_control,
    take_from_deck,
    take_from_hand,
)
from engine.core.zones import (
    summon as summon_minion,
)

_MASK = 0xFFFFFFFF


@kernel(INT, GAME_T, VM_T, INDEX)
def place_for(game, vm, side):
    """Where a summoned minion goes: right of its source, where a dead source stood, or last."""
    me = vm.me
    if side != me.side:
        return e.MAX_BOARD
    slot = slot_of(game, me.entity)
    if slot != NO_SLOT and slot >= 2:
        return board_index(game, slot) + 1
    if me.position != NO_SLOT:
        return np.int64(me.position)
    return e.MAX_BOARD


@kernel(VOID, VM_T, INDEX)
def make_way(vm, place):
    """A deathrattle has summoned at `place`: its side's next ones count that to their left."""
    me = vm.me
    if me.position == NO_SLOT:
        return
    for i in range(vm.n_frames):
        frame = vm.frames[i]
        if frame.side == me.side and frame.position != NO_SLOT and frame.position >= place:
            frame.position += 1


@kernel(INDEX, GAME_T, RULES_T, INDEX)
def random_of_pool(game, rules, pool):
    """A random card of a pool."""
    game.random_happened = 1
    start, stop = np.int64(rules.pool_starts[pool]), np.int64(rules.pool_starts[pool + 1])
    return rules.pool_cards[start + below(game, stop - start)]


@kernel(INDEX, GAME_T, RULES_T, INDEX, INDEX)
def _random_missing(game, rules, side, pool):
    """A random card of a pool that is not on the side's board, 0 (no card) if all are."""
    missing = missing_of_pool(game, rules, side, pool)
    if missing == 0:
        return 0
    if missing > 1:
        game.random_happened = 1
    left = below(game, missing)
    for i in range(rules.pool_starts[pool], rules.pool_starts[pool + 1]):
        if not is_on_board(game, side, rules.pool_cards[i]):
            if left == 0:
                return rules.pool_cards[i]
            left -= 1
    return 0


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def summon(game, rules, vm, effect):
    """Summons copies of a card, as many as fit: around a minion in play right and left in turn.

    With `by`, those that a deathrattle summons go to the right end.
    """
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    place = e.MAX_BOARD if effect.by else place_for(game, vm, side)
    slot = slot_of(game, vm.me.entity)
    is_around = not effect.by and slot != NO_SLOT and slot >= 2 and side == vm.me.side
    for i in range(n):
        at = place + i
        if is_around:
            at = board_index(game, slot) + 1 - (i & 1)
        if summon_minion(game, rules, vm, side, effect.arg, at) == NO_SLOT:
            return
        if side == vm.me.side:
            make_way(vm, at)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def summon_from_pool(game, rules, vm, effect):
    """Summons random minions of a pool, with `by` only such as the side does not have."""
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    place = place_for(game, vm, side)
    for i in range(n):
        card = (
            _random_missing(game, rules, side, effect.arg)
            if effect.by
            else random_of_pool(game, rules, effect.arg)
        )
        if card:
            summon_minion(game, rules, vm, side, card, place + i)


@kernel(VOID, CHARACTER_T, CHARACTER_T)
def _copy_character(copy, original):
    """Stats, keywords and given abilities; auras are recomputed for the copy."""
    copy.keywords = original.keywords & (_MASK ^ e.DOOMED)
    copy.attack = original.attack
    copy.turn_attack = original.turn_attack
    copy.health = np.int64(original.health) - np.int64(original.aura_health)
    copy.max_health = np.int64(original.max_health) - np.int64(original.aura_health)
    copy.spell_power = original.spell_power
    copy.n_attached = original.n_attached
    for i in range(MAX_ATTACHED):
        copy.attached[i] = original.attached[i]


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INDEX)
def _transform(game, rules, vm, slot, card):
    """Replaces a minion by a new one in its place; nothing dies and nothing is summoned."""
    old = game.slot_entity[slot]
    side = game.slot_side[slot]
    entity = new_entity(game, card, side, e.IN_PLAY)
    if entity == 0:
        return
    game.entities[old].zone = e.REMOVED
    game.entities[old].slot = NO_SLOT
    game.entities[entity].slot = slot
    game.slot_entity[slot] = entity
    if vm.played == old:  # "after you summon" is about what it has become
        vm.played = entity
    print_minion(game, rules, slot, card)
    notice(game, rules, card)
    if game.listening:
        game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def transform(game, rules, vm, effect):
    """Transforms minions into a card."""
    for i in range(select_minions(game, rules, vm, effect.on)):
        _transform(game, rules, vm, vm.refs[i], effect.arg)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def transform_pool(game, rules, vm, effect):
    """Transforms minions into random cards of a pool, with `by` of their own printed cost."""
    for i in range(select_minions(game, rules, vm, effect.on)):
        pool = np.int64(effect.arg)
        if effect.by:
            pool += min(np.int64(rules.cards[game.characters[vm.refs[i]].card].cost), MAX_COST)
        if rules.pool_starts[pool] < rules.pool_starts[pool + 1]:
            _transform(game, rules, vm, vm.refs[i], random_of_pool(game, rules, pool))


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def become_copy(game, rules, vm, effect):
    """The source becomes a copy of the minion the selector means."""
    slot = slot_of(game, vm.me.entity)
    if slot == NO_SLOT or slot < 2 or select_minions(game, rules, vm, effect.on) == 0:
        return
    original = vm.refs[0]
    _transform(game, rules, vm, slot, game.characters[original].card)
    _copy_character(game.characters[slot], game.characters[original])
    game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def summon_copy(game, rules, vm, effect):
    """Summons a copy of the minion the selector means; as printed if it has become a hero."""
    me = vm.me
    found = select_minions(game, rules, vm, effect.on)
    original = vm.refs[0]
    if found:
        card = game.characters[original].card
    elif me.subject and game.entities[me.subject].zone == e.AS_HERO:
        card = game.entities[me.subject].card
    else:
        return
    slot = summon_minion(game, rules, vm, me.side, card, place_for(game, vm, me.side))
    if found and slot != NO_SLOT:
        _copy_character(game.characters[slot], game.characters[original])
        game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def steal(game, rules, vm, effect):
    """Takes control of minions for the side; one that finds no room is destroyed."""
    side = side_of(vm, effect.side)
    for i in range(select_minions(game, rules, vm, effect.on)):
        take_control(game, rules, vm.refs[i], side)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def shadow_control(game, rules, vm, effect):
    """Takes control of minions for this turn, in which they have charge."""
    for i in range(select_minions(game, rules, vm, effect.on)):
        slot = vm.refs[i]
        take_control(game, rules, slot, vm.me.side)
        game.characters[slot].keywords |= e.BORROWED
        game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def return_to_hand(game, rules, vm, effect):
    """Returns minions, in order of play, at a changed cost; with a full hand they leave play."""
    cost_change = amount_of(game, rules, vm, effect)
    n = select_minions(game, rules, vm, effect.on)
    sort_by_play(game, vm)
    for i in range(n):
        slot = vm.refs[i]
        side = game.slot_side[slot]
        if game.players[side].n_hand >= e.MAX_HAND and rules.full_hand_kills:
            game.characters[slot].keywords |= e.DOOMED
        else:  # add_to_hand buries a card too many
            add_to_hand(game, side, remove_minion(game, rules, slot), cost_change)


@kernel(INT, GAME_T, RULES_T, INDEX)
def _random_minion_in_hand(game, rules, side):
    """Index of a random minion card in the hand, -1 if there is none."""
    player = game.players[side]
    found, chosen = 0, -1
    for i in range(player.n_hand):
        if rules.cards[game.entities[player.hand[i]].card].type == e.MINION_CARD:
            found += 1
            if below(game, found) == 0:
                chosen = i
    if found > 1:
        game.random_happened = 1
    return chosen


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def swap_with_hand(game, rules, vm, effect):
    """The source swaps places with a random minion in its controller's hand."""
    slot, side = slot_of(game, vm.me.entity), vm.me.side
    chosen = _random_minion_in_hand(game, rules, side)
    if slot == NO_SLOT or slot < 2 or chosen < 0 or game.slot_side[slot] != side:
        return
    place = board_index(game, slot)
    coming = take_from_hand(game, side, chosen)
    add_to_hand(game, side, remove_minion(game, rules, slot), 0)
    enter_play(game, rules, side, coming, place)
    emit(game, rules, vm, e.SUMMONED, coming, 0, 0)
    emit(game, rules, vm, e.AFTER_SUMMONED, coming, 0, 0)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def summon_from_deck(game, rules, vm, effect):
    """Summons a copy of a random minion in the side's deck, or else the effect's card."""
    player = game.players[side_of(vm, effect.side)]
    found = 0
    card = np.int64(effect.arg)
    for i in range(player.n_deck):
        candidate = np.int64(game.entities[player.deck[i]].card)
        if rules.cards[candidate].type == e.MINION_CARD:
            found += 1
            if below(game, found) == 0:
                card = candidate
    if found > 1:
        game.random_happened = 1
    summon_minion(game, rules, vm, vm.me.side, card, e.MAX_BOARD)


@kernel(BOOL, GAME_T, RULES_T, INDEX, INDEX)
def _has_room(game, rules, side, entity):
    """Whether a minion finds a place on the board, or a secret one in its zone."""
    card = game.entities[entity].card
    player = game.players[side]
    if rules.cards[card].type != e.SECRET_CARD:
        return player.n_board < e.MAX_BOARD
    return player.n_secrets < e.MAX_SECRETS and not has_secret(game, side, card)


@kernel(INT, GAME_T, RULES_T, VM_T, EFFECT_T, INDEX)
def _random_fitting(game, rules, vm, effect, side):
    """Index of a random card in the side's deck, or hand (`by`), that can come into play, or -1."""
    player, selector = game.players[side], rules.selectors[effect.on]
    n = np.int64(player.n_hand) if effect.by else np.int64(player.n_deck)
    found, chosen = 0, -1
    for i in range(n):
        entity = player.hand[i] if effect.by else player.deck[i]
        is_one = entity_fits(game, rules, selector, vm.me.side, vm.me.entity, entity)
        if is_one and _has_room(game, rules, side, entity):
            found += 1
            if below(game, found) == 0:
                chosen = i
    if found > 1:
        game.random_happened = 1
    return chosen


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def put_into_play(game, rules, vm, effect):
    """Puts a random minion or secret of the side's deck, or hand (`by`), into play."""
    side = side_of(vm, effect.side)
    index = _random_fitting(game, rules, vm, effect, side)
    if index < 0:
        return
    entity = take_from_hand(game, side, index) if effect.by else take_from_deck(game, side, index)
    if rules.cards[game.entities[entity].card].type == e.SECRET_CARD:
        set_secret(game, rules, side, entity)
        return
    place = place_for(game, vm, side)
    enter_play(game, rules, side, entity, place)
    if side == vm.me.side:
        make_way(vm, place)
    emit(game, rules, vm, e.SUMMONED, entity, 0, 0)
    emit(game, rules, vm, e.AFTER_SUMMONED, entity, 0, 0)
