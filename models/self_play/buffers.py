"""Where unrolls wait for the learner: a blocking queue, or a ring that is overwritten.

Source: Xiao et al. 2023, the model b2: with the ring, actors produced twice what the learner used.
"""

from collections.abc import Mapping
from typing import Literal

import numpy as np
from pydantic import Field

from models.self_play.steps import Unrolls, plain
from models.settings.config import Config, added_field


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
    """Unrolls of which the newest overwrite the oldest.

    Args:
        n_rows: Unrolls that it holds.
    """

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
