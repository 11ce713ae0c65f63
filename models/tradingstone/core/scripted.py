"""The greedy opponent, which plays by rule.

It plays its best card as long as it may. If its ready cards can end the game, all attack the
opponent's player. Else it makes the single attack of the most points: to kill and survive counts
most, then a trade by its gain in attack and health, against half the attack on the player. It
passes when no card is ready. An attack that only loses the attacker never counts more than one on
the player, and one that only damages a card counts less, so neither is considered.
"""

import numpy as np

from engine.core.jit import INT
from models.tradingstone.core import kernel
from models.tradingstone.core.game import may_play
from models.tradingstone.core.state import (
    FIRST_ATTACK,
    GAME_T,
    HERO,
    N_PLACES,
    PASS,
    RULES_T,
)

_SURVIVES = 20  # points, twice those of the text, in whole numbers


@kernel(INT, GAME_T, INT)
def _best_card(game, side):
    """The place in the hand of the card with the most attack and health; -1 without cards."""
    best, most = -1, 0
    for i in range(N_PLACES):
        if (game.hand[side] >> i) & 1:
            value = np.int64(game.hand_attack[side, i]) + np.int64(game.hand_health[side, i])
            if value > most:
                best, most = i, value
    return best


@kernel(INT, GAME_T, INT, INT)
def _points(game, attacker, defender):
    """What a kill counts; 0 without one."""
    side = np.int64(game.mover)
    enemy = 1 - side
    attack = np.int64(game.board_attack[side, attacker])
    health = np.int64(game.board_health[side, attacker])
    their_attack = np.int64(game.board_attack[enemy, defender])
    their_health = np.int64(game.board_health[enemy, defender])
    if attack < their_health:
        return 0
    if their_attack < health:
        return _SURVIVES + 2 * (their_attack + their_health)
    return 2 * (their_attack + their_health - attack - health)


@kernel(INT, GAME_T)
def _ready_attack(game):
    """Attack of all cards that may attack."""
    side, total = np.int64(game.mover), np.int64(0)
    for i in range(N_PLACES):
        if (game.ready[side] >> i) & 1:
            total += game.board_attack[side, i]
    return total


@kernel(INT, GAME_T, RULES_T)
def greedy_action(game, rules):
    """The action of the greedy opponent."""
    side = np.int64(game.mover)
    card = _best_card(game, side)
    if card >= 0 and may_play(game, rules):
        return card
    wins = _ready_attack(game) >= game.health[1 - side]
    best, most = PASS, 0
    for i in range(N_PLACES):
        if (game.ready[side] >> i) & 1 == 0:
            continue
        on_player = FIRST_ATTACK + 8 * i + HERO
        if wins:
            return on_player
        if game.board_attack[side, i] > most:
            best, most = on_player, np.int64(game.board_attack[side, i])
        for j in range(N_PLACES):
            if (game.board[1 - side] >> j) & 1:
                points = _points(game, i, j)
                if points > most:
                    best, most = FIRST_ATTACK + 8 * i + j, points
    return best
