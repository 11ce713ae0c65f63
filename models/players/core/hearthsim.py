"""HearthSim's scorer: a weighted sum over minions, hands, heroes and weapons.

Weights and values are whole numbers, ten-thousandths of HearthSim's (`PER_POINT`), so a sum does
not depend on its order. A hero's death is not its business: see `scorers.score`.

Source: HearthSim, WeightedScorer (2015); Oyaizu 2014, buddypanda.com.
"""

import numpy as np

from engine.core.costs import attack_of, weapon_attack
from engine.core.enums import (
    CHARGE,
    CONSTANT,
    DEAL,
    DIVINE_SHIELD,
    MINION_CARD,
    SPELL_CARD,
    TARGET,
    TAUNT,
)
from engine.core.jit import BOOL, INDEX, INT
from engine.core.select import keywords_of
from engine.core.types import GAME_T, RULES_T
from models.players.core import kernel
from models.players.core.state import STRATEGY_T, WEIGHTS

(
    _W_A, _W_H, _W_TAUNT, _W_SHIELD, _W_MINIONS, _W_HEALTH, _W_WEAPON,
    _WT_A, _WT_H, _WT_SHIELD, _WT_MINIONS, WT_HEALTH, _WT_WEAPON,
    _W_MANA, _W_SD_MULT, _W_SD_ADD, _W_CHARGE, _MINION_EXTRA, _CARD_EXTRA,
) = range(len(WEIGHTS))  # fmt: skip
_LIMIT = 2**31 - 2  # larger values would look like won or lost games


@kernel(INT, STRATEGY_T, BOOL, INT, INT, BOOL, BOOL)
def minion_value(strategy, is_own, attack, health, has_taunt, has_shield):
    """What a minion on the board counts for its side."""
    weights = strategy.weights
    a, h = (_W_A, _W_H) if is_own else (_WT_A, _WT_H)
    shield, one = (_W_SHIELD, _W_MINIONS) if is_own else (_WT_SHIELD, _WT_MINIONS)
    value = weights[a] * attack + weights[h] * health + weights[one] + weights[_MINION_EXTRA]
    if has_taunt:
        value += weights[_W_TAUNT]  # of both sides
    if has_shield:
        value += weights[shield] * (attack + health)
    return value


@kernel(INT, STRATEGY_T, INT)
def damage_value(strategy, damage):
    """What damage to the opponent's hero counts."""
    return strategy.weights[WT_HEALTH] * damage


@kernel(INT, RULES_T, INDEX)
def _spell_damage(rules, row):
    """The damage of a spell that deals a fixed amount to a target of choice; 0 of other cards."""
    card, damage = rules.cards[row], np.int64(0)
    if card.type != SPELL_CARD:
        return damage
    for i in range(card.play, card.play_stop):
        effect = rules.effects[i]
        is_aimed = rules.selectors[effect.on].pick == TARGET
        if effect.op == DEAL and effect.kind == CONSTANT and is_aimed:
            damage += np.int64(effect.amount)
    return damage


@kernel(INT, RULES_T, STRATEGY_T, INDEX)
def card_value(rules, strategy, row):
    """What a card in the own hand counts."""
    card, weights = rules.cards[row], strategy.weights
    value = np.int64(weights[_CARD_EXTRA])
    damage = _spell_damage(rules, row)
    if damage:
        return value + weights[_W_SD_MULT] * damage + weights[_W_SD_ADD]
    if card.type == MINION_CARD and card.keywords & CHARGE:
        value += weights[_W_CHARGE]
    return value + weights[_W_MANA] * np.int64(card.cost)


@kernel(INT, GAME_T, STRATEGY_T, INDEX, BOOL)
def _board_value(game, strategy, side, is_own):
    player, value = game.players[side], np.int64(0)
    for i in range(player.n_board):
        slot = player.board[i]
        minion = game.characters[slot]
        flags = keywords_of(minion)
        value += minion_value(
            strategy, is_own, attack_of(game, slot), np.int64(minion.health),
            flags & TAUNT != 0, flags & DIVINE_SHIELD != 0,
        )  # fmt: skip
    return value


@kernel(INT, GAME_T, STRATEGY_T, INDEX, BOOL)
def _hero_value(game, strategy, side, is_own):
    """Health with armour, and attack times durability of the weapon."""
    player, weights = game.players[side], strategy.weights
    health = np.int64(game.characters[side].health) + np.int64(player.armor)
    weapon = weapon_attack(game, side) * np.int64(player.weapon_durability)
    if is_own:
        return weights[_W_HEALTH] * health + weights[_W_WEAPON] * weapon
    return weights[WT_HEALTH] * health + weights[_WT_WEAPON] * weapon


@kernel(INT, GAME_T, RULES_T, INDEX, STRATEGY_T)
def hearthsim_value(game, rules, side, strategy):
    """The score of a state in which both heroes live, in ten-thousandths of HearthSim's."""
    other = 1 - np.int64(side)
    value = _board_value(game, strategy, side, True) - _board_value(game, strategy, other, False)
    value += _hero_value(game, strategy, side, True) - _hero_value(game, strategy, other, False)
    player = game.players[side]
    for i in range(player.n_hand):
        value += card_value(rules, strategy, game.entities[player.hand[i]].card)
    return max(-_LIMIT, min(_LIMIT, value))
