"""Games between players who choose uniformly among all legal actions: for tests and benchmarks."""

import numpy as np

from engine.core.enums import FAILED, RUNNING
from engine.core.jit import INT, VOID
from engine.core.rng import below
from engine.core.setup import SETUP_T, start_game
from engine.core.types import RULES_T
from models.players.core.jit import entry
from models.players.core.links import apply, begin, list_options
from models.players.core.state import DESK_T, MAX_ACTIONS


@entry(INT, DESK_T, RULES_T, SETUP_T, INT, INT)
def play_random_game(desk, rules, setup, seed_a, seed_b):
    """Plays one game without mulligan; EndTurn is one action among the others.

    Returns:
        The result; the actions are in `desk.actions`. FAILED after `MAX_ACTIONS` of them.
    """
    game, options = desk.game, desk.search.options
    start_game(game, rules, setup, seed_a, seed_b)
    begin(game, rules, desk.vm)
    desk.n_actions = 0
    while game.result == RUNNING:
        if desk.n_actions >= MAX_ACTIONS:
            game.result = FAILED
            break
        list_options(game, rules, options)
        action = options.actions[below(game, np.int64(options.n))]
        desk.actions[desk.n_actions] = action
        desk.n_actions += 1
        apply(game, rules, desk.vm, action)
    return np.int64(game.result)


@entry(VOID, DESK_T, RULES_T, SETUP_T, INT, INT)
def play_random_games(desk, rules, setup, seed, n_games):
    """Plays games with the seeds (seed, 0), (seed, 1), ..."""
    for i in range(n_games):
        play_random_game(desk, rules, setup, seed, i)
