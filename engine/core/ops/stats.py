"""Buffs, silence and everything else that changes a character where it stands."""

import numpy as np

from engine.core import enums as e
from engine.core.amounts import amount_of
from engine.core.attached import attach
from engine.core.costs import attack_of
from engine.core.jit import INDEX, INT, VOID, kernel
from engine.core.rng import below
from engine.core.select import select, select_minions, side_of, slot_of
from engine.core.state import MAX_ATTACHED, NO_SLOT
from engine.core.types import EFFECT_T, GAME_T, RULES_T, VM_T
from engine.core.zones import take_control

_MASK = 0xFFFFFFFF
_MOST = 1000  # where doubling stops: more than any character needs


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INDEX, INT)
def give_grant(game, rules, vm, slot, row, times):
    """Gives one character the grant's stats `times` times, and its keywords."""
    grant, character = rules.grants[row], game.characters[slot]
    if grant.turn:
        character.turn_attack += np.int64(grant.attack) * times
    else:
        character.attack += np.int64(grant.attack) * times
    character.health += np.int64(grant.health) * times
    character.max_health += np.int64(grant.health) * times
    if grant.keywords & e.FADING_STEALTH and character.keywords & e.STEALTH:
        character.keywords |= grant.keywords & (_MASK ^ e.FADING_STEALTH)
    else:
        character.keywords |= grant.keywords
    if grant.spell_power:
        character.spell_power += grant.spell_power
        game.listening |= e.AURA_BIT
    if grant.attached:
        attach(game, rules, slot, np.int64(grant.attached), np.int64(vm.me.side))
    if game.listening & e.AURA_BIT:
        game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def give(game, rules, vm, effect):
    """Gives stats and keywords; the amount says how often."""
    times = amount_of(game, rules, vm, effect)
    if rules.grants[effect.arg].keywords & e.STURDY:  # minions that come later have it too
        game.players[side_of(vm, effect.side)].sturdy = 1
    for i in range(select(game, rules, vm, effect.on)):
        give_grant(game, rules, vm, vm.refs[i], effect.arg, times)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def lose(game, rules, vm, effect):
    """Takes the grant's keywords away."""
    lost = np.int64(rules.grants[effect.arg].keywords)
    if lost & e.STEALTH:
        lost |= e.FADING_STEALTH
    for i in range(select(game, rules, vm, effect.on)):
        game.characters[vm.refs[i]].keywords &= _MASK ^ lost
        game.dirty = 1


@kernel(VOID, GAME_T, INDEX, INT)
def _restore_max_health(game, slot, health):
    """Sets the maximum without auras; what is gained heals, what is lost only caps."""
    character = game.characters[slot]
    maximum = health + np.int64(character.aura_health)
    gained = maximum - np.int64(character.max_health)
    character.max_health = maximum
    if gained > 0:
        character.health += gained
    character.health = min(np.int64(character.health), maximum)


@kernel(VOID, GAME_T, RULES_T, INDEX)
def silence_slot(game, rules, slot):
    """Takes all text, buffs and keywords from one minion."""
    character = game.characters[slot]
    printed = rules.cards[character.card]
    if character.keywords & e.BORROWED and game.slot_side[slot] == game.active:
        take_control(game, rules, slot, 1 - np.int64(game.active))
    character.keywords = e.SILENCED | (character.keywords & (e.DOOMED | rules.silence_leaves))
    character.attack = printed.attack
    character.turn_attack = 0
    character.spell_power = 0
    character.n_attached = 0
    for k in range(MAX_ATTACHED):
        character.attached[k] = 0
    _restore_max_health(game, slot, np.int64(printed.health))
    game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def silence(game, rules, vm, effect):
    """Takes all text, buffs and keywords from minions."""
    for i in range(select_minions(game, rules, vm, effect.on)):
        silence_slot(game, rules, vm.refs[i])


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def set_attack(game, rules, vm, effect):
    """Changes attack to a number; earlier changes no longer count."""
    amount = amount_of(game, rules, vm, effect)
    for i in range(select(game, rules, vm, effect.on)):
        character = game.characters[vm.refs[i]]
        character.attack = amount
        character.turn_attack = 0


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def set_health(game, rules, vm, effect):
    """Changes health, current and maximum, to a number."""
    amount = amount_of(game, rules, vm, effect)
    for i in range(select(game, rules, vm, effect.on)):
        character = game.characters[vm.refs[i]]
        character.max_health = amount + np.int64(character.aura_health)
        character.health = character.max_health
        game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def double_health(game, rules, vm, effect):
    """Gives minions as much health as they have left."""
    for i in range(select(game, rules, vm, effect.on)):
        character = game.characters[vm.refs[i]]
        health = np.int64(character.health)
        gained = min(health, max(0, _MOST - health))
        character.max_health += gained
        character.health += gained
        if game.listening & e.AURA_BIT:
            game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def swap_stats(game, rules, vm, effect):
    """Swaps current attack and current health, auras included; the auras then count again."""
    for i in range(select(game, rules, vm, effect.on)):
        slot = vm.refs[i]
        character = game.characters[slot]
        attack, health = attack_of(game, slot), np.int64(character.health)
        character.attack = health
        character.turn_attack = 0
        character.health = attack + np.int64(character.aura_health)
        character.max_health = character.health
        game.dirty = 1


@kernel(VOID, GAME_T, INDEX, INT)
def _put_health(game, slot, health):
    """Sets a minion's health, current and maximum; the auras on it then count again."""
    character = game.characters[slot]
    character.health = health + np.int64(character.aura_health)
    character.max_health = character.health


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def swap_health(game, rules, vm, effect):
    """The source swaps its health with a minion; what each has left becomes its maximum."""
    mine = slot_of(game, vm.me.entity)
    if select_minions(game, rules, vm, effect.on) == 0 or mine == NO_SLOT or mine < 2:
        return
    other = vm.refs[0]
    health = np.int64(game.characters[mine].health)
    _put_health(game, mine, np.int64(game.characters[other].health))
    _put_health(game, other, health)
    game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def set_hero_health(game, rules, vm, effect):
    """Sets the remaining health of heroes."""
    amount = amount_of(game, rules, vm, effect)
    for i in range(select(game, rules, vm, effect.on)):
        hero = game.characters[vm.refs[i]]
        hero.health = amount
        hero.max_health = max(np.int64(hero.max_health), amount)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def destroy(game, rules, vm, effect):
    """Marks minions for the next death phase."""
    for i in range(select(game, rules, vm, effect.on)):
        game.characters[vm.refs[i]].keywords |= e.DOOMED


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def double_attack(game, rules, vm, effect):
    """Doubles attack, without what auras give; the part for this turn stays for this turn."""
    for i in range(select(game, rules, vm, effect.on)):
        character = game.characters[vm.refs[i]]
        character.attack = min(2 * np.int64(character.attack), _MOST)
        character.turn_attack = min(2 * np.int64(character.turn_attack), _MOST)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def brawl(game, rules, vm, effect):
    """Destroys all minions but one, chosen at random: the selector picks it."""
    select(game, rules, vm, effect.on)
    survivor = vm.refs[0] if vm.n_refs else 0
    for slot in range(2, 16):
        if game.slot_entity[slot] and slot != survivor:
            game.characters[slot].keywords |= e.DOOMED


@kernel(INT, GAME_T, INT)
def _one_bit(game, bits):
    """One of the bits, chosen at random."""
    found, chosen = 0, 0
    for i in range(32):
        if (bits >> i) & 1:
            found += 1
            if below(game, found) == 0:
                chosen = 1 << i
    if found > 1:
        game.random_happened = 1
    return chosen


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def give_one_of(game, rules, vm, effect):
    """Gives each one of the grant's keywords, chosen for itself, also one that it has."""
    bits = np.int64(rules.grants[effect.arg].keywords)
    for i in range(select(game, rules, vm, effect.on)):
        game.characters[vm.refs[i]].keywords |= _one_bit(game, bits)
        if game.listening & e.AURA_BIT:
            game.dirty = 1
