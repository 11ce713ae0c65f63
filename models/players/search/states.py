"""What all search players do with a state: play an action in a copy of it, and score it.

Every state draws from a random stream of its own, named by the search's seed and its number.
"""

import numpy as np

from engine.core.entry_points import apply, list_options
from engine.core.enums import FAILED, MINION_CARD, PLAY
from engine.core.jit import BOOL, INDEX, INT
from engine.core.memory import copy_game
from engine.core.rng import scramble, seed_stream
from engine.core.types import GAME_T, OPTIONS_T, RULES_T, VM_T
from models.players.core import kernel
from models.players.core.scorers import score
from models.players.core.state import MAX_SEEN, SEARCH_T, STRATEGY_T

_TWO_32 = 2.0**32


@kernel(BOOL, GAME_T, GAME_T, RULES_T, VM_T, INT, INT, INT, SEARCH_T)
def play_in_copy(child, parent, rules, vm, seed, number, action, search):
    """Makes `child` the state after an action in `parent`; False if the engine failed."""
    copy_game(child, parent)
    seed_stream(child, seed, number)
    search.fresh = child.rng_state
    apply(child, rules, vm, action)
    if child.error or child.result == FAILED:
        search.failed = 1
        return False
    return True


@kernel(INT, SEARCH_T, STRATEGY_T, INT, INT)
def _mixed_up(search, strategy, seed, points):
    """The state's score or, in a share `mixups` of cases, that of an earlier state of the game.

    The published program plays up to eight games at a time whose first players share one scorer
    object, so some states are scored as whatever state of another game it was last given to.
    """
    draw = scramble(scramble(seed) ^ np.int64(search.n_nodes))
    known = min(np.int64(search.n_seen), MAX_SEEN)
    is_mixed_up = known > 0 and draw < strategy.mixups * _TWO_32
    other = search.seen[scramble(draw ^ seed) % max(known, 1)]
    search.seen[search.n_seen % MAX_SEEN] = points
    search.n_seen += 1
    return other if is_mixed_up else points


@kernel(INT, GAME_T, RULES_T, INDEX, STRATEGY_T, INT, SEARCH_T)
def points_of(state, rules, side, strategy, seed, search):
    """What the state is worth to `side`, as the player sees it."""
    points = score(state, rules, side, strategy, search.neurons)
    if strategy.mixups > 0:
        points = _mixed_up(search, strategy, seed, points)
    return points


@kernel(BOOL, GAME_T, RULES_T, STRATEGY_T, INT)
def is_considered(game, rules, strategy, action):
    """Whether the player tries this legal action: all, or minions at the right end only."""
    if not strategy.rightmost_only or action & 0xFF != PLAY:
        return True
    card = game.entities[(action >> 8) & 0xFF].card
    place = (action >> 24) & 0xFF
    return rules.cards[card].type != MINION_CARD or place >= game.players[game.active].n_board


@kernel(INT, GAME_T, RULES_T, STRATEGY_T, OPTIONS_T)
def list_considered(game, rules, strategy, options):
    """Lists the legal actions that the player considers; returns their number."""
    list_options(game, rules, options)
    n = np.int64(0)
    for i in range(np.int64(options.n)):
        if is_considered(game, rules, strategy, options.actions[i]):
            options.actions[n] = options.actions[i]
            n += 1
    return n
