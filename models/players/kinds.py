"""`KINDS`: the kinds of players that a name such as `beam:aggro` can begin with.

This module imports nothing that is slow, so that the help of a command can list them.
"""

from dataclasses import dataclass, field
from typing import Any

#: Settings that differ from the papers' players, which keep expensive cards by mistake and follow
#: a plan after a card was drawn.
_CAREFUL = {"replan": "news", "mulligan": "keep-cheap"}
_FAIR = {"fidelity": "fair"}
#: Each place of a minion would be an action of its own, to be tried before any is tried twice.
_TREE = {"positions": "rightmost"}
_OF_BEAMS = ("width", "depth", "positions", "replan", "mulligan")
_OF_WEIGHTS = (
    "w_a", "w_h", "wt_a", "wt_h", "w_taunt", "w_health", "wt_health", "w_mana", "w_num_minions",
    "wt_num_minions", "w_sd_mult", "w_sd_add", "w_divine_shield", "wt_divine_shield", "w_weapon",
    "wt_weapon", "w_charge",
)  # fmt: skip
_OF_ONE_TURN = ("positions", "mulligan", "compat", "max_nodes", "chances", "samples", *_OF_WEIGHTS)
_OF_DEALS = (
    "positions", "mulligan", "simulations", "max_steps", "uct_c", "determinisations",
    "availability", "rollout", "rollout_actions", "widening_c", "widening_alpha", "squash",
)  # fmt: skip
_OF_TREES = tuple(name for name in _OF_DEALS if name != "determinisations")
#: Settings that a kind may decide, and in which players are compared nevertheless.
DECIDED = ("fidelity", "search", "replan", "mulligan")


@dataclass(frozen=True)
class Kind:
    """A kind of player."""

    text: str  #: What it is, in one phrase
    options: tuple[str, ...]  #: Settings that a name can change
    settings: dict[str, Any] = field(default_factory=dict)  #: Its settings
    #: The kinds that it is compared with to see what hidden cards are worth to it
    fair: tuple[str, ...] = ()
    differs: str = ""  #: In what it differs from these

    @property
    def is_fair(self) -> bool:
        """Whether it sees no hidden card."""
        return self.settings.get("fidelity") == "fair"

    @property
    def has_budget(self) -> bool:
        """Whether a name gives its simulations per decision."""
        return "simulations" in self.options

    @property
    def has_scorer(self) -> bool:
        """Whether a name can give the scorer of its states."""
        return self.settings.get("search") != "random"


KINDS = {
    "beam": Kind(
        "DSA-ME's player: a beam over one turn",
        _OF_BEAMS,
        fair=("fair-beam",),
        differs="sight, mulligan, when it searches again",
    ),
    "mesb-beam": Kind(
        "MESB's player: the same beam, which follows its plan",
        _OF_BEAMS,
        {"fidelity": "mesb"},
        ("fair-beam",),
        "sight, mulligan, when it searches again",
    ),
    "open-beam": Kind(
        "the fair beam, except that it sees every card",
        _OF_BEAMS,
        _CAREFUL,
        ("fair-beam",),
        "sight",
    ),
    "fair-beam": Kind("a beam over one turn that sees no hidden card", _OF_BEAMS, _FAIR),
    "one-turn": Kind(
        "HearthSim's player: the best of all states within a turn; sees no hidden card",
        _OF_ONE_TURN,
        _FAIR | {"search": "one-turn", "scorer": "hearthsim"},
    ),
    "two-ply": Kind(
        "the fair beam, then the opponent's reply to its best plans; sees no hidden card",
        (*_OF_BEAMS, "plans", "replies", "reply_depth", "reply_width", "static"),
        _FAIR | {"search": "two-ply"},
    ),
    "greedy": Kind(
        "plays the action after which the board looks best, one after the other; sees no hidden "
        "card",
        ("positions", "mulligan"),
        _FAIR | {"width": 1, "scorer": "midrange"},
    ),
    "random": Kind(
        "draws legal actions uniformly", ("positions", "mulligan"), _FAIR | {"search": "random"}
    ),
    "mcts": Kind(
        "Monte Carlo tree search (UCT) that sees every card",
        _OF_TREES,
        _CAREFUL | _TREE | {"search": "mcts"},
        ("pi-mcts", "is-mcts"),
        "sight, one tree of the true game",
    ),
    "pi-mcts": Kind(
        "one tree for each of several deals of the hidden cards",
        _OF_DEALS,
        _FAIR | _TREE | {"search": "pi-mcts"},
    ),
    "is-mcts": Kind(
        "one tree over what it knows, a new deal for each simulation",
        _OF_TREES,
        _FAIR | _TREE | {"search": "is-mcts"},
    ),
    "learned": Kind("a network trained by self-play", ("choice", "temperature"), _FAIR),
}
#: The kind whose players are files.
LEARNED = "learned"
#: The kind whose players are classes, which are no parts of Hearthlight.
OWN = Kind("a player of one's own; sees no hidden card", (), _FAIR)


def kind_of(name: str) -> Kind:
    """The kind of a player by its name in results."""
    return KINDS.get(name.partition(":")[0], OWN)
