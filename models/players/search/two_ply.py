"""A beam, then the opponent's reply to each of its best plans.

The beam keeps its best plans, each with the state that it leads to. For every plan, and for several
deals of the hidden cards, a narrow beam with the same scorer plays the opponent's turn. A plan is
worth a part of the score of its own state, and for the rest the mean score after these replies, as
the player sees them. All plans are compared in the same deals.
"""

import numpy as np

from engine.core.enums import RUNNING
from engine.core.jit import FLOAT, INDEX, INT, VOID, linked
from engine.core.memory import copy_bytes, copy_game
from engine.core.rng import scramble
from engine.core.types import RULES_T, VM_T
from models.players.core import entry, kernel
from models.players.core.blind import deal_anew
from models.players.core.scorers import WON, score
from models.players.core.state import MAX_PLANS, SEARCH_T, STRATEGY, STRATEGY_T
from models.players.search import beam

_STRATEGY = STRATEGY.itemsize
search_beam = linked(beam.search_beam)


@kernel(VOID, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INDEX, INT)
def _search(search, rules, vm, side, strategy, seed, first, n_wanted):
    """Searches from `search.root`; the best plans are in `solutions` from `first` on."""
    memory = search.two_ply
    memory.first = first
    memory.n_wanted = n_wanted
    memory.n_kept = 0
    search.n_plan = 0
    search_beam(rules, vm, side, strategy, seed, search)
    memory.n_wanted = 0


@kernel(FLOAT, SEARCH_T, RULES_T, VM_T, INDEX, STRATEGY_T, INT, INDEX)
def _after_replies(search, rules, vm, side, strategy, seed, plan):
    """The mean score of a plan's state after the opponent's turn, over deals."""
    memory, total, n = search.two_ply, 0.0, 0
    for deal in range(np.int64(strategy.replies)):
        copy_game(search.root, memory.solutions[plan].game)
        own_seed = scramble(scramble(seed) + deal + 1)
        deal_anew(search.root, rules, side, own_seed, search.hidden)
        _search(search, rules, vm, 1 - side, memory.strategy, own_seed, MAX_PLANS, 1)
        if search.failed or memory.n_kept == 0:  # no room for this deal
            search.failed = 0
            continue
        replied = memory.solutions[MAX_PLANS].game
        total += score(replied, rules, side, strategy, search.neurons)
        n += 1
    return total / n if n else np.float64(memory.solutions[plan].points)


@kernel(VOID, SEARCH_T, INDEX, INT)
def _answer(search, plan, points):
    """Fills in the answer."""
    solution = search.two_ply.solutions[plan]
    search.best = points
    search.n_plan = solution.length
    for i in range(np.int64(solution.length)):
        search.plan[i] = solution.plan[i]


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def search_two_ply(rules, vm, side, strategy, seed, search):
    """Searches from `search.root` and fills in the answer; see `dispatch.find_plan`."""
    memory = search.two_ply
    _search(search, rules, vm, side, strategy, seed, 0, np.int64(strategy.plans))
    n = np.int64(memory.n_kept)
    if search.failed or n < 2 or search.best == WON:
        return
    copy_bytes(memory.strategy, strategy, _STRATEGY)
    memory.strategy.width = strategy.reply_width
    memory.strategy.depth = strategy.reply_depth
    chosen, best = 0, -np.inf
    for plan in range(n):
        worth = np.float64(memory.solutions[plan].points)
        if memory.solutions[plan].game.result == RUNNING:
            replied = _after_replies(search, rules, vm, side, strategy, seed, plan)
            worth = strategy.static * worth + (1.0 - strategy.static) * replied
        if worth > best:
            chosen, best = plan, worth
    _answer(search, chosen, np.int64(np.rint(best)))
