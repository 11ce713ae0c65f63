"""The algorithms of the DSA-ME paper as differences from DSA-ME: one loop, many configurations.

Light to import: the command line names them all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any, Literal

from models.config import ConfigError
from models.surrogates.targets import TARGETS

if TYPE_CHECKING:
    from models.experiment import Experiment

AlgorithmName = Literal[
    "map-elites",
    "dsa-me",
    "lsa-me",
    "offline-dsa-me",
    "dsa-me-ad",
    "offline-dsa-me-ad",
    "dsa-me-no-reset",
    "offline-surrogate-model",
    "offline-elite-data",
    "random-search",
    "surrogate-test",
]


@dataclass(frozen=True)
class Algorithm:
    """A row of the paper's tables.

    Attributes:
        title: Its name there.
        summary: What it does, for people.
        changes: Its differences from DSA-ME, as `Config.but` takes them.
    """

    title: str
    summary: str
    changes: Mapping[str, Any]

    @property
    def source(self) -> str | None:
        """The algorithm whose run the surrogate learns from; None if it learns from its own."""
        return self.changes.get("learning__source")


def _offline(mode: str, source: str, **more: Any) -> dict[str, Any]:
    return {"learning__mode": mode, "learning__source": source, **more}


ALGORITHMS = {
    "map-elites": Algorithm(
        "MAP-Elites", "mutations of elites, no surrogate", {"proposals": "mutation"}
    ),
    "dsa-me": Algorithm("DSA-ME", "a deep surrogate, trained again in each outer iteration", {}),
    "lsa-me": Algorithm("LSA-ME", "DSA-ME with a linear surrogate", {"surrogate__kind": "linear"}),
    "offline-dsa-me": Algorithm(
        "Offline DSA-ME",
        "DSA-ME with a fixed surrogate, trained once on random decks",
        _offline("data", "random-search"),
    ),
    "dsa-me-ad": Algorithm(
        "DSA-ME (ad)",
        "DSA-ME whose surrogate also predicts ancillary data",
        {"surrogate__targets": TARGETS},
    ),
    "offline-dsa-me-ad": Algorithm(
        "Offline DSA-ME (ad)",
        "Offline DSA-ME whose surrogate also predicts ancillary data",
        _offline("data", "random-search", surrogate__targets=TARGETS),
    ),
    "dsa-me-no-reset": Algorithm(
        "DSA-ME (without resetting)",
        "DSA-ME whose inner loop goes on with the last surrogate archive",
        {"inner_loop__keep_archive": True},
    ),
    "offline-surrogate-model": Algorithm(
        "Offline DSA-ME (Surrogate Model)",
        "DSA-ME with the final surrogate of a run of DSA-ME, fixed",
        _offline("model", "dsa-me"),
    ),
    "offline-elite-data": Algorithm(
        "Offline DSA-ME (Elite Data)",
        "DSA-ME with a fixed surrogate, trained once on the decks of a run of DSA-ME",
        _offline("data", "dsa-me"),
    ),
    "random-search": Algorithm(
        "random decks", "random decks for others to learn from", {"proposals": "random"}
    ),
    "surrogate-test": Algorithm(
        "surrogate test",
        "one inner loop on the final surrogate of a run of DSA-ME, its elites played (section 6.1)",
        _offline(
            "model",
            "dsa-me",
            search__initial_evaluations=0,
            search__evaluations=1,
            search__fresh_games=0,
        ),
    ),
}
#: The rows that the paper compares; the others serve them.
PAPER_ALGORITHMS = tuple(ALGORITHMS)[:9]


def algorithm(name: str) -> Algorithm:
    """The algorithm of that name.

    Raises:
        ConfigError: There is none; the message suggests one.
    """
    if name in ALGORITHMS:
        return ALGORITHMS[name]
    close = get_close_matches(name, ALGORITHMS, n=1)
    hint = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(ALGORITHMS)}"
    raise ConfigError(f"algorithm {name}: there is no such algorithm; {hint}")


def experiment_for(name: str, base: "Experiment") -> "Experiment":
    """An algorithm's experiment.

    Args:
        name: The algorithm.
        base: An experiment of DSA-ME, such as a preset.

    Raises:
        ConfigError: There is no such algorithm.
    """
    return base.but(algorithm=name, **algorithm(name).changes)


def decided_settings() -> set[str]:
    """The settings, as dotted keys, that an algorithm decides, so that no study may."""
    changed = {key.replace("__", ".") for each in ALGORITHMS.values() for key in each.changes}
    # The test of a surrogate has a budget of its own; that of all others is the study's.
    return changed - {
        f"search.{key}" for key in ("initial_evaluations", "evaluations", "fresh_games")
    }
