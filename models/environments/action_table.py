"""What each index of the full game's action space means, for networks and messages."""

import numpy as np

from engine.core import enums as e
from engine.illegal import IllegalAction
from models.environments.core.action_space import (
    FIRST_ATTACK,
    FIRST_CHOICE,
    FIRST_PLAY,
    FIRST_POWER,
    N_ACTIONS,
    N_CARD_OPTIONS,
    N_ON_SIDE,
    N_POSITIONS,
    N_POWER_OPTIONS,
    N_TARGETS,
)
from models.environments.core.records import MAX_CHOICES

ACTION = np.dtype(
    [
        ("kind", "i2"),  # of `engine.core.enums.ACTIONS`
        ("source", "i2"),  # place in the hand of a card to play, place of an attacker, else 0
        ("target", "i2"),  # 0: none, else a place + 1
        ("position", "i2"),  # of a minion to play, from the left
        ("choice", "i2"),  # option of a card or power, or place among the cards offered
    ]
)
_HEROES = {0: "the own hero", N_ON_SIDE: "the enemy hero"}


def _block(first: int, shape: tuple[int, ...]) -> tuple[slice, list[np.ndarray]]:
    """The indices of one kind, and their coordinates in the shape."""
    n = int(np.prod(shape))
    return slice(first, first + n), list(np.unravel_index(np.arange(n), shape))


def _actions() -> np.ndarray:
    table = np.zeros(N_ACTIONS, ACTION)
    rows, (choice,) = _block(FIRST_CHOICE, (MAX_CHOICES,))
    table["kind"][rows], table["choice"][rows] = e.CHOOSE, choice
    rows, (attacker, defender) = _block(FIRST_ATTACK, (N_ON_SIDE, N_ON_SIDE))
    table["kind"][rows], table["source"][rows] = e.ATTACK, attacker
    table["target"][rows] = defender + N_ON_SIDE + 1
    rows, (choice, target) = _block(FIRST_POWER, (N_POWER_OPTIONS, N_TARGETS))
    table["kind"][rows], table["choice"][rows], table["target"][rows] = e.POWER, choice, target
    shape = (e.MAX_HAND, N_CARD_OPTIONS, N_TARGETS, N_POSITIONS)
    rows, (hand, choice, target, position) = _block(FIRST_PLAY, shape)
    table["kind"][rows], table["source"][rows], table["choice"][rows] = e.PLAY, hand, choice
    table["target"][rows], table["position"][rows] = target, position
    table.flags.writeable = False
    return table


#: (N_ACTIONS,) array of ACTION, read-only.
ACTIONS = _actions()


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
    some = ", ".join(str(each) for each in legal[:8]) + (", ..." if len(legal) > 8 else "")
    return IllegalAction(
        f"action {index} ({index_text(index)}) is not legal now; "
        f"use one that the mask allows: {some}"
    )
