"""A side's chance to win a position, by the included value network."""

import math

import numpy as np

from engine.game import Game
from models.players.core.state import VALUE_SIGHT
from models.players.core.value import logit, see_features
from models.players.value_networks import ValueScorer


def chance_to_win(game: Game, side: int, network: ValueScorer | None = None) -> float:
    """Returns the chance to win, from 0 to 1, of a running game for one side.

    It depends on what this side sees only.

    Args:
        side: 0 or 1.
        network: Another network than the included one.

    Raises:
        NetworkError: Its file is missing or damaged.
    """
    sight = np.zeros(1, VALUE_SIGHT)[0]
    see_features(game.record, game.rules.tables, side, sight)
    network = network or ValueScorer.read("value")
    return 1 / (1 + math.exp(-logit(sight, network.address(game.rules))))
