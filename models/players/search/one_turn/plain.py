"""Turns of minions without texts, their attacks, and The Coin, planned without playing them.

HearthSim's score is a sum, so attacks and cards meet only in the seven places of the board: the
best result of attacks for each number of own survivors, and what each set of cards gains, give the
value of the turn. The plan takes the first branch at each step, in HearthSim's order, that still
leads to this value. So it is the plan that `explore` finds with the settings of 2014, and as good
as any.
"""

import numpy as np

from engine.core import enums as e
from engine.core.actions import pack, power_cost
from engine.core.costs import attack_of, cost_of, mana_left
from engine.core.enums import ATTACK, END_TURN, MAX_BOARD, MAX_MANA, PLAY
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.select import keywords_of
from engine.core.types import CARD_T, GAME_T, RULES_T
from models.players.core import kernel
from models.players.core.scorers import (
    WON,
    WT_HEALTH,
    card_value,
    damage_value,
    hearthsim_value,
    minion_value,
)
from models.players.core.state import FIGHTER_T, HEARTHSIM, MELEE_T, SEARCH_T, STRATEGY_T
from models.players.search.one_turn.melee import (
    NOTHING,
    copy_melee,
    fight,
    has_taunt,
    solve_melee,
    value_of_minions,
)

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
        if rules.cards[row].cost_kind:
            return False  # what it costs changes within the turn
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
    if player.dragon_discount:
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


@kernel(INT, SEARCH_T, STRATEGY_T, MELEE_T, INT, INT, BOOL, INT)
def _value_from(search, strategy, melee, played, mana, with_cards, health):
    """The best that minions and cards can be worth, WON if the opponent's hero can die.

    `played` is the set of cards played so far; `health` the hero's, which the value leaves out.
    """
    if not solve_melee(search, strategy, melee):
        search.one_turn.stopped = 1
        return NOTHING
    if melee.face >= health:
        return WON
    purse = search.one_turn.purse
    unplayed = ((1 << np.int64(purse.n)) - 1) & ~played if with_cards else 0
    best, more = np.int64(NOTHING), unplayed
    while True:
        chosen = played | more
        n_minions = purse.set_minions[chosen]
        is_paid = purse.set_costs[chosen] - purse.set_costs[played] <= mana
        if is_paid and n_minions <= MAX_BOARD:
            value = purse.set_values[chosen] + melee.best[MAX_BOARD - n_minions]
            best = max(best, value)
        if more == 0:
            return best
        more = (more - 1) & unplayed


@kernel(VOID, SEARCH_T, INT)
def _add_action(search, action):
    search.plan[search.n_plan] = action
    search.n_plan = np.int64(search.n_plan) + 1


@kernel(INT, INT, INT)
def _mana_after(mana, cost):
    """Mana left after a card; The Coin fills no more than ten crystals."""
    return max(mana, min(MAX_MANA, mana + 1)) if cost == COIN else mana - cost


@kernel(INT, SEARCH_T, STRATEGY_T, INT, INT, INT, INT)
def _next_card(search, strategy, played, mana, health, wanted):
    """The first card, from the left, after which the value wanted is in reach; -1 if none is."""
    memory = search.one_turn
    purse, now = memory.purse, memory.now
    has_room = np.int64(now.n_own) + purse.set_minions[played] < MAX_BOARD
    for i in range(np.int64(purse.n)):
        cost = purse.costs[i]
        if played >> i & 1 or cost > mana or (cost != COIN and not has_room):
            continue
        after = _mana_after(mana, cost)
        value = _value_from(search, strategy, now, played | 1 << i, after, True, health)
        if value == wanted:
            return i
    return -1


@kernel(BOOL, SEARCH_T, STRATEGY_T, INT, INT, BOOL, INT, INT, INT, INT)
def _leads_on(search, strategy, played, mana, with_cards, health, wanted, i, j):
    """Whether the value is in reach after attacker `i` hits the hero (`j` -1) or minion `j`.

    The state after the attack is left in `memory.then`.
    """
    memory = search.one_turn
    then = memory.then
    copy_melee(then, memory.now)
    if j >= 0:
        fight(then, i, j)
        return wanted == _value_from(search, strategy, then, played, mana, with_cards, health)
    then.own[i].ready = 0
    attack = np.int64(then.own[i].attack)
    if attack >= health:
        return wanted == WON
    value = _value_from(search, strategy, then, played, mana, with_cards, health - attack)
    if value != WON:
        value += damage_value(strategy, attack)
    return value == wanted


@kernel(INT, SEARCH_T, STRATEGY_T, INT, INT, BOOL, INT, INT)
def _next_attack(search, strategy, played, mana, with_cards, health, wanted):
    """The first attack that leads on, as attacker << 8 | defender + 1 (the hero: 0); or -1."""
    now = search.one_turn.now
    behind_taunt = has_taunt(now)
    for i in range(np.int64(now.n_own)):
        if not now.own[i].ready:
            continue
        for j in range(-1, np.int64(now.n_theirs)):
            if behind_taunt and (j < 0 or not now.theirs[j].taunt):
                continue
            if _leads_on(search, strategy, played, mana, with_cards, health, wanted, i, j):
                return i << 8 | j + 1
    return -1


@kernel(VOID, SEARCH_T, INDEX, STRATEGY_T, INT, INT)
def _add_card(search, side, strategy, card, played):
    """Adds playing a card: a minion at the left end in 2014, else at the right end."""
    memory = search.one_turn
    purse, place = memory.purse, 0
    is_right = not strategy.as_in_2014 or strategy.rightmost_only
    if purse.costs[card] != COIN and is_right:
        place = np.int64(memory.now.n_own) + purse.set_minions[played]
    _add_action(search, pack(PLAY, purse.entities[card], 0, place, 0))


@kernel(INT, SEARCH_T, INDEX, INT, INT)
def _add_attack(search, side, attack, health):
    """Adds an attack and goes on to the state after it; returns what it leaves of the hero."""
    now, i, j = search.one_turn.now, attack >> 8, (attack & 255) - 1
    defender = np.int64(search.root.slot_entity[1 - side])
    if j >= 0:
        defender = np.int64(now.theirs[j].entity)
    else:
        health -= np.int64(now.own[i].attack)
    _add_action(search, pack(ATTACK, np.int64(now.own[i].entity), defender, 0, 0))
    copy_melee(now, search.one_turn.then)
    return health


@kernel(VOID, SEARCH_T, INDEX, STRATEGY_T, INT, INT, INT)
def _follow(search, side, strategy, wanted, mana, health):
    """Adds the actions that lead to the value wanted; `wanted` sinks as the hero is damaged."""
    memory = search.one_turn
    purse, now, played, with_cards = memory.purse, memory.now, np.int64(0), True
    while health > 0 and memory.stopped == 0:
        so_far = value_of_minions(strategy, now) + purse.set_values[played]
        if so_far == wanted:
            _add_action(search, END_TURN)
            return
        if with_cards:
            only_attacks = _value_from(search, strategy, now, played, mana, False, health)
            with_cards = only_attacks != wanted
        if with_cards:
            card = _next_card(search, strategy, played, mana, health, wanted)
            if card >= 0:
                _add_card(search, side, strategy, card, played)
                mana = _mana_after(mana, purse.costs[card])
                played |= 1 << card
                continue
        attack = _next_attack(search, strategy, played, mana, with_cards, health, wanted)
        if attack < 0:
            memory.stopped = 1  # only if the table was full
            return
        left = _add_attack(search, side, attack, health)
        if wanted != WON:
            wanted -= damage_value(strategy, health - left)
        health = left


@kernel(BOOL, SEARCH_T, RULES_T, INDEX, STRATEGY_T)
def plan_plain_turn(search, rules, side, strategy):
    """Plans the turn if it is plain; False if it is not, or has too many states for the table."""
    memory, root = search.one_turn, search.root
    if not is_plain(root, rules, side, strategy):
        return False
    memory.stopped = 0
    memory.melee_mask = 0
    enlist_boards(search, rules, side)
    fill_purse(search, rules, side, strategy)
    other = 1 - np.int64(side)
    health = np.int64(root.characters[other].health) + np.int64(root.players[other].armor)
    mana = mana_left(root, side)
    wanted = _value_from(search, strategy, memory.now, 0, mana, True, health)
    minions = value_of_minions(strategy, memory.now)
    if memory.stopped == 0:
        search.best = wanted
        if wanted != WON:
            search.best = hearthsim_value(root, rules, side, strategy) - minions + wanted
        _follow(search, side, strategy, wanted, mana, health)
    if memory.stopped:
        search.n_plan = 0
        search.n_nodes = 0
        return False
    return True
