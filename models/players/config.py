"""`PlayerConfig`: the players' settings, and their cards."""

import os.path
from typing import Any, Literal, Self

import numpy as np
from pydantic import Field, field_validator, model_validator

from engine.card_sets import CardSet
from engine.formats import DEFAULT_FORMAT, find_format
from engine.patches import Patch
from engine.rules import Rules, rules_for
from models.players.core.state import (
    MAX_DEPTH,
    MAX_WIDTH,
    NETWORK,
    SCORERS,
    SEARCHES,
    STRATEGY,
)
from models.players.networks import (
    Network,
    NetworkError,
    named_network,
    network_names,
    set_networks,
)
from models.players.one_turn_config import HearthSimWeights, OneTurnConfig
from models.players.tree_config import PlayerTree
from models.settings.config import Config, ConfigError, added_field, shortened
from models.settings.patches import PatchSetting
from models.tree_search.core.state import METHODS

HAND_WRITTEN = SCORERS[:NETWORK]

# The settings of each fidelity.
_FIDELITIES = {
    "dsame": {"replan": "random", "mulligan": "keep-expensive", "blind": False},
    "mesb": {"replan": "choice", "mulligan": "keep-expensive", "blind": False},
    "fair": {"replan": "news", "mulligan": "keep-cheap", "blind": True},
}


class PlayerConfig(Config):
    """The settings of both players; opponents differ only in their scorer."""

    fidelity: Literal["dsame", "mesb", "fair"] = Field(
        "dsame",
        description="Players: as in DSA-ME or MESB, which see every card, or fair, which see no "
        "hidden cards. Sets the defaults of `replan` and `mulligan`.",
    )
    scorer: str | Network = Field(
        "rogue-network",
        description="Scorer of the evaluated deck's player: a hand-written one (aggro, control, "
        "midrange, ramp, fatigue, hearthsim), a network of models/players/data/networks by name, "
        "or the path of a file that train-player wrote.",
    )
    depth: int = Field(
        13, ge=2, le=MAX_DEPTH, description="Actions of a plan, including the end of turn."
    )
    width: int = Field(4, ge=1, le=MAX_WIDTH, description="Unfinished states kept per level.")
    positions: Literal["all", "rightmost"] = Field(
        "all", description="Board positions tried for a minion. All in both papers."
    )
    replan: Literal["choice", "random", "news"] | None = Field(
        None,
        description="When a new search replaces the plan. choice: when a choice is pending (MESB). "
        "random: also after a random outcome and, for the first player only, before an action that "
        "is no longer legal (DSA-ME). news: for both players, also when a card was drawn or a "
        "secret revealed (fair).",
    )
    mulligan: Literal["keep-expensive", "keep-cheap"] | None = Field(
        None,
        description="Opening cards to keep: those that cost more than 3, as in both papers, or "
        "the others.",
    )

    mixups: float = Field(
        0.0,
        ge=0,
        le=1,
        description="Share of the states searched by the first player that get the score of an "
        "earlier state of the game. This happens in DSA-ME's program, because parallel games share "
        "one scorer. Only `calibrate` uses it.",
    )
    generated: Literal["standard", "implemented"] = Field(
        "standard",
        description="Cards from which random cards are drawn in the format standard-2019: all of "
        "Standard of December 2019, as in the papers, or only cards with a text in the engine.",
    )
    format: str = added_field(
        DEFAULT_FORMAT,
        description="Format of the games: the sets of class pools and decks, and of random cards. "
        "standard-2019 (decks of Basic and Classic, random cards of Standard of December 2019), "
        "classic, blackrock (566 cards up to Blackrock Mountain), or sets such as "
        "CORE+EXPERT1+NAXX.",
    )
    cards: Literal["sabberstone", "printed"] = Field(
        "sabberstone",
        description="Effects of cards: as in the papers' simulator, which differs from some "
        "texts, or as printed.",
    )
    patch: PatchSetting = Field(
        Patch(),
        description="Costs and stats of cards: a build of the game, or changes to one. `python -m "
        "flows patches` lists names; use --patch for a YAML file.",
    )

    search: Literal[SEARCHES] = added_field(
        "beam",
        description="Search algorithm that plans a turn: the beam of both papers; HearthSim's "
        "one-turn player, which takes the best of all states within its turn (`one_turn`); a "
        "random player; or a tree search (`tree`).",
    )
    tree: PlayerTree = added_field(
        PlayerTree(), description="Settings of `search=mcts`, `pi-mcts` and `is-mcts`."
    )
    one_turn: OneTurnConfig = added_field(
        OneTurnConfig(), description="Settings of `search=one-turn`."
    )
    weights: HearthSimWeights = added_field(
        HearthSimWeights(), description="Weights of the scorer `hearthsim`."
    )

    @model_validator(mode="after")
    def _mixes_up_a_beam(self) -> Self:
        if self.mixups and self.search != "beam":
            raise ConfigError(
                f"mixups: only the beam has them; set 0, or search=beam "
                f"(given: {self.mixups}, search={self.search})"
            )
        return self

    def rules(self, extra: CardSet | None = None) -> Rules:
        """Returns the compiled cards of the games.

        Args:
            extra: Cards beside the build's.
        """
        return rules_for(self.patch, self.generated, self.cards, extra, self.format)

    @field_validator("format")
    @classmethod
    def _known_format(cls, format: str) -> str:
        """The format's own name; equal formats are written alike."""
        return find_format(format).name

    @field_validator("scorer", mode="before")
    @classmethod
    def _known_scorer(cls, scorer: Any) -> Any:
        """A name unchanged; a path as the network in its file."""
        return read_scorer(scorer) if isinstance(scorer, str) else scorer

    def strategy(self, scorer: str | Network, *, is_first: bool) -> np.record:
        """Returns the settings of one player as the kernels read them.

        Args:
            scorer: The player's scorer, by name, or its network.
            is_first: Whether it is the first player, whose deck is evaluated.
        """
        fixed = _FIDELITIES[self.fidelity]
        replan = self.replan or fixed["replan"]
        strategies = np.zeros(1, STRATEGY)
        strategy = strategies[0]
        strategy.depth = self.depth
        strategy.width = self.width
        strategy.rightmost_only = self.positions == "rightmost"
        strategy.replan_on_random = replan in ("random", "news")
        strategy.replan_on_rejection = replan == "news" or (replan == "random" and is_first)
        strategy.replan_on_news = replan == "news"
        strategy.keep_expensive = (self.mulligan or fixed["mulligan"]) == "keep-expensive"
        strategy.blind = fixed["blind"]
        strategy.search = SEARCHES.index(self.search)
        strategy.mixups = self.mixups if is_first else 0
        if self.search in METHODS:
            strategy.tree = self.tree.settings_of(self.search)
            strategy.squash = self.tree.points_of(scorer)
        self._set_one_turn(strategy)
        if scorer in HAND_WRITTEN:
            strategy.scorer = SCORERS.index(scorer)
        else:
            network = scorer if isinstance(scorer, Network) else named_network(scorer)
            strategy.scorer = NETWORK
            set_networks(strategies, np.array([network.weights]))
        return strategy

    def _set_one_turn(self, strategy: np.record) -> None:
        """Writes the settings of the one-turn player and the weights of HearthSim's scorer."""
        settings = self.one_turn
        strategy.as_in_2014 = settings.compat == "2014"
        strategy.max_nodes = settings.max_nodes
        strategy.chances = settings.chances
        strategy.samples = settings.samples
        strategy.weights = self.weights.numbers(as_in_2014=settings.compat == "2014")


def read_scorer(text: str) -> str | Network:
    """Reads a scorer: a known name, or the path of a player's file.

    Raises:
        NetworkError: It is neither, or the file has no network.
    """
    if text in HAND_WRITTEN or text in network_names():
        return text
    if os.path.isfile(text) or text.endswith(".json"):
        return Network.from_file(text)
    names = ", ".join((*network_names(), *HAND_WRITTEN))
    raise NetworkError(
        f"there is no player '{shortened(text)}'; use one of {names}, or the path of a "
        "player's file"
    )
