"""Records of decisions to learn from, in unrolls: rows of a fixed number of decisions of a player.

An unroll of n decisions has n + 1 records. The last one is the decision that followed, which is the
first one of the row's next unroll; only its value counts.
"""

from dataclasses import dataclass

import numpy as np

from models.environments.core.records import OBSERVATION
from models.self_play.core.records import DECISION
from models.self_play.inputs import Inputs, inputs_of


def step_type(n_cards: int, width: int, is_peeking: bool) -> np.dtype:
    """Return the type of one decision's record.

    Args:
        n_cards: Cards of the pool.
        width: Of a mask.
        is_peeking: Whether players see cards of the opponent's deck.
    """
    return np.dtype(
        [
            ("seen", OBSERVATION),
            ("decision", DECISION),
            ("picks", "i1", (n_cards,)),
            ("mask", "i1", (width,)),
            ("revealed", "i1", (n_cards if is_peeking else 0,)),  # of the opponent's deck
            ("action", "i2"),
            ("ended", "?"),  # the game ended after the decision, or after the opponent's reply
            ("reward", "f4"),
            ("log_prob", "f4"),  # of the action when it was taken
            ("version", "i4"),  # number of the weights that took it
        ]
    )


@dataclass(frozen=True)
class Unrolls:
    """Consecutive decisions of several players, one column each.

    Attributes:
        steps: (n_steps + 1, n_rows) array of `step_type`.
        memory: (n_rows, 2, memory) array of float32: the LSTM's state before the first decision.
    """

    steps: np.ndarray
    memory: np.ndarray

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.steps.shape[1]

    @property
    def n_samples(self) -> int:
        """Decisions to learn from."""
        return (len(self.steps) - 1) * len(self)

    def at(self, rows: np.ndarray | slice) -> "Unrolls":
        """Return some rows."""
        return Unrolls(self.steps[:, rows], self.memory[rows])

    @staticmethod
    def join(parts: list["Unrolls"]) -> "Unrolls":
        """Return all rows of some unrolls, in order."""
        if len(parts) == 1:
            return parts[0]
        steps = np.concatenate([plain(part.steps) for part in parts], axis=1)
        memory = np.concatenate([part.memory for part in parts])
        return Unrolls(steps.view(parts[0].steps.dtype), memory)


def plain(steps: np.ndarray) -> np.ndarray:
    """Return the same memory as records without fields, which NumPy copies many times faster."""
    return steps.view(f"V{steps.dtype.itemsize}")


def step_inputs(steps: np.ndarray) -> Inputs:
    """Return the network's inputs of a 1-D array of records."""
    return inputs_of(
        steps["seen"], steps["decision"], steps["picks"], steps["mask"], steps["revealed"]
    )
