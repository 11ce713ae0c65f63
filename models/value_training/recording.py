"""Games whose states are recorded: what the value network sees of them, and who won.

A game is played twice: once by the players, of whom each draws a share of its decisions at random,
and once more from its actions, to record. Recorded is the state after each end of a turn, as the
player sees who has ended it, and a quarter of the states within turns, which a beam has to compare.
What a state is to be worth is the result of its game, or TD(lambda) with a teacher.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Self

import numpy as np
from numba import float32, from_dtype, uint16

from engine.core.entry_points import apply, list_options
from engine.core.enums import FAILED, NO_ERROR, RUNNING
from engine.core.jit import FLOAT, INDEX, INT, VOID, linked, record
from engine.core.rng import scramble
from engine.core.setup import SETUP_T
from engine.core.types import GAME_T, RULES_T
from engine.rules import Rules
from engine.threads import in_slices
from models.players.core import game_loop
from models.players.core.state import (
    DESK_T,
    PLAYED_GAME,
    PLAYED_GAME_T,
    STRATEGY_T,
    VALUE_SIGHT,
    VALUE_SIGHT_T,
    new_desk,
)
from models.players.core.value import logit, see_features
from models.value_training import entry, kernel

#: Most states and features of a game that are recorded; the rest of a longer game is not.
MOST_STATES, MOST_FEATURES = 256, 20_000
_SLICE = 16
_STATES_AT_ONCE = 20_000  # that a thread gives to a network
_SHARE = 4  # of the states within turns, one in so many is recorded
_TWO_32 = 2.0**32
_NOISE_STREAM, _RECORD_STREAM = 0x5EED_A11, 0x5EED_B22

STATE = record(
    ("game", "i8"),  # number of the game
    ("length", "u2"),  # features
    ("round", "u1"),
    ("side", "u1"),  # who sees it
    ("ends", "u1"),  # 1: its turn has just ended
    ("won", "u1"),  # 1: that side wins the game; a game without a winner is not recorded
    ("pad", "u2"),
)
RECORDED = record(
    ("n_states", "i8"),
    ("n_features", "i8"),
    ("states", STATE, (MOST_STATES,)),
    ("features", "u2", (MOST_FEATURES,)),
)
RECORDED_T = from_dtype(RECORDED)

follow_plan = linked(game_loop.follow_plan)
open_game = linked(game_loop.open_game)
see = linked(see_features)
forward = linked(logit)


@kernel(VOID, DESK_T, RULES_T, INT)
def _err(desk, rules, draw):
    """Replaces the plan by one random legal action."""
    search = desk.search
    list_options(desk.game, rules, search.options)
    search.plan[0] = search.options.actions[draw % max(1, np.int64(search.options.n))]
    search.n_plan = 1


@kernel(VOID, DESK_T, RULES_T, STRATEGY_T, STRATEGY_T, PLAYED_GAME_T, INT)
def _play(desk, rules, first, second, played, errors):
    """Plays the opened game; `errors` of 2^32 searches are replaced by random actions."""
    game = desk.game
    while game.result == RUNNING and game.error == NO_ERROR:
        side = np.int64(game.active)
        strategy = first if side == 0 else second
        seed = game_loop.search_seed(played, np.int64(desk.n_searches))
        desk.n_searches += 1
        draw = scramble(seed ^ _NOISE_STREAM)
        if draw < errors:
            _err(desk, rules, scramble(draw))
        elif game_loop.find_plan(game, rules, desk.vm, side, strategy, seed, desk.search) == 0:
            game.result = FAILED
            break
        follow_plan(desk, rules, side, strategy, played)
        if game.turn > game_loop.MAX_TURNS:
            game.result = FAILED


@kernel(VOID, GAME_T, RULES_T, INDEX, INT, DESK_T, RECORDED_T)
def _record(game, rules, side, ends, desk, recorded):
    """Adds a state, if there is room."""
    sight = desk.search.neurons.value
    see(game, rules, side, sight)
    n, start = recorded.n_states, recorded.n_features
    if n == MOST_STATES or start + sight.n > MOST_FEATURES:
        return
    state = recorded.states[n]
    state.length = sight.n
    state.side = side
    state.ends = ends
    state.round = min(255, (np.int64(game.turn) + 1) // 2)
    for i in range(sight.n):
        recorded.features[start + i] = sight.rows[i]
    recorded.n_states = n + 1
    recorded.n_features = start + sight.n


@kernel(VOID, DESK_T, RULES_T, PLAYED_GAME_T, RECORDED_T)
def _follow(desk, rules, played, recorded):
    """Plays the game again from its actions, and records."""
    game = desk.game
    for i in range(np.int64(desk.n_actions)):
        side, turn = np.int64(game.active), np.int64(game.turn)
        apply(game, rules, desk.vm, desk.actions[i])
        if game.result != RUNNING:
            return
        ends = game.turn != turn
        draw = scramble(scramble(played.seed_b ^ _RECORD_STREAM) ^ np.int64(i))
        if ends or (draw % _SHARE == 0 and game.n_choices == 0):
            _record(game, rules, side, 1 if ends else 0, desk, recorded)


@entry(
    VOID, DESK_T, RULES_T, SETUP_T[:, ::1], STRATEGY_T[::1], PLAYED_GAME_T[::1], INT[::1],
    RECORDED_T[::1], INT, INT,
)  # fmt: skip
def record_games(desk, rules, setups, strategies, games, errors, recorded, first, stop):
    """Plays and records the games from `first` to `stop`.

    Args:
        setups: (n_decks, 1) array of SETUP.
        strategies: (n,) array of STRATEGY: `player` of a game is the first player's place in it,
            `opponent` that of the second.
        games: (n_games,) array of PLAYED_GAME.
        errors: (n_games,) array of int64: of 2^32 searches, how many are replaced.
        recorded: (stop - first,) array of RECORDED, filled.
    """
    game = desk.game
    for i in range(first, stop):
        played, out = games[i], recorded[i - first]
        out.n_states = 0
        out.n_features = 0
        setup = setups[played.deck, 0]
        own, other = strategies[played.player], strategies[played.opponent]
        game_loop.clear_outcome(played)
        open_game(desk, rules, setup, own, other, played)
        _play(desk, rules, own, other, played, errors[i])
        played.result = game.result
        if game.result == FAILED or game.error != NO_ERROR or game.result > 2:
            continue
        winner = np.int64(game.result) - 1
        n = np.int64(desk.n_actions)
        open_game(desk, rules, setup, own, other, played)
        desk.n_actions = n
        _follow(desk, rules, played, out)
        for k in range(out.n_states):
            out.states[k].game = i
            out.states[k].won = 1 if out.states[k].side == winner else 0


@dataclass(frozen=True)
class States:
    """Recorded states."""

    states: np.ndarray  #: (n,) array of STATE, those of a game together, in their order
    #: (sum of lengths,) array of uint16: their features, one state after the other
    features: np.ndarray

    @classmethod
    def joined(cls, parts: Sequence[Self]) -> Self:
        """Returns all states of the parts, in their order."""
        return cls(
            np.concatenate([part.states for part in parts]),
            np.concatenate([part.features for part in parts]),
        )

    @property
    def offsets(self) -> np.ndarray:
        """(n + 1,) array of int64: where the features of each state begin."""
        return np.concatenate([[0], np.cumsum(self.states["length"], dtype=np.int64)])


def record_states(
    rules: Rules,
    setups: np.ndarray,
    strategies: np.ndarray,
    errors: np.ndarray,
    seeds: np.ndarray,
    threads: int | None = None,
    progress: Callable[[int], None] | None = None,
) -> States:
    """Plays games of a player against itself; returns their states, the same for any `threads`.

    Games that fail or that nobody wins have no states.

    Args:
        setups: (n, 1) array of SETUP: the decks of each game.
        strategies: (1,) array of STRATEGY: the player.
        errors: (n,) array of float64: share of a game's searches replaced by random actions.
        seeds: (n,) array of uint64.
    """
    games, parts = np.zeros(len(seeds), PLAYED_GAME), {}
    games["deck"] = np.arange(len(games))
    games["seed_a"] = (seeds >> np.uint64(32)).astype(np.int64)
    games["seed_b"] = (seeds & np.uint64(0xFFFFFFFF)).astype(np.int64)
    replaced = np.rint(errors * _TWO_32).astype(np.int64)

    def new_worker() -> Callable[[int, int], None]:
        desk, recorded = new_desk(), np.zeros(_SLICE, RECORDED)

        def work(start: int, stop: int) -> None:
            record_games(
                desk, rules.tables, setups, strategies, games, replaced, recorded, start, stop
            )
            filled = recorded[: stop - start]
            parts[start] = States(
                np.concatenate([each["states"][: each["n_states"]] for each in filled]),
                np.concatenate([each["features"][: each["n_features"]] for each in filled]),
            )

        return work

    in_slices(len(games), _SLICE, new_worker, threads, progress)
    return States.joined([parts[start] for start in sorted(parts)])


@entry(VOID, VALUE_SIGHT_T, INT, uint16[::1], INT[::1], float32[::1], INT, INT)
def _logits(sight, address, features, offsets, logits, first, stop):
    """Writes the network's outputs for the states from `first` to `stop`."""
    for i in range(first, stop):
        sight.n = offsets[i + 1] - offsets[i]
        for k in range(sight.n):
            sight.rows[k] = features[offsets[i] + k]
        logits[i] = forward(sight, address)


def chances_of(states: States, floats: np.ndarray, threads: int | None = None) -> np.ndarray:
    """Returns a network's chances to win in states of games with its cards: (n,) float32."""
    offsets, logits = states.offsets, np.zeros(len(states.states), np.float32)

    def new_worker() -> Callable[[int, int], None]:
        sight = np.zeros(1, VALUE_SIGHT)[0]
        return partial(_logits, sight, floats.ctypes.data, states.features, offsets, logits)

    in_slices(len(logits), _STATES_AT_ONCE, new_worker, threads)
    return (1 / (1 + np.exp(-logits.astype(np.float64)))).astype(np.float32)


@entry(VOID, from_dtype(STATE)[::1], float32[::1], FLOAT, float32[::1])
def _trace(states, taught, share, targets):
    """Goes through the states backwards; each game's sides have traces of their own."""
    n, game = len(states), np.int64(-1)
    has_next = np.zeros(2, np.bool_)
    after, value = np.zeros(2), np.zeros(2)
    for back in range(n):
        i = n - 1 - back
        state = states[i]
        if state.game != game:
            game = state.game
            has_next[:] = False
        side = np.int64(state.side)
        target = np.float64(state.won)
        if has_next[side]:
            target = (1.0 - share) * value[side] + share * after[side]
        targets[i] = target
        after[side], value[side] = target, taught[i]
        has_next[side] = True


def targets_of(states: States, taught: np.ndarray | None, share: float = 0.5) -> np.ndarray:
    """Returns the target of each state: (n,) array of float32, chances to win.

    `taught` are a teacher's chances to win; `share` is lambda: 1 leaves the results only.

    Source:
        Sutton 1988, Learning to predict by the methods of temporal differences.
    """
    if taught is None:
        return states.states["won"].astype(np.float32)
    targets = np.zeros(len(taught), np.float32)
    _trace(states.states, np.ascontiguousarray(taught, np.float32), share, targets)
    return targets
