"""Legal actions as indices of a fixed space, and back.

An index names an action as the player to move sees it: a card by its place in the hand, a
character by its place in play. The places are 0 for the own hero, 1 to 7 for the own minions from
the left, 8 for the enemy hero and 9 to 15 for the enemy minions. A target is 0 for none, else its
place plus 1.

| from | actions | number |
| --- | --- | --- |
| `END_TURN` | end the turn | 1 |
| `FIRST_CHOICE` | take card c of those offered | 8 |
| `FIRST_ATTACK` | attacker * 8 + defender, places on their sides | 64 |
| `FIRST_POWER` | choice * 17 + target | 68 |
| `FIRST_PLAY` | ((hand * 2 + choice) * 17 + target) * 7 + position | 2380 |
"""

import numpy as np
from numba import int16

from engine.core import enums as e
from engine.core.actions import pack
from engine.core.entry_points import list_options
from engine.core.jit import INT, VOID
from engine.core.types import GAME_T, RULES_T
from models.environments.core import entry, kernel
from models.environments.core.records import MAX_CHOICES, N_PLACES, SCRATCH_T

N_ON_SIDE = 1 + e.MAX_BOARD
N_TARGETS = 1 + N_PLACES
N_POSITIONS = e.MAX_BOARD
N_CARD_OPTIONS = 2  # of a Choose One card
N_POWER_OPTIONS = 4  # of a hero power
END_TURN = 0
FIRST_CHOICE = 1
FIRST_ATTACK = FIRST_CHOICE + MAX_CHOICES
FIRST_POWER = FIRST_ATTACK + N_ON_SIDE * N_ON_SIDE
FIRST_PLAY = FIRST_POWER + N_POWER_OPTIONS * N_TARGETS
N_ACTIONS = FIRST_PLAY + e.MAX_HAND * N_CARD_OPTIONS * N_TARGETS * N_POSITIONS
LIST_T = int16[::1]
ACTION = np.dtype(
    [
        ("kind", "i2"),  # of `engine.core.enums.ACTIONS`
        ("source", "i2"),  # place in the hand of a card to play, place of an attacker, else 0
        ("target", "i2"),  # 0: none, else a place + 1
        ("position", "i2"),  # of a minion to play, from the left
        ("choice", "i2"),  # option of a card or power, or place among the cards offered
    ]
)


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


@kernel(VOID, GAME_T, SCRATCH_T)
def _mark_places(game, scratch):
    """Notes the hand place, or the target number, of each entity that an action may name."""
    mover = np.int64(game.active)
    player = game.players[mover]
    scratch.places[0] = 0
    for i in range(player.n_hand):
        scratch.places[player.hand[i]] = i
    for k in range(2):
        side = mover if k == 0 else 1 - mover
        scratch.places[game.slot_entity[side]] = 1 + k * N_ON_SIDE
        board = game.players[side]
        for i in range(board.n_board):
            scratch.places[game.slot_entity[board.board[i]]] = 2 + k * N_ON_SIDE + i


@kernel(INT, SCRATCH_T, INT)
def _index_of(scratch, action):
    """The index of a legal action, with the places marked."""
    kind = action & 255
    source = np.int64(scratch.places[(action >> 8) & 255])
    target = np.int64(scratch.places[(action >> 16) & 255])
    choice = (action >> 32) & 255
    if kind == e.PLAY:
        target += (source * N_CARD_OPTIONS + choice) * N_TARGETS
        return FIRST_PLAY + target * N_POSITIONS + ((action >> 24) & 255)
    if kind == e.ATTACK:
        return FIRST_ATTACK + (source - 1) * N_ON_SIDE + target - 1 - N_ON_SIDE
    if kind == e.POWER:
        return FIRST_POWER + choice * N_TARGETS + target
    return FIRST_CHOICE + choice if kind == e.CHOOSE else END_TURN


@entry(INT, GAME_T, RULES_T, SCRATCH_T, LIST_T)
def list_legal(game, rules, scratch, legal):
    """Writes the indices of all legal actions into `legal`, in the engine's order.

    Returns:
        Their number; 0 if the game is over.
    """
    if game.result != e.RUNNING:
        return 0
    list_options(game, rules, scratch.options)
    _mark_places(game, scratch)
    for i in range(scratch.options.n):
        legal[i] = _index_of(scratch, scratch.options.actions[i])
    return np.int64(scratch.options.n)


@kernel(INT, GAME_T, INT)
def _entity_at(game, place):
    """The entity at a place in play, as the player to move counts; 0 if the place is empty."""
    mover = np.int64(game.active)
    side = mover if place < N_ON_SIDE else 1 - mover
    i = place % N_ON_SIDE
    if i == 0:
        return np.int64(game.slot_entity[side])
    player = game.players[side]
    return np.int64(game.slot_entity[player.board[i - 1]]) if i <= player.n_board else 0


@kernel(INT, GAME_T, INT)
def _target_entity(game, target):
    return 0 if target == 0 else _entity_at(game, target - 1)


@entry(INT, GAME_T, INT)
def action_at(game, index):
    """The engine's action that a legal index means in this game."""
    if index == END_TURN:
        return pack(e.END_TURN, 0, 0, 0, 0)
    if index < FIRST_ATTACK:
        return pack(e.CHOOSE, 0, 0, 0, index - FIRST_CHOICE)
    if index < FIRST_POWER:
        rest = index - FIRST_ATTACK
        attacker = _entity_at(game, rest // N_ON_SIDE)
        return pack(e.ATTACK, attacker, _entity_at(game, N_ON_SIDE + rest % N_ON_SIDE), 0, 0)
    if index < FIRST_PLAY:
        rest = index - FIRST_POWER
        hero = np.int64(game.slot_entity[game.active])
        target = _target_entity(game, rest % N_TARGETS)
        return pack(e.POWER, hero, target, 0, rest // N_TARGETS)
    rest = index - FIRST_PLAY
    position, rest = rest % N_POSITIONS, rest // N_POSITIONS
    target, rest = rest % N_TARGETS, rest // N_TARGETS
    card = np.int64(game.players[game.active].hand[rest // N_CARD_OPTIONS])
    return pack(e.PLAY, card, _target_entity(game, target), position, rest % N_CARD_OPTIONS)
