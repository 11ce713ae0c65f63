"""`PlayerTree`: the settings of a tree search that plays the full game."""

from typing import Any, Literal

from pydantic import Field

from models.tree_search.config import TreeSettings

#: Standard deviations of the scores of states at ends of turns, in points, rounded: 40 games of the
#: fair beam with the six published opponents' decks. "network" is that of the published network.
SPREADS = {
    "aggro": 8_000.0,
    "control": 350.0,
    "midrange": 3_000.0,
    "ramp": 1_500.0,
    "fatigue": 300.0,
    "hearthsim": 100_000.0,
    "network": 55_000.0,
}


class PlayerTree(TreeSettings):
    """A tree search's settings, with defaults for the full game."""

    uct_c: float = Field(
        0.5,
        ge=0,
        description="Weight of exploration: mean reward + uct_c * sqrt(ln(N) / n). The default won "
        "most games of 0.5, 1 and 2 against the fair beam, at 1000 simulations.",
    )
    determinisations: int = Field(
        5,
        ge=1,
        le=10_000,
        description="Deals of pi-mcts. The default won most games of 5, 10 and 20 against the fair "
        "beam, with up to 1000 simulations for all deals together.",
    )
    rollout: Literal["end", "turn", "actions"] = Field(
        "turn",
        description="Where a rollout stops: at the end of the game, of the turn, or after "
        "`rollout_actions`. The player's scorer judges a state where the game goes on.",
    )
    squash: float | None = Field(
        None,
        gt=0,
        description="Points gained since the decision at which a state counts as worth 0.73, where "
        "1 is won and 0 lost. Default: the standard deviation of the scorer at ends of turns.",
    )

    def points_of(self, scorer: Any) -> float:
        """Return `squash`, or the spread of a scorer: a name, or a network."""
        hand_written = SPREADS.get(scorer) if isinstance(scorer, str) else None
        return self.squash or hand_written or SPREADS["network"]
