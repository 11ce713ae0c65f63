"""The numbers that effects work with, found when they run, and conditions on them."""

import numpy as np

from engine.core import enums as e
from engine.core.costs import attack_of, mana_left, weapon_attack
from engine.core.jit import BOOL, INDEX, INT, kernel
from engine.core.rng import below
from engine.core.select import select, side_of
from engine.core.types import EFFECT_T, GAME_T, RULES_T, VM_T


@kernel(INT, GAME_T, RULES_T, VM_T, INDEX, INT)
def _sum_over(game, rules, vm, row, kind):
    total = 0
    for i in range(select(game, rules, vm, row)):
        slot = vm.refs[i]
        if kind == e.SUM_ATTACK:
            total += attack_of(game, slot)
        elif kind == e.SUM_HEALTH:
            total += np.int64(game.characters[slot].health)
        elif kind == e.SUM_MAX_HEALTH:
            total += np.int64(game.characters[slot].max_health)
        else:
            total += 1
    return total


@kernel(INT, GAME_T, RULES_T, INDEX, INT)
def _deck_costs(game, rules, side, parity):
    """Cards in the side's deck whose printed cost has the parity.

    Before the first turn the opening hand still counts as part of the deck.
    """
    player = game.players[side]
    found = 0
    if game.turn == 0:
        for i in range(player.n_hand):
            cost = np.int64(rules.cards[game.entities[player.hand[i]].card].cost)
            found += (cost & 1) == parity
    for i in range(player.n_deck):
        cost = np.int64(rules.cards[game.entities[player.deck[i]].card].cost)
        found += (cost & 1) == parity
    return found


@kernel(BOOL, GAME_T, INDEX, INDEX)
def is_on_board(game, side, card):
    """Whether the side has the minion on its board."""
    player = game.players[side]
    for i in range(player.n_board):  # noqa: SIM110 - a compiled loop
        if game.characters[player.board[i]].card == card:
            return True
    return False


@kernel(INT, GAME_T, RULES_T, INDEX, INDEX)
def missing_of_pool(game, rules, side, pool):
    """How many cards of a pool of minions the side does not have on its board."""
    found = 0
    for i in range(rules.pool_starts[pool], rules.pool_starts[pool + 1]):
        found += not is_on_board(game, side, rules.pool_cards[i])
    return found


@kernel(INT, GAME_T, RULES_T, INDEX, INT)
def side_amount(game, rules, side, kind):
    """What a kind of amount counts on one side."""
    player = game.players[side]
    if kind == e.WEAPON_ATTACK:
        return weapon_attack(game, side)
    if kind == e.WEAPON_DURABILITY:
        return np.int64(player.weapon_durability) if player.weapon else 0
    if kind == e.WEAPON_COUNT:
        return 1 if player.weapon else 0
    if kind == e.ARMOR:
        return np.int64(player.armor)
    if kind == e.HAND_SIZE:
        return np.int64(player.n_hand)
    if kind == e.HAND_GAP:
        return max(0, np.int64(game.players[1 - side].n_hand) - np.int64(player.n_hand))
    if kind == e.SECRET_COUNT:
        return np.int64(player.n_secrets)
    if kind == e.OPEN_SLOTS:
        return e.MAX_BOARD - np.int64(player.n_board)
    if kind == e.CRYSTALS:
        return np.int64(player.crystals)
    if kind == e.MANA:
        return mana_left(game, side)
    if kind == e.DECK_SIZE:
        return np.int64(player.n_deck)
    if kind == e.ODD_COSTS:
        return _deck_costs(game, rules, side, 1)
    if kind == e.EVEN_COSTS:
        return _deck_costs(game, rules, side, 0)
    hero = game.characters[side]
    if kind == e.HERO_HEALTH_OF:
        return np.int64(hero.health)
    return np.int64(hero.max_health) - np.int64(hero.health)  # HERO_DAMAGE


@kernel(INT, GAME_T, RULES_T, VM_T, EFFECT_T)
def amount_of(game, rules, vm, effect):
    """The effect's number: `amount + scale * (what its kind counts)`."""
    kind = effect.kind
    amount = np.int64(effect.amount)
    if kind == e.CONSTANT:
        return amount
    if kind == e.BETWEEN:
        game.random_happened = 1
        return amount + below(game, np.int64(effect.of) - amount + 1)
    if kind == e.VALUE:
        counted = np.int64(vm.me.value)
    elif kind == e.CARDS_BEFORE:
        counted = np.int64(vm.before)
    elif kind == e.PAID:
        counted = np.int64(vm.paid)
    elif kind == e.DRAWN_COST:
        counted = np.int64(rules.cards[game.last_drawn].cost)
    elif e.COUNT <= kind <= e.SUM_MAX_HEALTH:
        counted = _sum_over(game, rules, vm, effect.of, kind)
    else:
        counted = side_amount(game, rules, side_of(vm, effect.of_side), kind)
    return amount + np.int64(effect.scale) * counted


@kernel(BOOL, EFFECT_T, INT)
def compares(effect, counted):
    """Whether what was counted fits a condition row."""
    if effect.compare == e.AT_LEAST:
        return counted >= effect.amount
    if effect.compare == e.AT_MOST:
        return counted <= effect.amount
    return counted == effect.amount


@kernel(BOOL, GAME_T, RULES_T, VM_T, EFFECT_T)
def holds(game, rules, vm, effect):
    """Whether the condition row holds: what it counts against `amount`."""
    kind = effect.kind
    if e.COUNT <= kind <= e.SUM_MAX_HEALTH:
        counted = _sum_over(game, rules, vm, effect.of, kind)
    elif kind == e.VALUE:
        counted = np.int64(vm.me.value)
    elif kind == e.CARDS_BEFORE:
        counted = np.int64(vm.before)
    elif kind == e.PAID:
        counted = np.int64(vm.paid)
    else:
        counted = side_amount(game, rules, side_of(vm, effect.of_side), kind)
    return compares(effect, counted)
