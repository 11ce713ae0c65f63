"""The one-turn player: depth first through all states of the rest of a turn, for the best of them.

A plain turn is planned by `plain` instead. A state that was reached before has its value in a
table. What follows a draw is explored as if the card were not there, and the plan ends after the
draw. A random action is worth the mean of its outcomes, each with the best that can follow it; it
ends the plan, too.

The states that lead to the present one are a stack of games. Above a random action, the states
that follow its outcome are stacked one `level` higher: only their best value counts, not its plan.

Source: HearthSim (Oyaizu 2014, buddypanda.com), BoardStateFactory and StopNode.
"""

import numpy as np

from engine.core.costs import mana_left
from engine.core.entry_points import list_options
from engine.core.jit import INDEX, INT, VOID, linked
from engine.core.memory import copy_game
from engine.core.types import RULES_T, VM_T
from models.players.core import entry, kernel
from models.players.core.scorers import LOST, WON, score
from models.players.core.state import (
    HEARTHSIM,
    MAX_CHANCES,
    MAX_DEPTH,
    SEARCH_T,
    STRATEGY_T,
)
from models.players.search.one_turn.actions import (
    hide_order,
    list_actions,
    mean_card_value,
    without_news,
)
from models.players.search.one_turn.chances import (
    drew_once,
    is_over,
    list_outcomes,
    value_of_end,
    whole,
)
from models.players.search.one_turn.memory import (
    MOST_STACKED,
    begin_pass,
    describe_child,
    is_known,
    keep_value,
    key_of,
    offer_plan,
    place_of,
    places_matter,
    with_bonus,
)
from models.players.search.one_turn.plain import plan_plain_turn
from models.players.search.states import play_in_copy

_SCRATCH = MAX_DEPTH + 1
_ALL = 1 << 30  # actions tried in a state
_FEW = 3  # the same, once all of them are too many


@kernel(VOID, SEARCH_T, STRATEGY_T, INT, INT, INT, INT)
def _offer(search, strategy, points, bonus, action, stop):
    """A value of the state on top of the stack, by an action that ends turn, game or plan."""
    memory = search.one_turn
    top = memory.stack[np.int64(memory.n_stacked) - 1]
    top.best = max(np.int64(top.best), points)
    if top.level == 0:
        offer_plan(search, strategy, points, bonus, action, stop)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT)
def _narrow(search, rules, vm, side, strategy, seed):
    """Keeps the most promising actions of the state on top, best first, in a narrow pass."""
    memory = search.one_turn
    top = np.int64(memory.n_stacked) - 1
    state, actions = memory.games[top], memory.stack[top].actions
    points, width = search.options.actions, np.int64(memory.width)
    kept = 0
    for i in range(np.int64(actions.n)):
        action, value = actions.actions[i], WON
        after = memory.games[_SCRATCH]
        if action >= 0:
            if not play_in_copy(after, state, rules, vm, seed, i, action, search):
                search.failed = 0
                continue
            search.n_nodes += 1
            value = score(after, rules, side, strategy, search.neurons)
        j = min(kept, width)
        while j > 0 and points[j - 1] < value:
            points[j] = points[j - 1]
            actions.actions[j] = actions.actions[j - 1]
            j -= 1
        points[j] = value
        actions.actions[j] = action
        kept = min(kept + 1, width)
    actions.n = min(kept, width)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT)
def _open(search, rules, vm, side, strategy, seed):
    """Puts the described state on the stack: lists its actions, and values the end of the turn."""
    memory = search.one_turn
    place = np.int64(memory.n_stacked)
    state, game = memory.stack[place], memory.games[place]
    memory.n_stacked = place + 1
    can_end = list_actions(game, rules, search, side, strategy, state)
    if state.actions.n > memory.width:
        _narrow(search, rules, vm, side, strategy, seed)
    if can_end:
        points = value_of_end(game, rules, vm, side, strategy, seed, search)
        points = with_bonus(strategy, points, np.int64(state.bonus))
        _offer(search, strategy, points, np.int64(state.bonus), 0, np.int64(state.stop))


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INT)
def _enter(search, rules, vm, side, strategy, seed, action):
    """Goes on to the state in the game above the stack, if it is new."""
    memory = search.one_turn
    place = np.int64(memory.n_stacked)
    state, child, game = memory.stack[place], memory.games[place], memory.games[place - 1]
    below = memory.stack[place - 1]
    describe_child(memory, state, child, game, side, action)
    bonus = np.int64(state.bonus)
    if is_over(child, side):
        points = score(child, rules, side, strategy, search.neurons)
        points = without_news(child, rules, side, strategy, search, points)
        points = with_bonus(strategy, points, bonus)
        _offer(search, strategy, points, bonus, action, np.int64(state.stop))
        return
    context = np.int64(state.level) << 1 | np.int64(state.no_cards)
    state.key = key_of(child, rules, search, context, bonus)
    known = place_of(memory, state.key)
    if is_known(memory, known):
        below.best = max(np.int64(below.best), np.int64(memory.known[known].value))
    elif place > MOST_STACKED:
        search.capped = 1
    else:
        _open(search, rules, vm, side, strategy, seed)


@kernel(VOID, SEARCH_T, STRATEGY_T)
def _close_chance(search, strategy):
    """All outcomes of the random action have their values: it is worth their mean."""
    memory = search.one_turn
    top = memory.stack[np.int64(memory.n_stacked) - 1]
    chance = memory.chances[np.int64(top.level)]
    value = whole(chance.total / chance.share)
    bonus = np.int64(chance.bonus)
    stop = np.int64(top.stop)
    if stop == 0:
        stop = np.int64(top.length) + 1
    _offer(search, strategy, value, bonus, np.int64(chance.action), stop)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT)
def _next_outcome(search, rules, vm, side, strategy, seed):
    """Values the outcomes of the random action from the next one on, up to one to be explored."""
    memory = search.one_turn
    place = np.int64(memory.n_stacked)
    top = memory.stack[place - 1]
    level = np.int64(top.level)
    chance = memory.chances[level]
    bonus = np.int64(chance.bonus)
    while chance.next < chance.n:
        i = np.int64(chance.next)
        outcome = chance.games[i]
        key = key_of(outcome, rules, search, level + 1 << 1, bonus)
        known = place_of(memory, key)
        if is_over(outcome, side):
            points = score(outcome, rules, side, strategy, search.neurons)
            points = without_news(outcome, rules, side, strategy, search, points)
            value = with_bonus(strategy, points, bonus)
        elif is_known(memory, known):
            value = np.int64(memory.known[known].value)
        elif level >= strategy.chances or level >= MAX_CHANCES or place > MOST_STACKED:
            points = value_of_end(outcome, rules, vm, side, strategy, seed, search)
            value = with_bonus(strategy, points, bonus)
        else:
            copy_game(memory.games[place], outcome)
            describe_child(memory, memory.stack[place], outcome, outcome, side, 0)
            memory.stack[place].key = key
            memory.stack[place].bonus = bonus
            memory.stack[place].level = level + 1
            _open(search, rules, vm, side, strategy, seed)
            return
        chance.total += chance.shares[i] * value
        chance.share += chance.shares[i]
        chance.next = i + 1
    _close_chance(search, strategy)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INT)
def _take_chance(search, rules, vm, side, strategy, seed, action):
    """Tries the outcomes of a random action; the one just played lies above the stack."""
    memory = search.one_turn
    place = np.int64(memory.n_stacked)
    top, game, child = memory.stack[place - 1], memory.games[place - 1], memory.games[place]
    level = np.int64(top.level)
    chance = memory.chances[level]
    is_single = drew_once(child, search.fresh)
    if list_outcomes(search, rules, vm, seed, action, level, game, is_single, strategy) == 0:
        return
    if chance.n == 1:  # chance made no difference
        copy_game(child, chance.games[0])
        _enter(search, rules, vm, side, strategy, seed, action)
        return
    chance.action = action
    chance.bonus = np.int64(top.bonus) + mana_left(chance.games[0], side)
    chance.next = 0
    chance.total = 0.0
    chance.share = 0.0
    _next_outcome(search, rules, vm, side, strategy, seed)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT)
def _try_next(search, rules, vm, side, strategy, seed):
    """Plays the next action of the state on top of the stack."""
    memory = search.one_turn
    place = np.int64(memory.n_stacked)
    top, game, child = memory.stack[place - 1], memory.games[place - 1], memory.games[place]
    action = top.actions.actions[top.next]
    top.next += 1
    if action < 0:
        copy_game(child, game)
        _enter(search, rules, vm, side, strategy, seed, action)
        return
    number = search.n_nodes
    search.n_nodes += 1
    if not play_in_copy(child, game, rules, vm, seed, number, action, search):
        search.failed = 0  # a state that the engine has no room for is none to plan for
    elif child.rng_state == search.fresh:
        _enter(search, rules, vm, side, strategy, seed, action)
    else:
        _take_chance(search, rules, vm, side, strategy, seed, action)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT)
def _leave(search, rules, vm, side, strategy, seed):
    """Takes the state off the stack, and passes its value on."""
    memory = search.one_turn
    place = np.int64(memory.n_stacked) - 1
    top = memory.stack[place]
    memory.n_stacked = place
    keep_value(memory, top.key, np.int64(top.best))
    if place == 0:
        return
    below = memory.stack[place - 1]
    if below.level == top.level:
        below.best = max(np.int64(below.best), np.int64(top.best))
        return
    chance = memory.chances[np.int64(below.level)]
    share = chance.shares[chance.next]
    chance.total += share * top.best
    chance.share += share
    chance.next += 1
    _next_outcome(search, rules, vm, side, strategy, seed)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INT, INT)
def _explore(search, rules, vm, side, strategy, seed, width, limit):
    """Looks through the states of the turn, up to a limit of them, and keeps the best plan.

    `width` is the number of actions tried in a state. `search.one_turn.stopped` says whether
    `search.n_nodes` reached the limit.
    """
    memory = search.one_turn
    begin_pass(memory, strategy)
    memory.width = width
    copy_game(memory.games[0], search.root)
    root = memory.stack[0]
    root.action, root.best, root.bonus = -1, LOST, 0
    root.level, root.next, root.length, root.stop, root.no_cards = 0, 0, 0, 0, 0
    root.key = key_of(search.root, rules, search, 0, 0)
    search.n_nodes += 1
    _open(search, rules, vm, side, strategy, seed)
    while memory.n_stacked > 0:
        if search.n_plan > 0 and search.best == WON:
            return
        if search.n_nodes >= limit:
            memory.stopped = 1
            search.capped = 1
            return
        top = memory.stack[np.int64(memory.n_stacked) - 1]
        if top.next < top.actions.n and top.best != WON:
            _try_next(search, rules, vm, side, strategy, seed)
        else:
            _leave(search, rules, vm, side, strategy, seed)


@kernel(VOID, SEARCH_T, RULES_T, INDEX, STRATEGY_T)
def _begin(search, rules, side, strategy):
    """Prepares the root, and what holds for the whole search."""
    memory, root = search.one_turn, search.root
    hide_order(root, rules, side)
    hide_order(root, rules, 1 - np.int64(side))
    memory.by_place = places_matter(root, rules, side)
    memory.deck_value = 0
    if strategy.scorer == HEARTHSIM:
        memory.deck_value = mean_card_value(root, rules, strategy, side)


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def explore_turn(rules, vm, side, strategy, seed, search):
    """Finds the best plan from `search.root` by playing all actions.

    Three quarters of the states allowed go to an exhaustive pass. If they do not suffice, the rest
    goes to a pass through the few most promising actions of each state, so that no part of the
    turn is left out; the better plan of both counts.
    """
    _begin(search, rules, side, strategy)
    _explore(search, rules, vm, side, strategy, seed, _ALL, 3 * strategy.max_nodes // 4)
    if search.one_turn.stopped:
        _explore(search, rules, vm, side, strategy, seed, _FEW, strategy.max_nodes)
    if search.n_plan == 0:  # the limit came before the end of a first plan
        list_options(search.root, rules, search.options)
        search.plan[0] = search.options.actions[0]
        search.n_plan = min(1, np.int64(search.options.n))


_explore_turn = linked(explore_turn)


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def search_one_turn(rules, vm, side, strategy, seed, search):
    """Searches from `search.root` and fills in the answer; see `dispatch.find_plan`."""
    if not plan_plain_turn(search, rules, side, strategy):
        _explore_turn(rules, vm, side, strategy, seed, search)
    search.n_plan = min(np.int64(search.n_plan), np.int64(strategy.depth))
