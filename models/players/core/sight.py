"""What a scorer sees of a state: a few numbers of both sides.

H, B, A, M, T of the scorers are here: hero health, number of minions, and the minions' total
attack, health and health of those with taunt.
"""

import numpy as np

from engine.core.costs import attack_of, cost_of
from engine.core.enums import TAUNT
from engine.core.jit import INDEX, VOID
from engine.core.select import keywords_of
from engine.core.types import GAME_T, RULES_T
from models.players.core import kernel
from models.players.core.state import (
    ATTACK,
    COST,
    DECK,
    HAND,
    HEALTH,
    HERO_ATTACK,
    MINION_HEALTH,
    MINIONS,
    N_SEEN,
    NETWORK,
    OWN,
    PRICED,
    SIGHT_T,
    STRATEGY_T,
    TAUNTS,
    THEIRS,
)


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
