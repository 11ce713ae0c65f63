"""What each recorded state is to be worth: the result of its game, or TD(lambda) with a teacher."""

from collections.abc import Callable
from functools import partial

import numpy as np
from numba import float32, from_dtype, uint16

from engine.core.jit import FLOAT, INT, VOID, linked
from engine.threads import in_slices
from models.players.core.state import VALUE_SIGHT, VALUE_SIGHT_T
from models.players.core.value import logit
from models.value_training import entry
from models.value_training.recording import STATE, States

_SLICE = 20_000
forward = linked(logit)


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

    in_slices(len(logits), _SLICE, new_worker, threads)
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
