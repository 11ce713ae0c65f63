"""Weapons, armour, mana, hero powers and what else belongs to a player."""

import numpy as np

from engine.core import enums as e
from engine.core.amounts import amount_of
from engine.core.costs import mana_balance
from engine.core.deaths import push_deathrattle
from engine.core.events import emit
from engine.core.jit import INDEX, VOID, kernel
from engine.core.ops.minions import random_of_pool
from engine.core.select import side_of, slot_of
from engine.core.state import MAX_BROKEN, NO_SLOT
from engine.core.types import EFFECT_T, GAME_T, RULES_T, VM_T
from engine.core.zones import bury, equip_entity, new_entity, remove_minion


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX)
def _await_deathrattle(game, rules, vm, side):
    """The deathrattle of the side's weapon, which breaks, waits for the next death phase."""
    player = game.players[side]
    card = rules.cards[player.weapon]
    if card.deathrattle == card.deathrattle_stop:
        return
    if vm.n_broken >= MAX_BROKEN:
        game.error = e.TOO_MANY_REFS
        return
    vm.broken[vm.n_broken] = player.weapon_entity
    vm.broken_order[vm.n_broken] = player.weapon_order
    vm.n_broken += 1
    vm.unsettled = 1


@kernel(VOID, GAME_T, INDEX)
def _remove_weapon(game, side):
    player = game.players[side]
    bury(game, player.weapon_entity)
    player.weapon = 0
    player.weapon_entity = 0
    player.weapon_attack = 0
    player.weapon_durability = 0
    player.weapon_order = 0
    if game.listening:
        game.dirty = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX)
def break_weapon(game, rules, vm, side):
    """Destroys the side's weapon, if it has one."""
    if game.players[side].weapon:
        _await_deathrattle(game, rules, vm, side)
        _remove_weapon(game, side)


@kernel(VOID, GAME_T, RULES_T, VM_T, INDEX, INDEX)
def _arm(game, rules, vm, side, card):
    """Equips a new weapon; the old one is destroyed."""
    break_weapon(game, rules, vm, side)
    entity = new_entity(game, card, side, e.AS_WEAPON)
    if entity:
        equip_entity(game, rules, side, entity)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def equip(game, rules, vm, effect):
    """Equips a new weapon; the old one is destroyed."""
    _arm(game, rules, vm, side_of(vm, effect.side), effect.arg)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def destroy_weapon(game, rules, vm, effect):
    """Destroys the side's weapon, whose deathrattle runs before the next row."""
    side = side_of(vm, effect.side)
    player = game.players[side]
    if player.weapon:
        entity = player.weapon_entity
        push_deathrattle(game, rules, vm, player.weapon, side, entity, NO_SLOT, 0, 0)
        _remove_weapon(game, side)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def give_weapon(game, rules, vm, effect):
    """Gives the side's weapon the grant's attack and durability; without durability it breaks."""
    side = side_of(vm, effect.side)
    player = game.players[side]
    if player.weapon == 0:
        return
    grant = rules.grants[effect.arg]
    times = amount_of(game, rules, vm, effect)
    player.weapon_attack += np.int64(grant.attack) * times
    player.weapon_durability += np.int64(grant.health) * times
    if player.weapon_durability <= 0:
        break_weapon(game, rules, vm, side)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def gain_armor(game, rules, vm, effect):
    """The side's hero gains armour."""
    amount = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    game.players[side].armor += amount
    if amount > 0:
        emit(game, rules, vm, e.ARMOR_GAINED, game.slot_entity[side], 0, amount)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def set_power(game, rules, vm, effect):
    """The side's hero power becomes another, a second one in `of` if it was that already."""
    player = game.players[side_of(vm, effect.side)]
    already = player.power == effect.arg or player.power == effect.of
    player.power = effect.of if effect.of and already else effect.arg
    player.power_used = 0
    player.power_discount = 0


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def upgrade_power(game, rules, vm, effect):
    """The side's hero power becomes the better one of its class."""
    player = game.players[side_of(vm, effect.side)]
    if rules.cards[player.power].upgrade:
        player.power = rules.cards[player.power].upgrade


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def power_costs(game, rules, vm, effect):
    """The side's hero power costs the amount until another replaces it."""
    player = game.players[side_of(vm, effect.side)]
    printed = np.int64(rules.cards[player.power].cost)
    player.power_discount = max(0, printed - amount_of(game, rules, vm, effect))


@kernel(VOID, GAME_T, RULES_T, INDEX, INDEX)
def _become_hero(game, rules, side, card_row):
    """Another hero: armour and all that was on the old one is gone, attacks made still count."""
    player, hero, card = game.players[side], game.characters[side], rules.cards[card_row]
    player.hero = card_row
    hero.card = card_row
    hero.health = card.health
    hero.max_health = card.health
    hero.keywords = 0
    hero.turn_attack = 0
    game.entities[game.slot_entity[side]].card = card_row
    player.armor = 0
    player.power = card.power
    player.power_used = 0
    player.power_discount = 0


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def replace_hero(game, rules, vm, effect):
    """The source minion leaves play and takes the hero's place, with its power and weapon."""
    side = side_of(vm, effect.side)
    slot = slot_of(game, vm.me.entity)
    if slot != NO_SLOT and slot >= 2:
        game.entities[remove_minion(game, rules, slot)].zone = e.AS_HERO
    _become_hero(game, rules, side, effect.arg)
    weapon = rules.cards[effect.arg].weapon
    if weapon:
        _arm(game, rules, vm, side, weapon)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def gain_crystals(game, rules, vm, effect):
    """The side gains mana crystals; `arg` 1: empty ones. It never has more than 10 mana."""
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    player = game.players[side]
    gained = min(n, e.MAX_MANA - np.int64(player.crystals))
    player.crystals += gained
    if effect.arg:
        player.spent += gained
    player.temporary -= max(0, mana_balance(game, side) - e.MAX_MANA)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def lose_crystals(game, rules, vm, effect):
    """The side loses mana crystals, empty ones first, then full ones, locked ones last."""
    n = amount_of(game, rules, vm, effect)
    player = game.players[side_of(vm, effect.side)]
    lost = min(n, np.int64(player.crystals))
    player.crystals -= lost
    player.spent -= min(lost, np.int64(player.spent))
    player.locked = min(np.int64(player.locked), np.int64(player.crystals))


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def gain_mana(game, rules, vm, effect):
    """The side has more mana this turn, never above 10."""
    n = amount_of(game, rules, vm, effect)
    side = side_of(vm, effect.side)
    player = game.players[side]
    player.temporary += max(0, min(n, e.MAX_MANA - mana_balance(game, side)))


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def spell_discount(game, rules, vm, effect):
    """The next spell this turn costs less."""
    game.players[vm.me.side].spell_discount += amount_of(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def spells_free_next_turn(game, rules, vm, effect):
    """The side's spells cost 0 in its next turn."""
    game.players[side_of(vm, effect.side)].spells_free = 2


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def next_secret_free(game, rules, vm, effect):
    """The next secret this turn costs 0."""
    game.players[vm.me.side].next_secret_free = 1


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def equip_from_pool(game, rules, vm, effect):
    """Equips a random weapon of a pool; the old one is destroyed."""
    _arm(game, rules, vm, side_of(vm, effect.side), random_of_pool(game, rules, effect.arg))


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def spells_dearer(game, rules, vm, effect):
    """The opponent's spells cost more in its next turn, at most 15, more mana than anybody has."""
    more = (np.int64(game.spells_dearer) >> 4) + amount_of(game, rules, vm, effect)
    game.spells_dearer = (np.int64(game.spells_dearer) & 15) | min(more, 15) << 4


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def dragon_discount(game, rules, vm, effect):
    """The next Dragon costs less, whenever it is played."""
    game.players[vm.me.side].dragon_discount += amount_of(game, rules, vm, effect)


@kernel(VOID, GAME_T, RULES_T, VM_T, EFFECT_T)
def unlock_mana(game, rules, vm, effect):
    """Crystals locked by overload are free again, and none will be locked next turn."""
    player = game.players[vm.me.side]
    player.locked = 0
    player.overload = 0
