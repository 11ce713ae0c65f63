"""What each index of the full game's action space means, as text."""

import numpy as np

from engine.core import enums as e
from engine.illegal import IllegalAction
from models.environments.core.action_space import ACTIONS, N_ACTIONS, N_ON_SIDE

_HEROES = {0: "the own hero", N_ON_SIDE: "the enemy hero"}


def _place_text(place: int) -> str:
    if place in _HEROES:
        return _HEROES[place]
    side = "own" if place < N_ON_SIDE else "enemy"
    return f"the {side} minion {place % N_ON_SIDE - 1}"


def index_text(index: int) -> str:
    """What an index means in any game: `play hand card 2 on the enemy hero`; all counts from 0."""
    action = ACTIONS[index]
    kind, source, target = (int(action[name]) for name in ("kind", "source", "target"))
    text = e.ACTIONS[kind]
    if kind == e.PLAY:
        text += f" hand card {source} at position {action['position']}"
    elif kind == e.ATTACK:
        text += f" with {_place_text(source)}"
    if target:
        text += f" on {_place_text(target - 1)}"
    if kind in (e.PLAY, e.POWER):
        text += f", option {action['choice']}"
    return f"{text} card {action['choice']}" if kind == e.CHOOSE else text


def illegal_index(index: int, legal: np.ndarray) -> IllegalAction:
    """The error of an index that is not among the legal ones, with the fix."""
    if not 0 <= index < N_ACTIONS:
        return IllegalAction(f"there is no action {index}; use an index from 0 to {N_ACTIONS - 1}")
    if not len(legal):
        return IllegalAction(f"action {index} is not legal: the game is over")
    some = ", ".join(str(each) for each in legal[:8]) + (", ..." if len(legal) > 8 else "")
    return IllegalAction(
        f"action {index} ({index_text(index)}) is not legal now; "
        f"use one that the mask allows: {some}"
    )
