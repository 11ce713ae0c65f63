"""MESB: its archetypes, experiments and sizes, as configurations of the one search.

Source: Fontaine, Lee, Soros, De Mesentier Silva, Togelius, Hoover 2019, "Mapping Hearthstone deck
spaces through MAP-Elites with sliding boundaries", arXiv 1904.10656, and its published program.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

from engine.decks import CLASSES, Patch
from models.algorithms import experiment_for
from models.config import ConfigError
from models.experiment import Experiment
from models.patches import named_patch
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck, Scorer
from models.qd.sliding import GrowingGridConfig, SlidingConfig

#: Build of the cards, named as a patch.
BUILD = "23321"
_CLASSES = ("HUNTER", "PALADIN", "WARLOCK")
_SCORERS: tuple[Scorer, ...] = ("aggro", "control")


@dataclass(frozen=True)
class Archetype:
    """A class and who plays its decks.

    Attributes:
        hero: The class.
        scorer: The player's.
    """

    hero: str
    scorer: Scorer

    @property
    def name(self) -> str:
        """As commands write it: "control-paladin"."""
        return f"{self.scorer}-{self.hero.lower()}"

    @property
    def title(self) -> str:
        """As the paper writes it: "Control Paladin"."""
        return f"{self.scorer.capitalize()} {self.hero.capitalize()}"

    @property
    def pool(self) -> str:
        """Its cards: MESB's own pool where it has one, else all Basic and Classic cards."""
        return f"{self.hero.lower()}-mesb" if self.hero in _CLASSES else self.hero.lower()


@dataclass(frozen=True)
class MesbExperiment:
    """One of the paper's experiments.

    Attributes:
        title: Its name there.
        opponents: Suite of opponents.
        patch: Name of the cards' patch.
        summary: What it does, for people.
    """

    title: str
    opponents: str
    patch: str
    summary: str


#: The paper's six, in the order in which its opponents are dealt.
ARCHETYPES = {
    each.name: each
    for each in (Archetype(hero, scorer) for hero in _CLASSES for scorer in _SCORERS)
}
#: Those of the other classes, too.
ALL_ARCHETYPES = ARCHETYPES | {
    each.name: each
    for each in (Archetype(hero, scorer) for hero in CLASSES for scorer in _SCORERS)
    if each.name not in ARCHETYPES
}
EXPERIMENTS = {
    "validation": MesbExperiment(
        "MESB validation", "starter", BUILD, "against the starter decks of three classes"
    ),
    "elite": MesbExperiment(
        "Elite adversaries", "elite", BUILD, "against the best decks of the first experiment"
    ),
    "balance": MesbExperiment(
        "Deck balancing",
        "elite",
        "mesb-balance",
        "as the second, with the published nerfs and buffs",
    ),
}
#: Decks, games per deck, cells per measure in the end, and what else differs from the paper.
SIZES: dict[str, dict[str, Any]] = {
    "smoke": {
        "initial_evaluations": 24,
        "evaluations": 48,
        "n_games": 6,
        "batch_size": 24,
        "fresh_games": 6,
        "scheduling__chunk_games": 144,
        "last_size": 5,
        "remap_every": 12,
    },
    "quick": {"evaluations": 1_500, "n_games": 48, "fresh_games": 48, "last_size": 12},
    "study": {"evaluations": 4_000, "n_games": 100, "fresh_games": 200, "last_size": 12},
    "paper": {},
}


def archetype(name: str, known: dict[str, Archetype] = ALL_ARCHETYPES) -> Archetype:
    """The archetype of that name.

    Raises:
        ConfigError: There is none; the message suggests one.
    """
    return known[choice("--archetype", name, known)]


def mesb_experiment(
    which: Archetype,
    size: str = "paper",
    opponents: str | tuple[OpponentDeck, ...] = "elite",
    patch: Patch | None = None,
    archive: str = "sliding",
) -> Experiment:
    """The search of an archetype's decks as MESB's, MAP-Elites with sliding boundaries.

    Args:
        which: The archetype.
        size: Name of the preset.
        opponents: A suite, or opponents of one's own.
        patch: The cards; build 23321 by default.
        archive: "sliding", or "growing-grid", its fixed-boundary baseline.

    Raises:
        ConfigError: There is no such size or archive.

    Notes:
        The paper's fitness is the sum of the health differences of all games, ours their mean: the
        same order and the same ties, since all decks play equally many games. The paper's program
        is asynchronous, one insertion at a time; here a batch of children is bred at once.
    """
    choice("--preset", size, SIZES)
    archives = {"sliding": SlidingConfig(), "growing-grid": GrowingGridConfig()}
    grid = archives[choice("--archive", archive, archives)]
    base = Experiment(
        name=f"mesb-{which.name}-{size}",
        pool=which.pool,
        opponents=opponents,
        player=PlayerConfig(
            fidelity="mesb", scorer=which.scorer, patch=patch or named_patch(BUILD)
        ),
    )
    changes = dict(SIZES[size])
    cells = {key: changes.pop(key) for key in ("last_size", "remap_every") if key in changes}
    if archive != "sliding":
        cells.pop("remap_every", None)
    scheduling = {key: changes.pop(key) for key in list(changes) if key.startswith("scheduling")}
    search = base.search.but(**changes)
    # An archive may only be told in an experiment without surrogate.
    mutation = experiment_for("map-elites", base.but(search=search, **scheduling))
    return mutation.but(archive=grid.but(**cells, budget=search.evaluations))


def choice(option: str, name: str, known: Mapping[str, Any]) -> str:
    """The name, if it is one of those known.

    Raises:
        ConfigError: It is not; the message suggests one.
    """
    if name in known:
        return name
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]}?" if close else f"choose one of {', '.join(known)}"
    raise ConfigError(f"{option} {name}: there is no such choice; {hint}")
