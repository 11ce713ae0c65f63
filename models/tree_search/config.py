"""The settings of tree searches, named as in the literature: `TreeSettings`."""

from typing import Any, Literal

import numpy as np
from pydantic import Field

from models.settings.config import Config
from models.tree_search.core.state import MAX_NODES, METHODS, ROLLOUTS, SETTINGS

MAX_SIMULATIONS = MAX_NODES - 1


class TreeSettings(Config):
    """The settings of all tree searches. The defaults are UCT's, with Cp = 1 / sqrt(2)."""

    simulations: int = Field(
        1000, ge=1, le=MAX_SIMULATIONS, description="Simulations of a decision, over all its trees."
    )
    max_steps: int = Field(
        0,
        ge=0,
        le=1_000_000_000,
        description="Actions simulated for a decision, rollouts included; 0: any number.",
    )
    uct_c: float = Field(
        2.0,
        ge=0,
        description="Weight of exploration: mean reward + uct_c * sqrt(ln(N) / n), rewards from 0 "
        "to 1.",
    )
    determinisations: int = Field(20, ge=1, le=10_000, description="Deals of pi-mcts.")
    availability: bool | None = Field(
        None,
        description="Whether N counts the passes in which the action was legal, not all visits of "
        "the parent. Default: only for is-mcts.",
    )
    rollout: Literal["end", "turn", "actions"] = Field(
        "end",
        description="Where a rollout stops: at the end of the game, of the turn, or after "
        "`rollout_actions`. The game's value function scores a state where the game goes on.",
    )
    rollout_actions: int = Field(
        0,
        ge=0,
        le=1_000_000,
        description="Random actions of a rollout that stops after a number of them.",
    )
    widening_c: float = Field(
        0.0,
        ge=0,
        description="Progressive widening: a node visited N times has at most "
        "widening_c * N ^ widening_alpha children; 0: off.",
    )
    widening_alpha: float = Field(0.5, ge=0, le=1, description="Exponent of that bound.")

    def settings_of(self, method: str) -> np.record:
        """Return the SETTINGS record of a search with one of `METHODS`."""
        values: dict[str, Any] = self.model_dump(include=set(TreeSettings.model_fields))
        values["method"] = METHODS.index(method)
        values["rollout"] = ROLLOUTS.index(self.rollout)
        values["steps"] = values.pop("max_steps")
        if self.availability is None:
            values["availability"] = method == "is-mcts"
        record = np.zeros(1, SETTINGS)[0]
        for name, value in values.items():
            record[name] = value
        return record
