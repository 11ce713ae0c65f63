"""The one-turn player: the best of all states that can be reached within its own turn.

Source: HearthSim (Oyaizu 2014, buddypanda.com), BoardStateFactory and StopNode.
"""

import numpy as np

from engine.core.jit import INDEX, INT, VOID, linked
from engine.core.types import RULES_T, VM_T
from models.players.core import entry
from models.players.core.state import SEARCH_T, STRATEGY_T
from models.players.search.one_turn import explore
from models.players.search.one_turn.plain_plan import plan_plain_turn

explore_turn = linked(explore.explore_turn)


@entry(VOID, RULES_T, VM_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def search_one_turn(rules, vm, side, strategy, seed, search):
    """Searches from `search.root` and fills in the answer; see `dispatch.find_plan`."""
    if not plan_plain_turn(search, rules, side, strategy):
        explore_turn(rules, vm, side, strategy, seed, search)
    search.n_plan = min(np.int64(search.n_plan), np.int64(strategy.depth))
