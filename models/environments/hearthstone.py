"""`HearthstoneGame`: the full game for environments, one game at a time, and its actions as text.

    game = HearthstoneGame(("Aggro Hunter", "Control Warlock"))
    while not game.standing().is_over:
        game.play(int(game.legal()[0]))
    print(game.text())

`models.environments.batch` plays the same games, thousands at once.
"""

from copy import copy
from typing import Self

import numpy as np

from engine.core import enums as e
from engine.core.actions import apply
from engine.core.memory import copy_game
from engine.core.state import new_games
from engine.illegal import IllegalAction
from engine.rules import Rules, rules_for
from engine.view import action_text, game_text
from models.environments.core.action_space import (
    ACTIONS,
    N_ACTIONS,
    N_ON_SIDE,
    action_at,
    list_legal,
)
from models.environments.core.observing import observe
from models.environments.core.records import N_FEATURES, OBSERVATION, TURN, new_scratch
from models.environments.core.stepping import judge, open_game
from models.environments.two_player_game import Matchup, Standing, check_seed, setups_of_matchups
from models.players.core.blind import deal_anew
from models.players.core.state import HIDDEN

MAX_NUMBER = 2**32 - 1
_HEROES = {0: "the own hero", N_ON_SIDE: "the enemy hero"}


class HearthstoneGame:
    """The full game between two decks, without mulligan.

    Args:
        decks: Who goes first, and who second: each a `Deck` or the name of a published one.
        rules: The cards (default: build 38377 as printed).

    Attributes:
        rules: The cards.
        record: The game record (dtype `engine.core.state.GAME`).

    Raises:
        DeckError: A deck is unknown or not legal.
    """

    name = "hearthstone_v1"
    n_actions = N_ACTIONS
    n_features = N_FEATURES
    dtype: np.dtype = np.dtype(np.int16)

    def __init__(self, decks: Matchup, rules: Rules | None = None) -> None:
        self.rules = rules or rules_for()
        self.record = new_games(1)[0]
        self._setup = setups_of_matchups(self.rules, [decks])[0]
        self._scratch = new_scratch()
        self._legal = np.zeros(N_ACTIONS, np.int16)
        self._turn = np.zeros(1, TURN)[0]
        self.start(0, 0)

    def start(self, seed: int, number: int) -> None:
        """Starts game `number` of a seed: game `number` of a `GameBatch` of this seed and decks.

        Raises:
            ValueError: A number is out of its range.
        """
        check_seed(seed)
        if not 0 <= number <= MAX_NUMBER:
            raise ValueError(f"game number {number}: use a number from 0 to {MAX_NUMBER}")
        tables, vm = self.rules.tables, self._scratch.vm
        open_game(self.record, tables, vm, self._setup, seed, number)
        self._look()

    def to_move(self) -> int:
        """Returns the side to move: 0 went first."""
        return int(self.record.active)

    def standing(self) -> Standing:
        """Returns how the game stands; it is truncated after 200 turns of both players together."""
        first, second = self._turn.rewards.tolist()
        return Standing((first, second), bool(self._turn.terminated), bool(self._turn.truncated))

    def observe(self, side: int) -> np.ndarray:
        """Returns the (N_FEATURES,) array of int16 that holds what a side may know."""
        seen = np.zeros(1, OBSERVATION)
        observe(self.record, self.rules.tables, self._scratch, side, seen[0])
        return seen.view(np.int16)

    def legal(self) -> np.ndarray:
        """Returns the (n,) array of int16 of all legal actions, in the engine's order."""
        return self._legal[: self._turn.n_legal].copy()

    def play(self, index: int) -> None:
        """Plays a legal action.

        Raises:
            IllegalAction: It is not legal; the message names it and the legal ones.
        """
        self._check(index)
        apply(self.record, self.rules.tables, self._scratch.vm, action_at(self.record, index))
        self._look()

    def copy(self, seed: int) -> Self:
        """Returns a copy for trying actions, which reveals nothing.

        What the player to move cannot see is dealt anew, as for a fair player, and all that is
        random draws from another stream.

        Args:
            seed: Equal seeds give equal copies.
        """
        other = copy(self)
        other.record, other._turn = new_games(1)[0], self._turn.copy()
        other._legal = self._legal.copy()
        copy_game(other.record, self.record)
        hidden = np.zeros(1, HIDDEN)[0]
        deal_anew(other.record, self.rules.tables, self.to_move(), check_seed(seed), hidden)
        return other

    def text(self) -> str:
        """Returns the position as text, with both hands."""
        return game_text(self.record, self.rules)

    def action_text(self, index: int) -> str:
        """Returns what a legal action does: "plays Wisp (0)", "attacks the enemy hero with Wisp".

        Raises:
            IllegalAction: It is not legal.
        """
        self._check(index)
        return action_text(self.record, self.rules, action_at(self.record, index))

    def _check(self, index: int) -> None:
        if index not in (legal := self.legal()):
            raise illegal_index(int(index), legal)

    def _look(self) -> None:
        judge(self.record, self._turn)
        n_legal = list_legal(self.record, self.rules.tables, self._scratch, self._legal)
        self._turn.n_legal = 0 if self._turn.truncated else n_legal


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
