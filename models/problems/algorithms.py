"""The algorithms of the DSA-ME paper as differences from DSA-ME: one loop, many configurations.

This module is light to import, because the command line lists the names.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from models.settings.config import named

if TYPE_CHECKING:
    from models.problems.experiment import Experiment

#: Targets of the paper's surrogates with ancillary data, in the order of its program, which counts
#: wins in 200 games where we predict the win rate.
PAPER_TARGETS = (
    "win_rate", "objective", "damage_done", "turns", "cards_drawn", "hand_size", "mana_spent",
    "mana_wasted", "deck_mana_sum", "deck_mana_variance", "n_minions", "n_spells",
)  # fmt: skip


@dataclass(frozen=True)
class NamedAlgorithm:
    """An algorithm as its differences from DSA-ME."""

    title: str  #: Its name in the paper, if it is there
    summary: str  #: One phrase that describes it
    #: Settings that differ from DSA-ME, as `Config.but` takes them. No study may change them.
    changes: Mapping[str, Any]
    #: Settings of `search` that it needs, as `Config.but` takes them; random decks at the start are
    #: at most half of the base's decks. Studies set the budget of all other algorithms.
    budget: Mapping[str, Any] = field(default_factory=dict)
    in_paper: bool = False  #: Whether it is a row of the paper's tables

    @property
    def source(self) -> str | None:
        """The algorithm of the run that the surrogate learns from; None if it learns online."""
        return self.changes.get("learning__source")


def _offline(mode: str, source: str, **more: Any) -> dict[str, Any]:
    return {"learning__mode": mode, "learning__source": source, **more}


_SAMPLING = {"proposals": "resampling", "resampling__share": 1.0, "resampling__depth": 1}
#: All algorithms by name.
ALGORITHMS = {
    "map-elites": NamedAlgorithm(
        "MAP-Elites", "mutations of elites, no surrogate", {"proposals": "mutation"}, in_paper=True
    ),
    "dsa-me": NamedAlgorithm(
        "DSA-ME", "a deep surrogate, trained again in each outer iteration", {}, in_paper=True
    ),
    "lsa-me": NamedAlgorithm(
        "LSA-ME", "DSA-ME with a linear surrogate", {"surrogate__kind": "linear"}, in_paper=True
    ),
    "offline-dsa-me": NamedAlgorithm(
        "Offline DSA-ME",
        "DSA-ME with a fixed surrogate, trained once on random decks",
        _offline("data", "random-search"),
        in_paper=True,
    ),
    "dsa-me-ad": NamedAlgorithm(
        "DSA-ME (ad)",
        "DSA-ME with a surrogate that also predicts ancillary data",
        {"surrogate__targets": PAPER_TARGETS},
        in_paper=True,
    ),
    "offline-dsa-me-ad": NamedAlgorithm(
        "Offline DSA-ME (ad)",
        "Offline DSA-ME with a surrogate that also predicts ancillary data",
        _offline("data", "random-search", surrogate__targets=PAPER_TARGETS),
        in_paper=True,
    ),
    "dsa-me-no-reset": NamedAlgorithm(
        "DSA-ME (without resetting)",
        "DSA-ME with one surrogate archive, kept over all outer iterations",
        {"inner_loop__keep_archive": True},
        in_paper=True,
    ),
    "offline-surrogate-model": NamedAlgorithm(
        "Offline DSA-ME (Surrogate Model)",
        "DSA-ME with a fixed surrogate, the final one of a run of DSA-ME",
        _offline("model", "dsa-me"),
        in_paper=True,
    ),
    "offline-elite-data": NamedAlgorithm(
        "Offline DSA-ME (Elite Data)",
        "DSA-ME with a fixed surrogate, trained once on the decks of a run of DSA-ME",
        _offline("data", "dsa-me"),
        in_paper=True,
    ),
    "bayes-me": NamedAlgorithm(
        "Bayes-ME",
        "few games per deck, a Gaussian process that knows their noise, an archive of beliefs; see "
        "docs/sample-efficiency.md",
        {"proposals": "belief", "surrogate__kind": "gaussian"},
        {"n_games": 12, "initial_evaluations": 300},
    ),
    "dsa-me-few-games": NamedAlgorithm(
        "DSA-ME (few games)",
        "DSA-ME with a quarter of the games per deck, and 60 decks per outer iteration",
        {"inner_loop__most_proposals": 60},
        {"n_games": 50},
    ),
    "extract-me": NamedAlgorithm(
        "Extract-ME",
        "mutations of elites, a quarter of the games for elites that play again",
        {"proposals": "resampling"},
        {"n_games": 24},
    ),
    "archive-sampling": NamedAlgorithm(
        "Archive-Sampling",
        "mutations of elites, all elites play again in every iteration",
        _SAMPLING,
        {"n_games": 24},
    ),
    "sa-extract-me": NamedAlgorithm(
        "SA-Extract-ME",
        "Extract-ME whose new decks are elites of DSA-ME's surrogate archive",
        {"proposals": "resampling", "resampling__assisted": True},
        {"n_games": 24},
    ),
    "sa-archive-sampling": NamedAlgorithm(
        "SA-Archive-Sampling",
        "Archive-Sampling whose new decks are elites of DSA-ME's surrogate archive",
        {**_SAMPLING, "resampling__assisted": True},
        {"n_games": 24},
    ),
    "ribs": NamedAlgorithm(
        "pyribs", "emitters of pyribs, no surrogate; see docs/ribs.md", {"proposals": "ribs"}
    ),
    "own": NamedAlgorithm(
        "class of one's own",
        "an ask-and-tell class of your own, --set own=module:MyEmitter; see docs/how-to/data.md",
        {"proposals": "own"},
        {"initial_evaluations": 0},
    ),
    "random-search": NamedAlgorithm(
        "random decks", "random decks, as training data of others", {"proposals": "random"}
    ),
    "surrogate-test": NamedAlgorithm(
        "surrogate test",
        "one inner loop on the final surrogate of a run of DSA-ME, then games of its elites "
        "(section 6.1)",
        _offline("model", "dsa-me"),
        {"initial_evaluations": 0, "evaluations": 1, "fresh_games": 0},
    ),
}
#: The rows that the paper compares.
PAPER_ALGORITHMS = tuple(name for name, each in ALGORITHMS.items() if each.in_paper)

#: The setting that must name the archive's measures.
_OF_MEASURES = "surrogate__targets"

if TYPE_CHECKING:
    AlgorithmName = str
    Proposals = str
else:
    AlgorithmName = Literal[tuple(ALGORITHMS)]
    Proposals = Literal[
        tuple(
            dict.fromkeys(
                each.changes.get("proposals", "surrogate") for each in ALGORITHMS.values()
            )
        )
    ]


def algorithm(name: str) -> NamedAlgorithm:
    """The algorithm of that name.

    Raises:
        ConfigError: There is no such algorithm; the message suggests one.
    """
    return named(f"algorithm {name}: there is no such algorithm", name, ALGORITHMS)


def experiment_for(name: str, base: "Experiment") -> "Experiment":
    """An algorithm's experiment, from one of DSA-ME, such as a preset."""
    chosen = algorithm(name)
    budget = dict(chosen.budget)
    if start := budget.get("initial_evaluations"):
        budget["initial_evaluations"] = min(start, base.search.evaluations // 2)
    settings = {f"search__{key}": value for key, value in budget.items()}
    return base.but(algorithm=name, **chosen.changes, **settings)


def decided_settings(names: Iterable[str]) -> set[str]:
    """Dotted keys of the settings that differ between algorithms; no study may change them.

    Other measures need other targets, so a study may change the targets unless one of its
    algorithms does.
    """
    every = {key for each in ALGORITHMS.values() for key in each.changes}
    own = {key for name in names for key in ALGORITHMS[name].changes}
    return {key.replace("__", ".") for key in every if key in own or key != _OF_MEASURES}
