"""`PlayerConfig`: the players' settings, those of their searches, and their cards."""

import os.path
from typing import Any, Literal, Self

import numpy as np
from pydantic import Field, field_validator, model_validator

from engine.card_sets import CardSet
from engine.formats import DEFAULT_FORMAT, find_format
from engine.patches import Patch
from engine.rules import Rules, rules_for
from models.players.core.state import (
    MAX_CHANCES,
    MAX_DEPTH,
    MAX_NODES,
    MAX_PLANS,
    MAX_WIDTH,
    NETWORK,
    PER_POINT,
    SCORERS,
    SEARCHES,
    STRATEGY,
    VALUE,
    WEIGHTS,
)
from models.players.networks import (
    NetworkError,
    ScorerNetwork,
    named_network,
    network_names,
    set_networks,
)
from models.players.value_networks import ValueScorer, value_names
from models.settings.config import Config, ConfigError, added_field, did_you_mean, shortened
from models.settings.patches import PatchSetting
from models.tree_search.config import TreeSettings
from models.tree_search.core.state import METHODS

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
        "`rollout_actions`. The player's scorer judges a state where the game goes on. A player's "
        "name with a value network, such as `is-mcts:300:value`, sets `actions`: no rollout.",
    )
    squash: float | None = Field(
        None,
        gt=0,
        description="Points gained since the decision at which a state counts as worth 0.73, where "
        "1 is won and 0 lost. Default: the standard deviation of the scorer at ends of turns.",
    )

    def points_of(self, scorer: Any) -> float:
        """Return `squash`, or the spread of a scorer: a name, or a network."""
        return self.squash or SPREADS.get(scorer, SPREADS["network"])


_LARGEST = 1000
_MINION_EXTRA, _CARD_EXTRA = 0.0001, 0.001  # HearthSim, 2015


def _weight(default: float, description: str) -> Any:
    return Field(default, ge=-_LARGEST, le=_LARGEST, description=description)


class HearthSimWeights(Config):
    """The weights of HearthSim's scorer, by their names in its files; ten-thousandths count.

    The defaults are those of its example files. `w_` is of the own side, `wt_` of the opponent's.
    """

    w_a: float = _weight(0.9, "Per attack of own minions.")
    w_h: float = _weight(0.9, "Per health of own minions.")
    wt_a: float = _weight(1.0, "Per attack of the opponent's minions.")
    wt_h: float = _weight(1.0, "Per health of the opponent's minions.")
    w_taunt: float = _weight(0.0, "Per minion with taunt, of both sides.")
    w_health: float = _weight(0.1, "Per health and armour of the own hero.")
    wt_health: float = _weight(0.1, "Per health and armour of the opponent's hero.")
    w_mana: float = _weight(0.1, "Per mana that cards in the own hand cost.")
    w_num_minions: float = _weight(0.5, "Per own minion.")
    wt_num_minions: float = _weight(0.5, "Per minion of the opponent.")
    w_sd_mult: float = _weight(1.0, "Per damage of a damage spell in the own hand.")
    w_sd_add: float = _weight(0.9, "Per damage spell in the own hand.")
    w_divine_shield: float = _weight(
        0.0, "Per attack and health of own minions with divine shield."
    )
    wt_divine_shield: float = _weight(
        0.0, "Per attack and health of the opponent's minions with divine shield."
    )
    w_weapon: float = _weight(0.5, "Per attack times durability of the own weapon.")
    wt_weapon: float = _weight(0.5, "Per attack times durability of the opponent's weapon.")
    w_charge: float = _weight(0.0, "Per minion with charge in the own hand.")

    @model_validator(mode="before")
    @classmethod
    def _are_known(cls, given: Any) -> Any:
        for name in given if isinstance(given, dict) else ():
            if name not in cls.model_fields:
                raise ConfigError(f"{name}: no such weight; {did_you_mean(name, cls.model_fields)}")
        return given

    def as_read_in_2014(self) -> Self:
        """Returns the weights with which HearthSim of July 2014 played after it read these.

        It ignored `w_mana`. It wrote both weights of divine shields to the own one, first
        `w_divine_shield`, then `wt_divine_shield`. It swapped the two weights of damage spells.
        The weights that it built in code, as for the study of Taunt, are not concerned.
        """
        return self.but(
            w_mana=0.0,
            w_divine_shield=self.wt_divine_shield,
            wt_divine_shield=0.0,
            w_sd_mult=self.w_sd_add,
            w_sd_add=self.w_sd_mult,
        )

    def numbers(self, *, as_in_2014: bool) -> np.ndarray:
        """Returns the (len(WEIGHTS),) array of int64 that the kernels read.

        Args:
            as_in_2014: Without what HearthSim added later: a little for each minion and each card
                in hand, so that no card is wasted; the opponent's own weight of weapons.
        """
        values = {**dict(self), "minion_extra": _MINION_EXTRA, "card_extra": _CARD_EXTRA}
        if as_in_2014:
            values.update(minion_extra=0, card_extra=0, wt_weapon=self.w_weapon)
        return np.rint([PER_POINT * values[name] for name in WEIGHTS]).astype(np.int64)


class OneTurnConfig(Config):
    """The settings of the one-turn player."""

    compat: Literal["clean", "2014"] = Field(
        "clean",
        description="clean: the best state after the end of the turn. 2014: the habits of "
        "HearthSim of July 2014: its order of actions, in which the first of the best states "
        "counts, before the end of the turn; new minions at the left end; The Coin wasted.",
    )
    max_nodes: int = Field(
        50_000,
        ge=100,
        le=MAX_NODES,
        description="States that one search tries at most. Searches that reach it are reported; "
        "their plans are good, but perhaps not the best.",
    )
    chances: int = Field(
        1,
        ge=0,
        le=MAX_CHANCES,
        description="Random actions in a row whose outcomes the player plans on from. What "
        "follows a later one is valued as if the turn ended there.",
    )
    samples: int = Field(
        16,
        ge=1,
        le=32,
        description="Outcomes tried of an action with several random draws. All outcomes of a "
        "single draw among up to 10 are tried.",
    )


class TwoPlyConfig(Config):
    """The settings of the two-ply player."""

    plans: int = Field(
        8,
        ge=1,
        le=MAX_PLANS,
        description="Plans of the beam to which the opponent's reply is played.",
    )
    replies: int = Field(
        6, ge=1, le=255, description="Deals of the hidden cards in which each reply is played."
    )
    reply_depth: int = Field(
        3, ge=1, le=MAX_DEPTH, description="Actions of a reply, including the end of turn."
    )
    reply_width: int = Field(
        2, ge=1, le=MAX_WIDTH, description="Unfinished states kept per level of a reply."
    )
    static: float = Field(
        0.5,
        ge=0,
        le=1,
        description="Share of the score before the reply in what a plan is worth; the rest is the "
        "mean score after the replies.",
    )


HAND_WRITTEN = SCORERS[:NETWORK]

# The settings of each fidelity.
_FIDELITIES = {
    "dsame": {"replan": "random", "mulligan": "keep-expensive", "blind": False},
    "mesb": {"replan": "choice", "mulligan": "keep-expensive", "blind": False},
    "fair": {"replan": "news", "mulligan": "keep-cheap", "blind": True},
}


class PlayerConfig(Config):
    """The settings of both players; opponents differ only in their scorers."""

    fidelity: Literal["dsame", "mesb", "fair"] = Field(
        "dsame",
        description="Players: as in DSA-ME or MESB, which see every card, or fair, which see no "
        "hidden cards. Sets the defaults of `replan` and `mulligan`.",
    )
    scorer: str | ScorerNetwork | ValueScorer = Field(
        "rogue-network",
        description="Scorer of the evaluated deck's player: a hand-written one (aggro, control, "
        "midrange, ramp, fatigue, hearthsim), a network of models/players/data/networks by name, "
        "the value network `value`, or the path of a file that train-player or train-value wrote.",
    )
    opponents_scorer: str | ScorerNetwork | ValueScorer | None = added_field(
        None,
        description="Scorer of all opponents' players, given as `scorer` is (default: each "
        "opponent's own, aggro or control).",
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
        description="Costs and stats of cards: a build of the game, a day such as 2014-11-01, or "
        "changes to one. `python -m flows patches` lists names; use --patch for a YAML file.",
    )

    search: Literal[SEARCHES] = added_field(
        "beam",
        description="Search algorithm that plans a turn: the beam of both papers; HearthSim's "
        "one-turn player, which takes the best of all states within its turn (`one_turn`); a "
        "random player; a tree search (`tree`); or two plies, a beam and the opponent's replies to "
        "its best plans (`two_ply`).",
    )
    tree: PlayerTree = added_field(
        PlayerTree(), description="Settings of `search=mcts`, `pi-mcts` and `is-mcts`."
    )
    one_turn: OneTurnConfig = added_field(
        OneTurnConfig(), description="Settings of `search=one-turn`."
    )
    two_ply: TwoPlyConfig = added_field(TwoPlyConfig(), description="Settings of `search=two-ply`.")
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
        """Returns the compiled cards of the games, and extra cards beside the build's."""
        return rules_for(self.patch, self.generated, self.cards, extra, self.format)

    @field_validator("format")
    @classmethod
    def _known_format(cls, format: str) -> str:
        """The format's own name; equal formats are written alike."""
        return find_format(format).name

    @field_validator("scorer", "opponents_scorer", mode="before")
    @classmethod
    def _known_scorer(cls, scorer: Any) -> Any:
        """A name unchanged; a path as the network in its file."""
        return read_scorer(scorer) if isinstance(scorer, str) else scorer

    def strategy(
        self,
        scorer: str | ScorerNetwork | ValueScorer,
        *,
        is_first: bool,
        rules: Rules | None = None,
    ) -> np.record:
        """Returns the settings of one player as the kernels read them.

        Args:
            scorer: The player's scorer, by name, or its network.
            is_first: Whether it is the first player, whose deck is evaluated.
            rules: The cards of the games, if they are not those of `rules()`.

        Raises:
            NetworkError: There is no such scorer, or its file has changed.
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
        for name, value in self.two_ply:
            strategy[name] = value
        self._set_one_turn(strategy)
        if isinstance(scorer, str) and scorer in value_names():
            scorer = ValueScorer.read(scorer)
        if scorer in HAND_WRITTEN:
            strategy.scorer = SCORERS.index(scorer)
        elif isinstance(scorer, ValueScorer):
            strategy.scorer = VALUE
            strategy.value_at = scorer.address(rules or self.rules())
        else:
            network = scorer if isinstance(scorer, ScorerNetwork) else named_network(scorer)
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


def read_scorer(text: str) -> str | ScorerNetwork | ValueScorer:
    """Reads a scorer: a known name, or the path of a player's file or, `value:PATH`, of a network.

    Raises:
        NetworkError: It is neither, or the file has no network.
    """
    if text in HAND_WRITTEN or text in network_names():
        return text
    if text in value_names() or text.endswith(".npz"):
        return ValueScorer.read(text.removeprefix("value:"))
    if os.path.isfile(text) or text.endswith(".json"):
        return ScorerNetwork.from_file(text)
    names = ", ".join((*value_names(), *network_names(), *HAND_WRITTEN))
    raise NetworkError(
        f"there is no player '{shortened(text)}'; use one of {names}, or the path of a "
        "player's file"
    )
