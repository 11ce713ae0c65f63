"""A player of one's own, named by `package.module:MyPlayer`, and the `View` of a game that it gets.

It is a class with `act(view) -> action`.
"""

from functools import cached_property
from typing import Any, Self

import numpy as np

from engine.game import Game
from engine.view import character_text
from models.own_class import OwnClass, place_of, said
from models.players.board import moves_of, seen_by
from models.players.core.blind import deal_anew
from models.players.core.game_loop import search_seed
from models.players.core.state import HIDDEN
from models.players.games import GameError
from models.settings.config import ConfigError

_RESULTS = {"first won": 0, "second won": 1}


class View:
    """What a side may know of a game, for a player of one's own.

    Args:
        dealt: The game, with hidden cards dealt anew (`dealt_copy`).
        seed: A number of this decision.
        side: The side that looks; by default the side to move.

    Attributes:
        seed: Equal games give equal numbers: seed all that is random with it.
        side: The side that looks: 0 went first.
    """

    def __init__(self, dealt: Game, seed: int, side: int | None = None) -> None:
        self._game, self.seed = dealt, seed
        self.side = int(dealt.record.active) if side is None else side

    @cached_property
    def board(self) -> dict[str, Any]:
        """The position, as `models.players.board.seen_by` returns it."""
        return seen_by(self._game.record, self._game.rules, self.side)

    @cached_property
    def actions(self) -> tuple[dict[str, Any], ...]:
        """The side's legal actions, as `models.players.board.moves_of` returns them.

        Sort a copy: an action is found by its place here.

        None are left after the turn or the game.
        """
        return tuple(moves_of(self._game, self.side))

    @property
    def result(self) -> str:
        """How the game stands for the side: running, won, lost or drawn."""
        if self._game.result == "running":
            return "running"
        winner = _RESULTS.get(self._game.result)
        return "drawn" if winner is None else "won" if winner == self.side else "lost"

    def after(self, action: dict[str, Any], seed: int | None = None) -> "View":
        """Returns what the side would see after an action; the game does not change.

        The action is played in a copy. Hidden cards are dealt anew there, and all that is random
        has other outcomes than in the game.

        Args:
            seed: Equal seeds give equal copies; `seed` by default.

        Raises:
            ValueError: It is none of `actions`.
        """
        seed = self.seed if seed is None else seed
        copy = dealt_copy(self._game, seed)
        copy.apply(self.code_of(action))
        return View(copy, seed, self.side)

    def code_of(self, action: dict[str, Any]) -> int:
        """Returns an action as the number that the kernels take.

        Raises:
            ValueError: It is none of `actions`.
        """
        if action not in self.actions:
            raise ValueError(f"{action!r} is none of view.actions")
        return self._game.codes()[self.actions.index(action)]


def dealt_copy(game: Game, seed: int) -> Game:
    """Returns a copy of a game that reveals nothing to the side to move.

    What that side cannot see is dealt anew, as for a fair player, and all that is random draws
    from another stream. Equal seeds give equal copies.
    """
    copy, hidden = game.copy(), np.zeros(1, HIDDEN)[0]
    deal_anew(copy.record, copy.rules.tables, int(copy.record.active), seed, hidden)
    return copy


class OwnPlayerError(GameError, ConfigError):
    """A player of one's own failed in a game: its class must change, so commands print one line."""


class OwnSetting(OwnClass):
    """A player of one's own, by its class."""

    @property
    def name(self) -> str:
        """Its name in results."""
        return self.path

    @classmethod
    def read(cls, path: str) -> Self:
        """Imports the class of a player, also from the current folder.

        Raises:
            ConfigError: The module or the class is missing, or the class has no method `act`.
        """
        return cls.named(path, "act")

    def seat(self) -> "OwnSeat":
        """Returns a new object of the class, for one game.

        Raises:
            ConfigError: The class is missing, its file has changed, or no object can be made.
        """
        found = self.load("act")
        try:
            return OwnSeat(self.path, found())
        except Exception as error:
            raise ConfigError(
                f"{self.path}: {self.path.partition(':')[2]}() raised {said(error)}; a player is "
                "made without arguments"
            ) from error


class OwnSeat:
    """A player of one's own, with `act(view) -> action`, in one game: a `Seat`."""

    has_mulligan = True

    def __init__(self, name: str, player: Any) -> None:
        self._name, self._player = name, player

    def actions(self, game: Game, played: np.record, number: int) -> list[int]:
        """As `Seat.actions`: one action.

        Raises:
            OwnPlayerError: `act` raised an error, or returned no legal action.
        """
        seed = int(search_seed(played, np.int64(number)))
        view = View(dealt_copy(game, seed), seed)
        try:
            action = self._player.act(view)
        except Exception as error:
            problem = f"act raised {said(error)}{place_of(error, type(self._player))}"
            raise self._failed(game, number, problem) from error
        if action not in view.actions:
            problem = f"act returned {action!r}, which is no action of view.actions"
            raise self._failed(game, number, problem)
        return [view.code_of(action)]

    def _failed(self, game: Game, number: int, problem: str) -> OwnPlayerError:
        """An error with the position, as both sides see it."""
        sides = []
        for player, seen in zip(game.players, game.record.players, strict=True):
            slots = seen.board[: seen.n_board]
            board = ", ".join(character_text(game.record, game.rules, slot) for slot in slots)
            hero = f"{player.hero.name} ({player.hero.health} health)"
            sides.append(f"{hero} with {board or 'nothing'}")
        whose = "first" if int(game.record.active) == 0 else "second"
        return OwnPlayerError(
            f"{self._name}: {problem}; turn {game.turn} of the {whose} player, "
            f"action {number}: {' against '.join(sides)}"
        )
