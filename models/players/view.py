"""A game as the side to move may know it."""

from functools import cached_property
from typing import Any

import numpy as np

from engine.game import Game
from models.players.core.blind import deal_anew
from models.players.core.state import HIDDEN
from models.players.places import moves_of
from models.players.seen import seen_by

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
        """The position, as `models.players.seen.seen_by` returns it."""
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
            action: One of `actions`.
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
    from another stream.

    Args:
        game: The game.
        seed: Equal seeds give equal copies.
    """
    copy, hidden = game.copy(), np.zeros(1, HIDDEN)[0]
    deal_anew(copy.record, copy.rules.tables, int(copy.record.active), seed, hidden)
    return copy
