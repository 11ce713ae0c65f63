"""The calibration of chances to win: three numbers, fitted to games.

`data/calibration.json` has them, with the command that fitted them.
"""

import math
from functools import cache
from pathlib import Path
from typing import Self

import numpy as np
from scipy.optimize import minimize
from scipy.special import expit

from engine.input_files import parse_json
from models.settings.config import Config

FILE = Path(__file__).parent / "data" / "calibration.json"


class ChanceCalibration(Config):
    """A logistic curve over the lead of a side, with a bonus for the side to move.

    Attributes:
        scale: Factor of the lead.
        to_move: Added in the own turn.
        waiting: Added in the opponent's turn.
    """

    scale: float
    to_move: float
    waiting: float

    @classmethod
    def fitted(cls, leads: np.ndarray, moves: np.ndarray, won: np.ndarray) -> Self:
        """Returns the numbers of the lowest log loss.

        Args:
            leads: (n,) array: the leads of positions, of the side that looks.
            moves: (n,) Booleans: whether it is to move.
            won: (n,) array: 1 where it wins the game, 0 where it loses, 0.5 for a draw.
        """
        x = np.stack([leads, moves, ~moves], axis=1).astype(float)

        def loss(w: np.ndarray) -> tuple[float, np.ndarray]:
            logits = x @ w
            mean = float(np.mean(np.logaddexp(0, logits) - won * logits))
            return mean, x.T @ (expit(logits) - won) / len(won)

        scale, to_move, waiting = minimize(loss, np.zeros(3), jac=True).x.round(4).tolist()
        return cls(scale=scale, to_move=to_move, waiting=waiting)

    def chance(self, lead: float, *, moves: bool) -> float:
        """Returns the chance to win, from 0 to 1, of a side with a lead."""
        logit = self.scale * lead + (self.to_move if moves else self.waiting)
        return 1 / (1 + math.exp(-logit))


@cache
def included() -> ChanceCalibration:
    """Returns the calibration that comes with the code."""
    return ChanceCalibration(**parse_json(FILE.read_bytes())["calibration"])
