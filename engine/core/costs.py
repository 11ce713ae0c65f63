"""What cards cost and characters deal, with everything that changes them."""

import numpy as np

from engine.core.enums import (
    ALL_RACES,
    ATTACK_IS_HEALTH,
    COUNT,
    DEATHS_THIS_TURN,
    DRAGON,
    ENEMY,
    HAND_SIZE,
    HAS_DAMAGED,
    HERO_DAMAGE,
    MECH,
    MINION_CARD,
    SECRET_CARD,
    SPELL_CARD,
    WEAPON_ATTACK,
)
from engine.core.jit import INDEX, INT, VOID, entry, kernel, linked
from engine.core.types import CARD_T, GAME_T, RULES_T


@kernel(INT, GAME_T, INDEX)
def mana_balance(game, side):
    """Mana of the side; below 0 if overload locks more than it has: new mana pays that first."""
    player = game.players[side]
    return (
        np.int64(player.crystals)
        + np.int64(player.temporary)
        - np.int64(player.spent)
        - np.int64(player.locked)
    )


@kernel(INT, GAME_T, INDEX)
def mana_left(game, side):
    """Mana the side can still spend this turn; whoever has none can still play what is free."""
    return max(0, mana_balance(game, side))


@kernel(VOID, GAME_T, INDEX, INT)
def pay(game, side, cost):
    """Pays mana: what is for this turn only first, then crystals."""
    player = game.players[side]
    temporary = min(cost, np.int64(player.temporary))
    player.temporary -= temporary
    player.spent += cost - temporary


@kernel(INT, GAME_T, INDEX)
def weapon_attack(game, side):
    """Attack of the side's weapon, 0 without one."""
    player = game.players[side]
    if player.weapon == 0:
        return 0
    return max(0, np.int64(player.weapon_attack) + np.int64(player.weapon_aura))


@entry(INT, GAME_T, INDEX)
def attack_of(game, slot):
    """Current attack of a character; a hero's weapon counts in its controller's turn only."""
    character = game.characters[slot]
    if character.keywords & ATTACK_IS_HEALTH:
        return max(0, np.int64(character.health))
    attack = (
        np.int64(character.attack)
        + np.int64(character.turn_attack)
        + np.int64(character.aura_attack)
    )
    if slot < 2 and game.active == slot:
        attack += weapon_attack(game, slot)
    return max(0, attack)


@kernel(INT, GAME_T, INDEX)
def has_damaged(game, side):
    """1 if the side has a damaged minion, else 0."""
    player = game.players[side]
    for i in range(player.n_board):
        minion = game.characters[player.board[i]]
        if minion.health < minion.max_health:
            return 1
    return 0


@entry(INT, GAME_T, INDEX, CARD_T)
def own_discount(game, side, card):
    """How much less the card's own text makes it cost."""
    if card.cost_kind == COUNT:  # minions on the battlefield
        return np.int64(game.players[0].n_board) + np.int64(game.players[1].n_board)
    if card.cost_kind == HAND_SIZE:  # other cards in the hand, or the opponent's
        if card.cost_side == ENEMY:
            return np.int64(game.players[1 - side].n_hand)
        return np.int64(game.players[side].n_hand) - 1
    if card.cost_kind == DEATHS_THIS_TURN:
        return np.int64(game.deaths)
    if card.cost_kind == WEAPON_ATTACK:
        return weapon_attack(game, side)
    if card.cost_kind == HERO_DAMAGE:
        hero = game.characters[side]
        return max(0, np.int64(hero.max_health) - np.int64(hero.health))
    if card.cost_kind == HAS_DAMAGED:
        return np.int64(card.cost_times) * has_damaged(game, side)
    return 0


_own_discount = linked(own_discount)  # few cards have one; costs are asked for often


@kernel(INT, GAME_T, INDEX, CARD_T)
def _change_by_kind(game, side, card):
    """How much more minions of the card's kind cost."""
    player, change = game.players[side], 0
    if player.mech_cost and (card.race == MECH or card.race == ALL_RACES):
        change += np.int64(player.mech_cost)
    if player.battlecry_cost and card.play != card.play_stop:
        change += np.int64(player.battlecry_cost)
    if player.dragon_discount and (card.race == DRAGON or card.race == ALL_RACES):
        change -= np.int64(player.dragon_discount)
    return change


@kernel(INT, GAME_T, RULES_T, INDEX, INDEX, INT)
def cost_of_card(game, rules, side, row, change):
    """Mana the card costs in the side's hand with a lasting change of its cost, never below 0."""
    player = game.players[side]
    card = rules.cards[row]
    cost = np.int64(card.cost) + change
    if card.cost_kind != 0:
        cost -= _own_discount(game, side, card)
    if card.type == MINION_CARD:
        cost += np.int64(player.minion_cost)
        if player.minions_played == 0:
            cost += np.int64(player.first_minion_cost)
        if player.mech_cost | player.battlecry_cost | player.dragon_discount:
            cost += _change_by_kind(game, side, card)
        if player.minion_discount:  # "but not less than (1)"
            cost = max(min(cost, 1), cost - np.int64(player.minion_discount))
    elif card.type == SPELL_CARD or card.type == SECRET_CARD:
        if player.spells_free == 1 or (card.type == SECRET_CARD and player.next_secret_free):
            return 0
        cost += np.int64(player.spell_cost) - np.int64(player.spell_discount)
        if game.spells_dearer and side == game.active:
            cost += np.int64(game.spells_dearer) & 15
    return max(0, cost)


@entry(INT, GAME_T, RULES_T, INDEX, INDEX)
def cost_of(game, rules, side, hand_index):
    """Mana the hand card costs now, never below 0."""
    player = game.players[side]
    row = game.entities[player.hand[hand_index]].card
    return cost_of_card(game, rules, side, row, np.int64(player.hand_cost[hand_index]))
