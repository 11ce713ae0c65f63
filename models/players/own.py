"""A player of one's own, named by `package.module:MyPlayer`, and the `View` of a game that it gets.

It is a class with `act(view) -> action`.
"""

import inspect
import sys
import traceback
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Self

import numpy as np

from engine.game import Game
from engine.view import character_text
from models.files import file_digest
from models.players.board import seen_by
from models.players.core.blind import deal_anew
from models.players.core.game_loop import search_seed
from models.players.core.state import HIDDEN
from models.players.games import GameError
from models.players.places import moves_of
from models.settings.config import Config, ConfigError

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
    def actions(self) -> list[dict[str, Any]]:
        """The side's legal actions, as `models.players.places.moves_of` returns them.

        None are left after the turn or the game.
        """
        return moves_of(self._game, self.side)

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
        return self._game.codes()[self.actions.index(action)]


def dealt_copy(game: Game, seed: int) -> Game:
    """Returns a copy of a game that reveals nothing to the side to move.

    What that side cannot see is dealt anew, as for a fair player, and all that is random draws
    from another stream. Equal seeds give equal copies.
    """
    copy, hidden = game.copy(), np.zeros(1, HIDDEN)[0]
    deal_anew(copy.record, copy.rules.tables, int(copy.record.active), seed, hidden)
    return copy


class NoSuchModuleError(ConfigError):
    """There is no module of this name."""


class OwnPlayerError(GameError, ConfigError):
    """A player of one's own failed in a game: its class must change, so commands print one line."""


class OwnSetting(Config):
    """A player of one's own, by its class.

    Attributes:
        path: `package.module:MyPlayer`.
        digest: SHA-256 of the source file, so that a league notices a change.
    """

    path: str
    digest: str

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
        return cls(path=path, digest=_digest(path, class_of(path, "act")))

    def seat(self) -> "OwnSeat":
        """Returns a new object of the class, for one game.

        Raises:
            ConfigError: The class is missing, its file has changed, or no object can be made.
        """
        found = class_of(self.path, "act")
        if _digest(self.path, found) != self.digest:
            raise ConfigError(f"{self.path}: is not the class it was; restore it, or start anew")
        try:
            return OwnSeat(self.path, found())
        except Exception as error:
            raise ConfigError(
                f"{self.path}: {self.path.partition(':')[2]}() raised {_said(error)}; a player is "
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
            problem = f"act raised {_said(error)}{self._place_of(error)}"
            raise self._failed(game, number, problem) from error
        if action not in view.actions:
            problem = f"act returned {action!r}, which is no action of view.actions"
            raise self._failed(game, number, problem)
        return [view.code_of(action)]

    def _place_of(self, error: Exception) -> str:
        """The last line of the player's file that an error passed through, in words."""
        file = inspect.getfile(type(self._player))
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == file]
        return f" in line {lines[-1]} of {Path(file).name}" if lines else ""

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


def class_of(path: str, *methods: str) -> type:
    """A class of one's own, imported, also from the current folder.

    Args:
        path: `package.module:Class`.
        methods: Methods that it must have.

    Raises:
        ConfigError: The module, the class or a method is missing.
    """
    module, _, name = path.partition(":")
    if (folder := str(Path.cwd())) not in sys.path:
        sys.path.append(folder)  # behind all others: it hides no module
    found = getattr(_imported(path, module), name, None)
    if not isinstance(found, type):
        raise ConfigError(f"{path}: {module} has no class {name!r}")
    for method in methods:
        if not callable(getattr(found, method, None)):
            raise ConfigError(f"{path}: the class has no method {method}")
    return found


def _imported(path: str, module: str) -> Any:
    try:
        if all(map(str.isidentifier, module.split("."))) and find_spec(module):
            return import_module(module)
    except ModuleNotFoundError as error:
        # The module or a package of it, not what one of them imports.
        if not error.name or not f"{module}.".startswith(f"{error.name}."):
            raise ConfigError(f"{path}: importing {module} raised {_said(error)}") from error
    except (Exception, SystemExit) as error:
        raise ConfigError(f"{path}: importing {module} raised {_said(error)}") from error
    raise NoSuchModuleError(
        f"there is no module {module!r} in this folder or on Python's path: a class of your "
        "own is package.module:MyClass"
    )


def _digest(path: str, found: type) -> str:
    file = getattr(sys.modules.get(found.__module__), "__file__", None)
    if file is None:
        raise ConfigError(f"{path}: has no source file; write the class into a file")
    return file_digest(file)


def _said(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
