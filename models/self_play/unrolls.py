"""Records of decisions to learn from, in unrolls: rows of a fixed number of decisions of a player.

An unroll of n decisions has n + 1 records. The last one is the decision that followed, which is the
first one of the row's next unroll; only its value counts. `Recorder` collects decisions of many
players into unrolls, without Python per game. They wait for the learner in a blocking queue, or in
a `Ring` that is overwritten.

Source: Xiao et al. 2023, the model b2: with the ring, actors produced twice what the learner used.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
from pydantic import Field

from models.environments.core.records import OBSERVATION
from models.self_play.core.records import DECISION
from models.self_play.inputs import Inputs, inputs_of
from models.settings.config import Config, added_field


def step_type(n_cards: int, width: int, is_peeking: bool) -> np.dtype:
    """Return the type of one decision's record, with cards of the opponent's deck if peeking."""
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
    """Consecutive decisions of several players, one column each."""

    steps: np.ndarray  #: (n_steps + 1, n_rows) array of `step_type`
    #: (n_rows, 2, memory) array of float32: the LSTM's state before the first decision
    memory: np.ndarray

    def __len__(self) -> int:
        """Return the number of rows."""
        return self.steps.shape[1]

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


class Recorder:
    """One row per player, filled decision by decision.

    A row continues from game to game. When it has one decision more than an unroll, the unroll is
    complete and the row begins again with that decision.

    Attributes:
        complete: Unrolls not yet taken.
    """

    def __init__(self, n_rows: int, n_steps: int, step: np.dtype, memory: int) -> None:
        self.n_steps = n_steps
        self.steps = np.zeros((n_steps + 1, n_rows), step)
        self.memory = np.zeros((n_rows, 2, memory), np.float32)
        self.n_filled = np.zeros(n_rows, np.int64)
        self.complete: list[Unrolls] = []

    def add(self, rows: np.ndarray, steps: np.ndarray, memory: np.ndarray) -> None:
        """Append a decision, with the (n, 2, memory) LSTM's state before it, to each of these rows.

        The rows are different.
        """
        at = self.n_filled[rows]
        plain(self.steps)[at, rows] = plain(steps)
        self.memory[rows[at == 0]] = memory[at == 0]
        full = rows[at == self.n_steps]
        if len(full):
            done = plain(self.steps)[:, full].view(self.steps.dtype)
            self.complete.append(Unrolls(done, self.memory[full]))
            plain(self.steps)[0, full] = plain(self.steps)[-1, full]
            self.memory[full] = memory[at == self.n_steps]
        self.n_filled[rows] = np.where(at == self.n_steps, 1, at + 1)

    def clear(self) -> None:
        """Forget all decisions."""
        self.n_filled[:] = 0
        self.complete = []

    def end(self, rows: np.ndarray, rewards: np.ndarray) -> None:
        """Note that the games of these rows ended after their last decision, with these rewards."""
        has_decided = self.n_filled[rows] > 0
        rows = rows[has_decided]
        last = self.n_filled[rows] - 1, rows
        self.steps["ended"][last] = True
        self.steps["reward"][last] = rewards[has_decided]

    @property
    def n_complete(self) -> int:
        """Number of complete unrolls."""
        return sum(len(each) for each in self.complete)

    def take(self, n: int) -> Unrolls:
        """Remove and return the `n` oldest complete unrolls."""
        joined = Unrolls.join(self.complete)
        self.complete = [joined.at(slice(n, None))] if len(joined) > n else []
        return joined.at(slice(0, n))

    def state(self) -> dict[str, np.ndarray]:
        """Return arrays from which `restore` continues."""
        complete = Unrolls.join(self.complete or [Unrolls(self.steps[:, :0], self.memory[:0])])
        return {
            "steps": self.steps.copy(),
            "memory": self.memory.copy(),
            "n_filled": self.n_filled.copy(),
            "complete_steps": complete.steps.copy(),
            "complete_memory": complete.memory.copy(),
        }

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state of a recorder of the same size."""
        plain(self.steps)[:] = plain(state["steps"])
        self.memory[:], self.n_filled[:] = state["memory"], state["n_filled"]
        steps = state["complete_steps"]
        self.complete = [Unrolls(steps, state["complete_memory"])] if steps.shape[1] else []


class RecordingConfig(Config):
    """What is recorded of games."""

    unroll: int = Field(32, ge=1, le=10_000, description="Decisions of an unroll.")
    seats: Literal["both", "one"] = Field(
        "both", description="Seats learned from in games of the learner against itself."
    )


class BufferConfig(Config):
    """How unrolls reach the learner."""

    kind: Literal["queue", "ring"] = Field(
        "queue",
        description="queue: first in, first out; actors wait when it is full, and each decision is "
        "used equally often. ring: the newest overwrite the oldest; the learner draws uniformly.",
    )
    size: int = Field(1, ge=1, le=1000, description="Batches that it holds.")
    production: int = Field(
        1,
        ge=1,
        le=1000,
        description="Batches played for each batch's worth of use; only of a ring.",
    )
    draws: Literal["batch", "update"] = added_field(
        "update",
        description="What the learner draws from a ring: one batch for all updates by it, or "
        "another one for each update.",
    )


class Ring:
    """Unrolls of which the newest `n_rows` overwrite the oldest."""

    def __init__(self, n_rows: int) -> None:
        self.n_rows, self.n_put = n_rows, 0
        self.held: Unrolls | None = None

    def put(self, unrolls: Unrolls) -> None:
        """Add unrolls, no more than the ring holds."""
        if self.held is None:
            shape = len(unrolls.steps), self.n_rows
            memory = np.zeros((self.n_rows, *unrolls.memory.shape[1:]), np.float32)
            self.held = Unrolls(np.zeros(shape, unrolls.steps.dtype), memory)
        rows = (self.n_put + np.arange(len(unrolls))) % self.n_rows
        plain(self.held.steps)[:, rows] = plain(unrolls.steps)
        self.held.memory[rows] = unrolls.memory
        self.n_put += len(unrolls)

    def draw(self, n: int, rng: np.random.Generator) -> Unrolls:
        """Return `n` unrolls, drawn uniformly with replacement."""
        assert self.held is not None
        rows = rng.integers(0, min(self.n_put, self.n_rows), n)
        steps = plain(self.held.steps)[:, rows].view(self.held.steps.dtype)
        return Unrolls(steps, self.held.memory[rows])

    def state(self) -> dict[str, np.ndarray]:
        """Return arrays from which `restore` continues."""
        found = {"n_put": np.array(self.n_put)}
        if self.held is not None:
            found |= {"steps": self.held.steps.copy(), "memory": self.held.memory.copy()}
        return found

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state of a ring of the same size."""
        self.n_put = int(state["n_put"])
        if "steps" in state:
            self.held = Unrolls(state["steps"], state["memory"])
