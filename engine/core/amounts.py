"""The numbers that effects work with, found when they run, and conditions on them."""

import numpy as np

from engine.core import enums as e
from engine.core.costs import attack_of, has_damaged, mana_left, weapon_attack
from engine.core.jit import BOOL, INDEX, INT, kernel
from engine.core.rng import below
from engine.core.select import entity_fits, select, side_of
from engine.core.state import LONG_DEAD
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
        elif kind == e.SUM_DAMAGE:
            character = game.characters[slot]
            total += np.int64(character.max_health) - np.int64(character.health)
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


@kernel(BOOL, GAME_T, INDEX, INDEX)
def has_died(game, entity, card):
    """Whether a minion has died, in this turn or earlier; only one of the card, if not 0."""
    dead = game.entities[entity]
    if dead.zone != e.IN_GRAVEYARD or dead.died == 0 or dead.died == LONG_DEAD:
        return False
    return card == 0 or dead.card == card


@kernel(INT, GAME_T, INDEX, INDEX)
def died_this_game(game, side, card):
    """How many minions of the side have died; only those of a card, if it is not 0.

    A death whose number has been used again, from the 256th card of a game on, is forgotten.
    """
    found = 0
    for entity in range(3, np.int64(game.n_entities)):
        found += game.entities[entity].side == side and has_died(game, entity, card)
    return found


@kernel(INT, GAME_T, RULES_T, INDEX, INDEX)
def _held(game, rules, side, row):
    """Cards in the side's hand that fit a selector."""
    player = game.players[side]
    found = 0
    for i in range(player.n_hand):
        found += entity_fits(game, rules, rules.selectors[row], side, 0, player.hand[i])
    return found


@kernel(INT, GAME_T, INDEX, INT)
def _standing(game, side, kind):
    """What a kind of amount says of the side's characters, and whether it is the side's turn."""
    if kind == e.ON_TURN:
        return 1 if game.active == side else 0
    if kind == e.HAS_DAMAGED:
        return has_damaged(game, side)
    hero = game.characters[side]
    if kind == e.HERO_HEALTH_OF:
        return np.int64(hero.health)
    return np.int64(hero.max_health) - np.int64(hero.health)  # HERO_DAMAGE


@kernel(INT, GAME_T, RULES_T, INDEX, INT, INDEX)
def side_amount(game, rules, side, kind, row):
    """What a kind of amount counts on one side; some ask for a row: a selector, pool or card."""
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
    if kind == e.HELD:
        return _held(game, rules, side, row)
    if kind == e.DEATHS_THIS_TURN:
        return np.int64(game.deaths)
    if kind == e.DIED_THIS_GAME:
        return died_this_game(game, side, row)
    if kind == e.MISSING:
        return missing_of_pool(game, rules, side, row)
    return _standing(game, side, kind)


@kernel(INT, GAME_T, RULES_T, VM_T, EFFECT_T)
def _counted(game, rules, vm, effect):
    """What the kind of amount of an effect or a condition counts."""
    kind = effect.kind
    if e.COUNT <= kind <= e.SUM_DAMAGE:
        return _sum_over(game, rules, vm, effect.of, kind)
    if kind == e.VALUE:
        return np.int64(vm.me.value)
    if kind == e.CARDS_BEFORE:
        return np.int64(vm.before)
    if kind == e.PAID:
        return np.int64(vm.paid)
    if kind == e.DRAWN_COST:
        return np.int64(rules.cards[game.last_drawn].cost)
    side = side_of(vm, effect.of_side)
    if kind == e.BURIED:  # a byte for each side: see `resolve_deaths`
        return (np.int64(vm.me.value) >> (8 if side != vm.me.side else 0)) & 255
    return side_amount(game, rules, side, kind, effect.of)


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
    return amount + np.int64(effect.scale) * _counted(game, rules, vm, effect)


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
    return compares(effect, _counted(game, rules, vm, effect))
