"""What a state is worth to the player who searches: one integer, larger is better.

A scorer sees a few numbers of both sides: H, B, A, M, T are a side's hero health, number of
minions, and the minions' total attack, health and health of those with taunt. All scorers put a
dead opponent first and an own death last; a death of both counts as won.

HearthSim's scorer is a weighted sum over minions, hands, heroes and weapons. Weights and values are
whole numbers, ten-thousandths of HearthSim's (`PER_POINT`), so a sum does not depend on its order.

The network has 15 numbers of a state as inputs, 5 and 4 neurons, and one output. Two short cuts
do not change its score: the same inputs are computed once in a search, and an output that is nearly
exact is enough if no integer lies within its error.

Sources: SabberStone's basic AI, scores Aggro, Control, MidRange, Ramp and Fatigue; EvoStone2's
NeuralNetScore; HearthSim, WeightedScorer (2015); Oyaizu 2014, buddypanda.com.
"""

import math

import numpy as np
from numba import types

from engine.core.costs import attack_of, cost_of, weapon_attack
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
from engine.core.jit import BOOL, FLOAT, INDEX, INT, VOID
from engine.core.rng import scramble
from engine.core.select import keywords_of
from engine.core.types import GAME_T, RULES_T
from models.players.core import entry, kernel
from models.players.core.state import (
    AGGRO,
    ATTACK,
    CONTROL,
    COST,
    DECK,
    FATIGUE,
    HAND,
    HEALTH,
    HEARTHSIM,
    HERO_ATTACK,
    MIDRANGE,
    MINION_HEALTH,
    MINIONS,
    N_FIRST,
    N_INPUTS,
    N_KNOWN,
    N_SECOND,
    N_SEEN,
    NETWORK,
    NEURONS_T,
    OWN,
    PRICED,
    RAMP,
    SIGHT_T,
    STRATEGY_T,
    TAUNTS,
    THEIRS,
    VALUE,
    WEIGHTS,
)
from models.players.core.value import exact_tanh, near_tanh, value_of_state


@kernel(VOID, GAME_T, INDEX, INDEX, SIGHT_T)
def _see_side(game, side, whose, sight):
    """Writes what both sides show, for one of them."""
    player = game.players[side]
    attack = health = taunt = np.int64(0)
    for i in range(player.n_board):
        slot = player.board[i]
        minion = game.characters[slot]
        attack += attack_of(game, slot)
        health += np.int64(minion.health)
        if keywords_of(minion) & TAUNT:
            taunt += np.int64(minion.health)
    values = sight.values
    values[HEALTH + whose] = game.characters[side].health
    values[HAND + whose] = player.n_hand
    values[DECK + whose] = player.n_deck
    values[ATTACK + whose] = attack
    values[MINION_HEALTH + whose] = health
    values[TAUNTS + whose] = taunt
    values[MINIONS + whose] = player.n_board


@kernel(VOID, GAME_T, RULES_T, INDEX, STRATEGY_T, SIGHT_T)
def see(game, rules, side, strategy, sight):
    """Writes what the strategy's scorer sees of the state as `side`.

    Attacks of the heroes and the hand's costs are for the network only.
    """
    _see_side(game, side, OWN, sight)
    _see_side(game, 1 - side, THEIRS, sight)
    sight.values[PRICED] = 0
    if strategy.scorer != NETWORK:
        return
    player = game.players[side]
    cost = priced = np.int64(0)
    for i in range(player.n_hand):
        cost += cost_of(game, rules, side, i)
        priced += rules.cards[game.entities[player.hand[i]].card].cost_kind != 0
    sight.values[HERO_ATTACK + OWN] = attack_of(game, side)
    sight.values[HERO_ATTACK + THEIRS] = attack_of(game, 1 - side)
    sight.values[COST] = cost
    sight.values[PRICED] = priced


@kernel(VOID, SIGHT_T, SIGHT_T)
def copy_sight(target, source):
    """Copies what a scorer sees."""
    for i in range(N_SEEN):
        target.values[i] = source.values[i]


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


_SPREAD = np.array(
    [
        0x52E6B5, 0xF2A74D, 0x269E0D, 0x651327, 0xA6A3A5, 0x0C5C7F, 0x128B2F, 0xD23F09,
        0x892F91, 0x1818E9, 0x5D9DC9, 0x953199, 0x0ED905, 0xE8E25D, 0x81E74F,
    ]
)  # fmt: skip


@kernel(FLOAT, STRATEGY_T, NEURONS_T, BOOL)
def _network_output(strategy, neurons, is_exact):
    """The network's output times 10^6, from the sums of its first layer."""
    for k in range(N_SECOND):
        neurons.second[k] = strategy.second_bias[k]
    for j in range(N_FIRST):
        x = neurons.first[j]
        y = exact_tanh(x) if is_exact else near_tanh(x)
        for k in range(N_SECOND):
            neurons.second[k] += strategy.second[j, k] * y
    output = strategy.third_bias
    for k in range(N_SECOND):
        x = neurons.second[k]
        output += strategy.third[k] * (exact_tanh(x) if is_exact else near_tanh(x))
    return 1_000_000 * (exact_tanh(output) if is_exact else near_tanh(output))


@entry(INT, STRATEGY_T, NEURONS_T)
def network_score(strategy, neurons):
    """The network over the first values of `neurons.sight`: 10^6 times its output, truncated.

    Truncated towards 0, as the published program does.
    """
    for j in range(N_FIRST):
        neurons.first[j] = strategy.first_bias[j]
    for i in range(N_INPUTS):
        x = neurons.sight.values[i]
        if x != 0:
            for j in range(N_FIRST):
                neurons.first[j] += strategy.first[i, j] * x
    output = _network_output(strategy, neurons, False)
    if math.fabs(output - np.rint(output)) <= strategy.slack:
        output = _network_output(strategy, neurons, True)
    return np.int64(output)


@kernel(INDEX, NEURONS_T)
def _place_of(neurons):
    """Where the score of these inputs is kept."""
    total = np.int64(0)
    for i in range(N_INPUTS):
        total += _SPREAD[i] * np.int64(neurons.sight.values[i])
    return scramble(total) & (N_KNOWN - 1)


@kernel(INT, STRATEGY_T, NEURONS_T)
def known_score(strategy, neurons):
    """The network's score; computed once for the same inputs in a search.

    Three of five states differ from an earlier one in nothing that the network sees.
    """
    known = neurons.known[_place_of(neurons)]
    same = known.search == neurons.search + 1
    for i in range(N_INPUTS):
        same &= known.inputs[i] == neurons.sight.values[i]
    if not same:
        known.points = network_score(strategy, neurons)
        known.search = neurons.search + 1
        for i in range(N_INPUTS):
            known.inputs[i] = neurons.sight.values[i]
    return known.points


WON = 2**31 - 1
LOST = -(2**31)


@kernel(types.UniTuple(INT, 5), SIGHT_T, INDEX)
def _totals(sight, whose):
    """H, B, A, M, T of a side."""
    values = sight.values
    return (
        np.int64(values[HEALTH + whose]),
        np.int64(values[MINIONS + whose]),
        np.int64(values[ATTACK + whose]),
        np.int64(values[MINION_HEALTH + whose]),
        np.int64(values[TAUNTS + whose]),
    )


@kernel(INT, SIGHT_T)
def _aggro(sight):
    own_h, own_b, own_a, _, _ = _totals(sight, OWN)
    h, b, _, _, t = _totals(sight, THEIRS)
    cleared = 1 if b == 0 and own_b > 0 else 0
    return 1000 * cleared - 1000 * t + own_a + 1000 * (own_h - h)


@kernel(INT, SIGHT_T)
def _control(sight):
    own_h, own_b, own_a, _, own_t = _totals(sight, OWN)
    h, b, _, _, t = _totals(sight, THEIRS)
    cleared = 1 if b == 0 and own_b > 0 else 0
    return 1000 * cleared + 50 * (own_b - b) + 25 * (own_t - t) + own_a + 10 * (own_h - h)


@kernel(INT, SIGHT_T)
def _midrange(sight):
    own_h, own_b, own_a, own_m, _ = _totals(sight, OWN)
    h, b, a, m, t = _totals(sight, THEIRS)
    cleared = 1 if b == 0 and own_b > 0 else 0
    minions = 5 * (own_b - b) + 10 * (own_m - m) + 10 * (own_a - a)
    return 5000 * cleared + minions - 1000 * t + own_a + 10 * (own_h - h)


@kernel(INT, SIGHT_T)
def _ramp(sight):
    own_h, own_b, own_a, own_m, own_t = _totals(sight, OWN)
    h, b, a, m, t = _totals(sight, THEIRS)
    cleared = 1 if b == 0 and own_b > 0 else 0
    minions = 50 * (own_b - b) + 10 * (own_m - m) + 20 * (own_a - a)
    walled = -500 * own_t if t > 0 else 0  # own taunts count against it: so the source has it
    return 5000 * cleared + minions + walled + own_a + 10 * (own_h - h)


@kernel(INT, SIGHT_T)
def _fatigue(sight):
    own_h, own_b, own_a, _, own_t = _totals(sight, OWN)
    h, b, _, _, t = _totals(sight, THEIRS)
    own_d, d = np.int64(sight.values[DECK + OWN]), np.int64(sight.values[DECK + THEIRS])
    cleared = 1 if b == 0 and own_b > 0 else 0
    full = 1 if sight.values[HAND + THEIRS] > 9 else 0
    empty = 1 if d == 0 else 0
    minions = 10 * (own_b - b) + 10 * (own_t - t) + own_a
    cards = 1000 * full + 10000 * empty + 50 * (own_d - d)
    return 1000 * cleared + cards + minions + 5 * (own_h - h)


@kernel(INT, STRATEGY_T, NEURONS_T)
def value_of_sight(strategy, neurons):
    """What the strategy's scorer makes of `neurons.sight`."""
    sight = neurons.sight
    if strategy.scorer == NETWORK:
        return known_score(strategy, neurons)
    if strategy.scorer == AGGRO:
        return _aggro(sight)
    if strategy.scorer == CONTROL:
        return _control(sight)
    if strategy.scorer == MIDRANGE:
        return _midrange(sight)
    if strategy.scorer == RAMP:
        return _ramp(sight)
    if strategy.scorer == FATIGUE:
        return _fatigue(sight)
    return 0


@entry(INT, GAME_T, RULES_T, INDEX, STRATEGY_T, NEURONS_T)
def score(game, rules, side, strategy, neurons):
    """What the state is worth to `side`; fits in 32 bits."""
    if game.characters[1 - side].health < 1:
        return WON
    if game.characters[side].health < 1:
        return LOST
    if strategy.scorer == HEARTHSIM:
        return hearthsim_value(game, rules, side, strategy)
    if strategy.scorer == VALUE:
        return value_of_state(game, rules, side, strategy, neurons.value)
    see(game, rules, side, strategy, neurons.sight)
    return value_of_sight(strategy, neurons)
