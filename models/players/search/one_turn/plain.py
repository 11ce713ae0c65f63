"""Plain turns: only minions without texts, their attacks, and The Coin.

Whether a turn is plain, and its minions and cards as `melee` and `plain_plan` need them.
"""

import numpy as np

from engine.core import enums as e
from engine.core.actions import power_cost
from engine.core.costs import attack_of, cost_of, mana_left
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.select import keywords_of
from engine.core.types import CARD_T, GAME_T, RULES_T
from models.players.core import kernel
from models.players.core.hearthsim import WT_HEALTH, card_value, minion_value
from models.players.core.state import FIGHTER_T, HEARTHSIM, SEARCH_T, STRATEGY_T

_WORN = e.TAUNT | e.DIVINE_SHIELD | e.CHARGE | e.CANT_ATTACK | e.FROZEN | e.SILENCED | e.ELUSIVE
_PLAYED = e.TAUNT | e.DIVINE_SHIELD | e.ELUSIVE
COIN = -1  # the cost of The Coin


@kernel(BOOL, CARD_T)
def _has_no_text(card):
    """Whether a minion does nothing while it is in play, and nothing when it dies."""
    return (
        card.events == 0
        and card.deathrattle == card.deathrattle_stop
        and card.auras == card.auras_stop
        and card.spell_power == 0
    )


@kernel(BOOL, CARD_T)
def _is_plain_card(card):
    """Whether a card is a minion with no text but taunt and divine shield."""
    return (
        card.type == e.MINION_CARD
        and _has_no_text(card)
        and card.play == card.play_stop
        and card.combo == card.combo_stop
        and card.needs == card.needs_stop
        and card.options == 0
        and card.overload == 0
        and np.int64(card.keywords) & ~_PLAYED == 0
    )


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def _is_plain_board(game, rules, side):
    player = game.players[side]
    for i in range(player.n_board):
        minion = game.characters[player.board[i]]
        if not _has_no_text(rules.cards[minion.card]) or keywords_of(minion) & ~_WORN:
            return False
        if minion.n_attached or minion.spell_power or minion.turn_attack:
            return False
    return True


@kernel(INT, GAME_T, RULES_T, INDEX)
def _most_mana(game, rules, side):
    """Mana that the side can spend, The Coins in its hand included."""
    player, mana = game.players[side], mana_left(game, side)
    for i in range(player.n_hand):
        mana += game.entities[player.hand[i]].card == rules.coin
    return mana


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def _is_plain_hand(game, rules, side):
    player, most = game.players[side], _most_mana(game, rules, side)
    for i in range(player.n_hand):
        row = game.entities[player.hand[i]].card
        can_be_played = cost_of(game, rules, side, i) <= most
        if row != rules.coin and can_be_played and not _is_plain_card(rules.cards[row]):
            return False
    return True


@kernel(BOOL, GAME_T, RULES_T, INDEX)
def _has_idle_heroes(game, rules, side):
    """Whether the own hero can neither attack nor use its power, and the other one is no wall."""
    player = game.players[side]
    if attack_of(game, side) > 0 or player.weapon or game.players[1 - side].weapon:
        return False
    is_unused = player.power != 0 and player.power_used < max(1, np.int64(player.power_limit))
    if is_unused and power_cost(game, rules, side) <= _most_mana(game, rules, side):
        return False
    return keywords_of(game.characters[1 - side]) & (e.IMMUNE | e.STEALTH) == 0


@kernel(BOOL, GAME_T, RULES_T, INDEX, STRATEGY_T)
def is_plain(game, rules, side, strategy):
    """Whether nothing can happen this turn but plain minions, their attacks and The Coin.

    Nor at its end: an empty deck of the opponent may end the game, but not in 2014.
    """
    player, opponent = game.players[side], game.players[1 - side]
    if strategy.scorer != HEARTHSIM or strategy.weights[WT_HEALTH] < 0:
        return False
    if game.listening or game.n_choices or player.n_returning or player.sturdy:
        return False
    if not strategy.as_in_2014 and opponent.n_deck == 0:
        return False
    return (
        _has_idle_heroes(game, rules, side)
        and _is_plain_board(game, rules, side)
        and _is_plain_board(game, rules, 1 - side)
        and _is_plain_hand(game, rules, side)
    )


@kernel(VOID, GAME_T, RULES_T, INDEX, FIGHTER_T)
def _enlist(game, rules, slot, fighter):
    minion = game.characters[slot]
    flags = keywords_of(minion)
    fighter.attack = attack_of(game, slot)
    fighter.health = minion.health
    fighter.taunt = flags & e.TAUNT != 0
    fighter.shield = flags & e.DIVINE_SHIELD != 0
    can = fighter.attack > 0 and not flags & (e.CANT_ATTACK | e.FROZEN)
    waits = minion.fresh and not flags & e.CHARGE
    fighter.ready = can and not waits and minion.attacks_made == 0
    fighter.entity = game.slot_entity[slot]


@kernel(VOID, SEARCH_T, RULES_T, INDEX)
def enlist_boards(search, rules, side):
    """Writes both boards of the root as the state where the plan begins."""
    game, melee = search.root, search.one_turn.now
    player, opponent = game.players[side], game.players[1 - side]
    melee.n_own = player.n_board
    melee.n_theirs = opponent.n_board
    for i in range(player.n_board):
        _enlist(game, rules, player.board[i], melee.own[i])
    for i in range(opponent.n_board):
        _enlist(game, rules, opponent.board[i], melee.theirs[i])
        melee.theirs[i].ready = 0


@kernel(INT, RULES_T, STRATEGY_T, INDEX)
def _gain(rules, strategy, row):
    """What the score gains when a card of the hand is played."""
    card = rules.cards[row]
    if row == rules.coin:
        return -card_value(rules, strategy, row)
    taunt, shield = card.keywords & e.TAUNT != 0, card.keywords & e.DIVINE_SHIELD != 0
    on_board = minion_value(
        strategy, True, np.int64(card.attack), np.int64(card.health), taunt, shield
    )
    return on_board - card_value(rules, strategy, row)


@kernel(VOID, SEARCH_T, RULES_T, INDEX, STRATEGY_T)
def fill_purse(search, rules, side, strategy):
    """Writes the cards that can be played, and what each set of them costs and gains."""
    game, purse = search.root, search.one_turn.purse
    player, most, n = game.players[side], _most_mana(game, rules, side), 0
    for i in range(player.n_hand):
        row = game.entities[player.hand[i]].card
        cost = cost_of(game, rules, side, i)
        if row == rules.coin:
            cost = COIN
        if cost <= most:
            purse.entities[n] = player.hand[i]
            purse.costs[n] = cost
            purse.values[n] = _gain(rules, strategy, row)
            n += 1
    purse.n = n
    purse.set_costs[0], purse.set_values[0], purse.set_minions[0] = 0, 0, 0
    for i in range(n):
        for chosen in range(1 << i):
            with_it = chosen | 1 << i
            purse.set_costs[with_it] = purse.set_costs[chosen] + purse.costs[i]
            purse.set_values[with_it] = purse.set_values[chosen] + purse.values[i]
            is_minion = purse.costs[i] != COIN
            purse.set_minions[with_it] = purse.set_minions[chosen] + is_minion
