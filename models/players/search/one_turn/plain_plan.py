"""The plan of a plain turn by HearthSim's scorer, found without playing the turn.

The score is a sum, so attacks and cards meet only in the seven places of the board: the best result
of attacks for each number of own survivors, and what each set of cards gains, give the value of the
turn. The plan takes the first branch at each step, in HearthSim's order, that still leads to this
value. So it is the plan that `explore` finds with the settings of 2014, and as good as any.
"""

import numpy as np

from engine.core.actions import pack
from engine.core.costs import mana_left
from engine.core.enums import ATTACK, END_TURN, MAX_BOARD, MAX_MANA, PLAY
from engine.core.jit import BOOL, INDEX, INT, VOID
from engine.core.types import RULES_T
from models.players.core import kernel
from models.players.core.hearthsim import damage_value, hearthsim_value
from models.players.core.scorers import WON
from models.players.core.state import MELEE_T, SEARCH_T, STRATEGY_T
from models.players.search.one_turn.melee import (
    NOTHING,
    copy_melee,
    fight,
    has_taunt,
    solve_melee,
    value_of_minions,
)
from models.players.search.one_turn.plain import COIN, enlist_boards, fill_purse, is_plain


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
