"""Games as in HearthSim: no mulligan, at most 100 rounds, and what both sides have each round."""

import numpy as np
from numba import from_dtype

from engine.core.entry_points import begin
from engine.core.enums import FAILED, NO_ERROR, RUNNING
from engine.core.jit import INDEX, INT, VOID, kernels, linked, record
from engine.core.setup import SETUP_T
from engine.core.types import GAME_T, RULES_T
from models.players.core import entry as players
from models.players.core import game_loop
from models.players.core.game_loop import deal
from models.players.core.state import DESK_T, PLAYED_GAME_T, STRATEGY_T

kernel, entry = kernels(__file__, on=[players])
take_turn = linked(game_loop.take_turn)
MAX_ROUNDS = 100
N_NOTED = 50  # rounds whose course is noted

# What each seat has at the end of a round; its hand, at the end of its own turn, since after the
# last turn of a round the next card is drawn. Zeros in rounds after the game.
COURSE = record(
    ("minions", "u1", (N_NOTED, 2)),
    ("hand", "u1", (N_NOTED, 2)),
    ("health", "i2", (N_NOTED, 2)),
)
assert COURSE.itemsize % 8 == 0
COURSE_T = from_dtype(COURSE)


@kernel(VOID, GAME_T, COURSE_T, INDEX)
def _note(game, course, round_):
    if round_ < N_NOTED:
        for side in range(2):
            course.minions[round_, side] = game.players[side].n_board
            course.health[round_, side] = game.characters[side].health


@kernel(VOID, DESK_T, RULES_T, INDEX, STRATEGY_T, PLAYED_GAME_T, COURSE_T, INDEX)
def _take_turn(desk, rules, side, strategy, played, course, round_):
    take_turn(desk, rules, side, strategy, played)
    if round_ < N_NOTED:
        course.hand[round_, side] = desk.game.players[side].n_hand


@entry(VOID, DESK_T, RULES_T, SETUP_T, STRATEGY_T, STRATEGY_T, PLAYED_GAME_T, COURSE_T)
def play_noted(desk, rules, setup, first, second, played, course):
    """Plays one game from its seeds, and notes its course.

    `played.result` is RUNNING if nobody has won after 100 rounds, and FAILED if the engine ran out
    of room. The counts of `played` begin at zero.
    """
    game = desk.game
    deal(desk, rules, setup, played)
    begin(game, rules, desk.vm)
    round_ = np.int64(0)
    while game.result == RUNNING and round_ < MAX_ROUNDS:
        _take_turn(desk, rules, 0, first, played, course, round_)
        _take_turn(desk, rules, 1, second, played, course, round_)
        _note(game, course, round_)
        round_ += 1
    played.error = game.error
    played.result = game.result if game.error == NO_ERROR else FAILED
    played.rounds = min(np.int64(MAX_ROUNDS), (1 + np.int64(game.turn)) // 2)
    if played.rounds > round_:  # fatigue, as a round began
        _note(game, course, round_)
    played.n_actions = desk.n_actions


@entry(
    VOID, DESK_T, RULES_T, SETUP_T[::1], STRATEGY_T[::1], PLAYED_GAME_T[::1], COURSE_T[::1], INT,
    INT,
)  # fmt: skip
def play_noted_games(desk, rules, setups, strategies, games, courses, first, stop):
    """Plays the games from `first` to `stop`; each depends on its own seeds only.

    Args:
        setups: (n_setups,) array of SETUP; a game's field `deck` is its place.
        strategies: (2,) array of STRATEGY; a game's field `player` is the one that goes first.
        games: (n,) array of PLAYED_GAME; results are written into it.
        courses: (n,) array of COURSE.
    """
    for i in range(first, stop):
        played = games[i]
        ours, theirs = strategies[played.player], strategies[1 - np.int64(played.player)]
        play_noted(desk, rules, setups[played.deck], ours, theirs, played, courses[i])
