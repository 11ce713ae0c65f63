"""`PlayerConfig`: how the players search; every named option of the one search there is."""

import json
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np
from pydantic import Field

from models.config import Config
from models.players.core.state import (
    MAX_DEPTH,
    MAX_WIDTH,
    N_FIRST,
    N_INPUTS,
    N_SECOND,
    SCORERS,
    STRATEGY,
)

DATA = Path(__file__).parent / "data"

Scorer = Literal["aggro", "control", "midrange", "ramp", "fatigue", "rogue-network"]

# What each fidelity fixes: when a plan is dropped, what the mulligan keeps, what is hidden.
_FIDELITIES = {
    "dsame": {"replan": "random", "mulligan": "keep-expensive", "blind": False},
    "mesb": {"replan": "choice", "mulligan": "keep-expensive", "blind": False},
    "fair": {"replan": "news", "mulligan": "keep-cheap", "blind": True},
}


class PlayerConfig(Config):
    """How both players search and act; the opponents differ in their scorer only."""

    fidelity: Literal["dsame", "mesb", "fair"] = Field(
        "dsame",
        description="Whose players: DSA-ME's or MESB's, who see every card, or fair ones, who "
        "don't. Decides what `replan` and `mulligan` leave open.",
    )
    scorer: Scorer = Field("rogue-network", description="Scorer of the evaluated deck's player.")
    depth: int = Field(
        13, ge=2, le=MAX_DEPTH, description="Actions of a plan, the end of turn included."
    )
    width: int = Field(4, ge=1, le=MAX_WIDTH, description="Unfinished states kept per level.")
    positions: Literal["all", "rightmost"] = Field(
        "all", description="Board positions tried for a minion. All in both papers."
    )
    replan: Literal["choice", "random", "news"] | None = Field(
        None,
        description="When a plan is dropped for a new search: once a choice is pending (MESB); "
        "also after a random outcome and, for the first player only, before an action that is "
        "not legal any more (DSA-ME); or, for both players, also when a card was drawn or a "
        "secret revealed (fair).",
    )
    mulligan: Literal["keep-expensive", "keep-cheap"] | None = Field(
        None,
        description="Opening cards to keep: those above 3 mana, as in both papers, or the others.",
    )

    generated: Literal["standard", "implemented"] = Field(
        "standard",
        description="Where cards that cards generate at random come from: all of Standard of "
        "December 2019, as in the papers, or only those whose text the engine plays.",
    )
    cards: Literal["sabberstone", "printed"] = Field(
        "sabberstone",
        description="What cards do: as in the simulator of both papers, which plays six of them "
        "unlike their text, or as printed.",
    )

    def strategy(self, scorer: str, *, is_first: bool) -> np.record:
        """Returns the settings of one player as the kernels read them.

        Args:
            scorer: Name of the player's scorer.
            is_first: Whether it is the first player, whose deck is evaluated.
        """
        fixed = _FIDELITIES[self.fidelity]
        replan = self.replan or fixed["replan"]
        strategy = np.zeros(1, STRATEGY)[0]
        strategy.scorer = SCORERS.index(scorer)
        strategy.depth = self.depth
        strategy.width = self.width
        strategy.rightmost_only = self.positions == "rightmost"
        strategy.replan_on_random = replan in ("random", "news")
        strategy.replan_on_rejection = replan == "news" or (replan == "random" and is_first)
        strategy.replan_on_news = replan == "news"
        strategy.keep_expensive = (self.mulligan or fixed["mulligan"]) == "keep-expensive"
        strategy.blind = fixed["blind"]
        if scorer == "rogue-network":
            set_network(strategy, rogue_network())
        return strategy


@cache
def rogue_network() -> np.ndarray:
    """Returns the (109,) float64 weights of the published player, in the published order."""
    return np.array(json.loads((DATA / "rogue_network.json").read_text())["weights"], np.float64)


def set_network(strategy: np.record, weights: np.ndarray) -> None:
    """Writes a network into a strategy.

    Args:
        strategy: A STRATEGY record.
        weights: (109,) array of float64: the weights of the three layers, each by input and
            output, then their biases.

    Raises:
        ValueError: Not 109 numbers.
    """
    shapes = {
        "first": (N_INPUTS, N_FIRST),
        "second": (N_FIRST, N_SECOND),
        "third": (N_SECOND,),
        "first_bias": (N_FIRST,),
        "second_bias": (N_SECOND,),
        "third_bias": (),
    }
    sizes = [int(np.prod(shape)) for shape in shapes.values()]
    if np.shape(weights) != (sum(sizes),):
        raise ValueError(f"network: expected {sum(sizes)} weights, got shape {np.shape(weights)}")
    parts = np.split(np.asarray(weights, np.float64), np.cumsum(sizes)[:-1])
    for (name, shape), part in zip(shapes.items(), parts, strict=True):
        strategy[name] = part.reshape(shape)
