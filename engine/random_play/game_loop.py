"""Whole games at random, compiled, and what is summed up of them.

All sums are of integers, so they do not depend on the order in which games are added up.
"""

import numpy as np
from numba import from_dtype

from engine.core import enums as e
from engine.core.costs import attack_of
from engine.core.entry_points import apply, begin, list_options
from engine.core.jit import INDEX, INT, VOID, record
from engine.core.rng import below
from engine.core.setup import SETUP_T, start_game
from engine.core.state import GAME, OPTIONS, VM
from engine.core.tables import N_CARDS
from engine.core.types import GAME_T, OPTIONS_T, RULES_T
from engine.random_play import entry, kernel

# What is known of a finished game, and of each player in it, in the order of `SEAT.values`.
OF_GAME = ("health_difference", "turns", "actions")
OF_PLAYER = (
    "health", "armor", "hand_size", "board_size", "board_attack", "board_health", "cards_left",
    "cards_played", "hero_powers", "attacks",
)  # fmt: skip
N_VALUES = len(OF_GAME) + 2 * len(OF_PLAYER)
MAX_PLAYED = 1024  # different cards that one player may have played in a game

SEAT = record(  # the memory of one thread
    ("game", GAME),
    ("options", OPTIONS),
    # --- of the game that is played ---
    ("n_decisions", "i8"),
    ("n_options", "i8"),  # summed over the decisions; the squares likewise
    ("n_options_squared", "i8"),
    ("values", "i8", (N_VALUES,)),
    ("n_played", "i8", (2,)),  # different cards
    ("played", "u2", (2, MAX_PLAYED)),
    ("times", "i8", (2, N_CARDS)),  # how often each was played; 0 for all others
    ("vm", VM),
)

TALLY = record(  # sums over games
    ("results", "i8", (5,)),  # games by result; RUNNING: not finished after `MAX_TURNS`
    ("failed_game", "i8"),  # the first game that failed, and why
    ("error", "i8"),
    ("n_decisions", "i8"),
    ("n_options", "i8"),
    ("n_options_squared", "i8"),
    ("values", "i8", (N_VALUES,)),
    ("squares", "i8", (N_VALUES,)),
    ("times", "i8", (2, N_CARDS)),
    ("times_squared", "i8", (2, N_CARDS)),
)

SEAT_T = from_dtype(SEAT)
TALLY_T = from_dtype(TALLY)


def new_seat() -> np.record:
    """The memory of one thread."""
    return np.zeros(1, SEAT)[0]


def new_tally() -> np.record:
    """Sums over no games."""
    return np.zeros(1, TALLY)[0]


MAX_TURNS = 200  # of both players; a longer game counts as unfinished
_N_OF_GAME, _N_OF_PLAYER = len(OF_GAME), len(OF_PLAYER)
_CARDS_PLAYED = OF_PLAYER.index("cards_played")
_HERO_POWERS = OF_PLAYER.index("hero_powers")
_ATTACKS = OF_PLAYER.index("attacks")


@entry(INT, GAME_T, RULES_T, OPTIONS_T)
def random_action(game, rules, options):
    """A legal action of the player to move, drawn uniformly from the game's stream.

    EndTurn, every target, every board position and every card to choose is an option of its own;
    all of them stay in `options`.
    """
    list_options(game, rules, options)
    return options.actions[below(game, np.int64(options.n))]


@kernel(VOID, SEAT_T, INDEX, INDEX)
def _count_card(seat, side, card):
    """One more play of a card."""
    if seat.times[side, card] == 0:
        if seat.n_played[side] >= MAX_PLAYED:
            seat.game.error = e.TOO_MANY_REFS
            return
        seat.played[side, seat.n_played[side]] = card
        seat.n_played[side] += 1
    seat.times[side, card] += 1


@kernel(VOID, SEAT_T, INT)
def _count_action(seat, action):
    game, kind = seat.game, action & 255
    side = np.int64(game.active)
    first = _N_OF_GAME + side * _N_OF_PLAYER
    seat.values[2] += 1
    if kind == e.PLAY:
        seat.values[first + _CARDS_PLAYED] += 1
        _count_card(seat, side, game.entities[(action >> 8) & 255].card)
    elif kind == e.POWER:
        seat.values[first + _HERO_POWERS] += 1
    elif kind == e.ATTACK:
        seat.values[first + _ATTACKS] += 1


@kernel(VOID, SEAT_T)
def _clear(seat):
    seat.n_decisions = 0
    seat.n_options = 0
    seat.n_options_squared = 0
    for i in range(N_VALUES):
        seat.values[i] = 0
    for side in range(2):
        for i in range(seat.n_played[side]):
            seat.times[side, seat.played[side, i]] = 0
        seat.n_played[side] = 0


@kernel(VOID, SEAT_T, INDEX)
def _measure_player(seat, side):
    """What the side has at the end of the game."""
    game, first = seat.game, _N_OF_GAME + np.int64(side) * _N_OF_PLAYER
    player = game.players[side]
    attack = health = 0
    for i in range(player.n_board):
        slot = player.board[i]
        attack += attack_of(game, slot)
        health += np.int64(game.characters[slot].health)
    seat.values[first] = game.characters[side].health
    seat.values[first + 1] = player.armor
    seat.values[first + 2] = player.n_hand
    seat.values[first + 3] = player.n_board
    seat.values[first + 4] = attack
    seat.values[first + 5] = health
    seat.values[first + 6] = player.n_deck


@entry(INT, SEAT_T, RULES_T, SETUP_T, INT, INT)
def play_game(seat, rules, setup, seed_a, seed_b):
    """Plays one game, without mulligan, until it ends or `MAX_TURNS` are over.

    Returns:
        The result, RUNNING if the game has not ended; `seat` holds what is known of the game.
    """
    game, options = seat.game, seat.options
    _clear(seat)
    start_game(game, rules, setup, seed_a, seed_b)
    begin(game, rules, seat.vm)
    while game.result == e.RUNNING and game.turn <= MAX_TURNS:
        action = random_action(game, rules, options)
        n = np.int64(options.n)
        seat.n_decisions += 1
        seat.n_options += n
        seat.n_options_squared += n * n
        _count_action(seat, action)
        apply(game, rules, seat.vm, action)
    seat.values[0] = np.int64(game.characters[0].health) - np.int64(game.characters[1].health)
    seat.values[1] = game.turn
    for side in range(2):
        _measure_player(seat, side)
    return np.int64(game.result)


@kernel(VOID, TALLY_T, SEAT_T)
def _add(tally, seat):
    """Adds the game just played."""
    tally.n_decisions += seat.n_decisions
    tally.n_options += seat.n_options
    tally.n_options_squared += seat.n_options_squared
    for i in range(N_VALUES):
        value = seat.values[i]
        tally.values[i] += value
        tally.squares[i] += value * value
    for side in range(2):
        for i in range(seat.n_played[side]):
            card = np.int64(seat.played[side, i])
            times = seat.times[side, card]
            tally.times[side, card] += times
            tally.times_squared[side, card] += times * times


@entry(VOID, SEAT_T, TALLY_T, RULES_T, SETUP_T, INT, INT, INT)
def play_games(seat, tally, rules, setup, seed, start, stop):
    """Plays the games number `start` to `stop - 1` of a seed and adds them to the sums.

    A game draws from its seed and number only. A failed game counts in `tally.results` only.
    """
    for number in range(start, stop):
        result = play_game(seat, rules, setup, seed, number)
        tally.results[result] += 1
        if result != e.FAILED:
            _add(tally, seat)
        elif tally.error == e.NO_ERROR or number < tally.failed_game:
            tally.failed_game = number
            tally.error = seat.game.error
