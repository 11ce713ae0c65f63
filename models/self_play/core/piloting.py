"""A compiled search player that decides in the battles of the environment."""

import numpy as np
from numba import int16

from engine.core.jit import INT, VOID, linked
from engine.core.rng import scramble
from engine.core.types import RULES_T
from models.environments.core.action_space import END_TURN, LIST_T, action_at
from models.players.core.state import DESK_T, STRATEGY_T
from models.players.search import dispatch
from models.self_play.core import entry, kernel
from models.self_play.core.pointing import pointer_of
from models.self_play.core.records import BUILD, PLACE_T, SOURCE

find_plan = linked(dispatch.find_plan)


@kernel(INT, DESK_T, RULES_T, STRATEGY_T, PLACE_T, LIST_T, INT)
def _planned(desk, rules, strategy, place, options, seed):
    """The index of the first action of a plan; the end of the turn if there is none."""
    game, search = place.game, desk.search
    if find_plan(game, rules, desk.vm, np.int64(game.active), strategy, seed, search) == 0:
        return END_TURN
    for i in range(place.n_options):
        if action_at(game, options[i]) == search.plan[0]:
            return np.int64(options[i])
    return END_TURN


@entry(
    VOID, DESK_T, RULES_T, STRATEGY_T, INT, PLACE_T[::1], int16[:, ::1], INT[::1], INT[::1],
)  # fmt: skip
def plan_actions(desk, rules, strategy, seed, places, options, planned, pointers):
    """Searches in all battles in which an action begins.

    Args:
        strategy: The search player.
        seed: Seed of the searches of all places.
        places: (n,) array of PLACE; they do not change.
        options: (n, N_ACTIONS) array: legal actions.
        planned: (n,) array: receives the action, where one begins.
        pointers: (n,) array: receives the planned action's pointer to what is decided now.
    """
    for i in range(len(places)):
        place = places[i]
        if place.stage == BUILD:
            continue
        if place.step == SOURCE:
            word = scramble(scramble(seed ^ i) + seed)
            planned[i] = _planned(desk, rules, strategy, place, options[i], word)
        pointers[i] = pointer_of(planned[i], place.step)
