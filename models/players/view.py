"""A game as the side to move may know it."""

import numpy as np

from engine.game import Game
from models.players.core.blind import deal_anew
from models.players.core.state import HIDDEN


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
