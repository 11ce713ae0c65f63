"""`Seat`: who sits at a table, with its memory."""

from typing import Protocol

import numpy as np

from engine.game import Game


class Seat(Protocol):
    """A player in one game, action by action: a search, a network, or a class of one's own.

    It keeps its memory from action to action. A game may be taken back, so a seat may be asked
    about an earlier position again.
    """

    @property
    def has_mulligan(self) -> bool:
        """Whether its games have a mulligan."""

    def actions(self, game: Game, played: np.record, number: int) -> list[int]:
        """Returns the codes of what the side to move does next, one action or more.

        Args:
            game: The position, which does not change.
            played: The game's seeds (dtype `models.players.core.state.PLAYED_GAME`).
            number: Number of actions before it in the game: equal numbers give equal actions.

        Raises:
            GameError: It found no action.
        """
