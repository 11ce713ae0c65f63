"""Damage and healing."""

import numpy as np

from engine.core import enums as e
from engine.core.amounts import amount_of
from engine.core.costs import attack_of
from engine.core.events import emit
from engine.core.jit import INDEX, INT, VOID, kernel
from engine.core.select import keywords_of, select, slot_of
from engine.core.state import NO_SLOT
from engine.core.types import EFFECT_T, GAME_T, RULES_T, VM_T

_MASK = 0xFFFFFFFF
_NO_SHIELD = _MASK ^ e.DIVINE_SHIELD


@kernel(INT, GAME_T, INDEX, INT)
def _through_armor(game, side, amount):
    """Armour absorbs first; returns what is left."""
    player = game.players[side]
    absorbed = min(np.int64(player.armor), amount)
    player.armor -= absorbed
    return amount - absorbed


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX, INT)
def _hurt_hero(game, rules, vm, side, amount):
    hero = game.characters[side]
    if hero.aura_keywords & e.IMMUNE:
        return 0
    fatal = np.int64(hero.health) + np.int64(game.players[side].armor) <= amount
    if fatal and (game.listening >> e.FATAL) & 1:
        before = vm.n_frames
        emit(game, rules, vm, e.FATAL, game.slot_entity[side], 0, amount)
        if vm.n_frames > before:  # a secret prevents it and makes the hero immune at once
            hero.keywords |= e.IMMUNE
            return 0
    hero.health -= _through_armor(game, side, amount)
    return amount


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX, INT)
def heal_slot(game, rules, vm, slot, amount):
    """Restores health up to the maximum; returns how much. The caller emits the event."""
    character = game.characters[slot]
    healed = min(amount, np.int64(character.max_health) - np.int64(character.health))
    if healed <= 0:
        return 0
    character.health += healed
    if game.heeds & e.HEEDS_HEALTH:
        game.dirty = 1
    return healed


@kernel(VOID, GAME_T, INT, INDEX)
def _mark(game, marks, slot):
    """What poisonous and freezing sources do to what they damaged."""
    character = game.characters[slot]
    if marks & e.POISONOUS and slot >= 2:
        character.keywords |= e.DOOMED
        character.health = min(np.int64(character.health), 0)  # it does not survive the damage
    if marks & e.FREEZES:
        character.keywords |= e.FROZEN


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX, INDEX, INT)
def hurt(game, rules, vm, source, slot, amount):
    """Deals damage from entity `source`; returns the damage taken. The caller emits the event."""
    character = game.characters[slot]
    if amount <= 0 or character.keywords & e.IMMUNE:
        return 0
    if slot < 2:
        dealt = _hurt_hero(game, rules, vm, slot, amount)
    else:
        if character.keywords & e.DIVINE_SHIELD:
            character.keywords &= _NO_SHIELD
            return 0
        character.health -= amount
        if character.keywords & e.STURDY and character.health < 1:
            character.health = 1
        dealt = amount
        if game.heeds & e.HEEDS_HEALTH:
            game.dirty = 1
    origin = slot_of(game, source)
    if origin != NO_SLOT and dealt > 0:
        marks = keywords_of(game.characters[origin])
        game.characters[origin].keywords &= _MASK ^ np.int64(rules.damage_ends)
        _mark(game, marks, slot)
        if marks & e.LIFESTEAL:
            side = np.int64(game.slot_side[origin])
            healed = heal_slot(game, rules, vm, side, dealt)
            if healed:
                emit(game, rules, vm, e.HEALED, game.slot_entity[side], source, healed)
    return dealt


@kernel(INT, GAME_T, VM_T, EFFECT_T, INT)
def spell_amount(game, vm, effect, amount):
    """The amount with spell damage (marked by the compiler) and doubling.

    Neither raises what a minion deals at the spell's bidding (`by`).
    """
    me = vm.me
    player = game.players[me.side]
    if me.spell == 1 and effect.magic:
        amount += np.int64(player.spell_power)
    if me.spell and not effect.by:
        amount <<= np.int64(player.doubling)
    return amount


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INT)
def _tell_refs(game, rules, vm, source, n):
    """Who took damage reacts."""
    for i in range(n):
        if vm.amounts[i] > 0:
            entity = game.slot_entity[vm.refs[i]]
            emit(game, rules, vm, e.DAMAGED, entity, source, np.int64(vm.amounts[i]))


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INT, INT)
def _deal_to_refs(game, rules, vm, source, amount, n):
    """All are damaged before anything reacts."""
    for i in range(n):
        vm.amounts[i] = hurt(game, rules, vm, source, vm.refs[i], amount)
    _tell_refs(game, rules, vm, source, n)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T, INDEX, INT)
def _deal_each(game, rules, vm, effect, source, n):
    """Each takes its own number, and all are damaged before anything reacts.

    The total becomes the number of the text that runs, which its later rows can ask for.
    """
    text, total = vm.frames[np.int64(vm.n_frames) - 1], np.int64(0)
    for i in range(n):
        if effect.kind == e.ITS_ATTACK:
            amount = attack_of(game, vm.refs[i])
        else:
            amount = amount_of(game, rules, vm, effect)
        amount = spell_amount(game, vm, effect, amount)
        vm.amounts[i] = hurt(game, rules, vm, source, vm.refs[i], amount)
        total += np.int64(vm.amounts[i])
    text.value = total
    _tell_refs(game, rules, vm, source, n)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def deal(game, rules, vm, effect):
    """Deals damage to all that the selector means; a number may be another for each."""
    source = vm.me.target if effect.by else vm.me.entity
    if effect.kind == e.BETWEEN or effect.kind == e.ITS_ATTACK:
        n = select(game, rules, vm, effect.on)
        _deal_each(game, rules, vm, effect, source, n)
        return
    amount = spell_amount(game, vm, effect, amount_of(game, rules, vm, effect))
    n = select(game, rules, vm, effect.on)
    _deal_to_refs(game, rules, vm, source, amount, n)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def deal_and(game, rules, vm, effect):
    """Deals damage to one character and `arg` to those in `of`, before anything reacts."""
    source = vm.me.entity
    first = spell_amount(game, vm, effect, np.int64(effect.amount))
    others = spell_amount(game, vm, effect, np.int64(effect.arg))
    if select(game, rules, vm, effect.on):
        dealt = hurt(game, rules, vm, source, vm.refs[0], first)
        if dealt > 0:
            emit(game, rules, vm, e.DAMAGED, game.slot_entity[vm.refs[0]], source, dealt)
    n = select(game, rules, vm, effect.of)
    _deal_to_refs(game, rules, vm, source, others, n)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def deal_split(game, rules, vm, effect):
    """Deals damage in pings of 1, each to a random one of those still alive."""
    total = spell_amount(game, vm, effect, amount_of(game, rules, vm, effect))
    for _ in range(total):
        if select(game, rules, vm, effect.on) == 0:
            return
        _deal_to_refs(game, rules, vm, vm.me.entity, 1, 1)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def heal(game, rules, vm, effect):
    """Restores health; with Auchenai Soulpriest it deals damage instead."""
    player = game.players[vm.me.side]
    amount = amount_of(game, rules, vm, effect)
    if player.heal_damages and vm.me.spell == 1:
        amount += np.int64(player.spell_power)
    amount = spell_amount(game, vm, effect, amount)
    n = select(game, rules, vm, effect.on)
    if player.heal_damages:
        _deal_to_refs(game, rules, vm, vm.me.entity, amount, n)
        return
    for i in range(n):
        vm.amounts[i] = heal_slot(game, rules, vm, vm.refs[i], amount)
    for i in range(n):
        if vm.amounts[i] > 0:
            entity = game.slot_entity[vm.refs[i]]
            emit(game, rules, vm, e.HEALED, entity, vm.me.entity, np.int64(vm.amounts[i]))
