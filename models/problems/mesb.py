"""MESB: its archetypes, experiments and sizes, as configurations of the search.

Source: Fontaine, Lee, Soros, De Mesentier Silva, Togelius, Hoover 2019, "Mapping Hearthstone deck
spaces through MAP-Elites with sliding boundaries", arXiv 1904.10656, and its published program.
"""

from dataclasses import dataclass
from typing import Any

from engine.decks import CLASSES, Patch, find_format
from engine.formats import DEFAULT_FORMAT
from models.players.config import PlayerConfig
from models.players.decks import OpponentDeck, Scorer
from models.problems.algorithms import experiment_for
from models.problems.experiment import Experiment
from models.qd.archive import GridConfig
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from models.settings.config import named
from models.settings.patches import named_patch

#: Build of the cards, named as a patch.
BUILD = "23321"
_CLASSES = ("HUNTER", "PALADIN", "WARLOCK")
_SCORERS: tuple[Scorer, ...] = ("aggro", "control")


@dataclass(frozen=True)
class Archetype:
    """A class and the scorer that plays its decks."""

    hero: str
    scorer: Scorer

    @property
    def name(self) -> str:
        """Its name in commands: "control-paladin"."""
        return f"{self.scorer}-{self.hero.lower()}"

    @property
    def title(self) -> str:
        """Its name in the paper: "Control Paladin"."""
        return f"{self.scorer.capitalize()} {self.hero.capitalize()}"

    def pool(self, format: str) -> str:
        """Its cards: MESB's pool in the default format if there is one, else the class's."""
        is_published = self.hero in _CLASSES and format == DEFAULT_FORMAT
        return f"{self.hero.lower()}-mesb" if is_published else self.hero.lower()


@dataclass(frozen=True)
class MesbExperiment:
    """One of the paper's experiments."""

    title: str
    opponents: str
    patch: str
    summary: str


#: The paper's six, in the order of its opponents.
ARCHETYPES = {
    each.name: each
    for each in (Archetype(hero, scorer) for hero in _CLASSES for scorer in _SCORERS)
}
#: Those of all classes.
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
#: Cells of searches that need a fixed grid. Nearly all decks of sliding archives lie in the ranges
#: (aggro-hunter and control-paladin); measures outside fall into the border cells. Ours.
FIXED = GridConfig(
    measures=("deck_mana_sum", "deck_mana_variance"),
    shape=(20, 20),
    ranges=((70.0, 130.0), (1.0, 8.0)),
)
#: Decks, games per deck, final cells per measure, and other differences from the paper.
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


def run_name(group: str, archetype: str, trial: int | None = None) -> str:
    """The name of a run's directory; the trials of the balance lab are numbered."""
    return f"{group}-{archetype}" + ("" if trial is None else f"-{trial}")


def mesb_experiment(
    which: Archetype,
    size: str = "paper",
    opponents: str | tuple[OpponentDeck, ...] = "elite",
    patch: Patch | None = None,
    archive: str = "sliding",
    format: str = DEFAULT_FORMAT,
    algorithm: str = "map-elites",
) -> Experiment:
    """The search for an archetype's decks as in MESB: MAP-Elites with sliding boundaries.

    `archive` is "sliding", or "growing-grid", its fixed-boundary baseline. An algorithm with a
    surrogate fills the grid `FIXED`, with as many cells per measure as the archive has at last.

    Raises:
        ConfigError: The size or the archive does not exist.
        DeckError: The format does not exist.

    The paper's fitness is the sum of all games' health differences, ours their mean, which gives
    the same order. Its program adds one child at a time; ours proposes a batch at once.
    """
    sizes = named(f"--preset {size}: there is no such choice", size, SIZES)
    archives: dict[str, SlidingConfig | GrowingGridConfig] = {
        "sliding": SlidingConfig(),
        "growing-grid": GrowingGridConfig(),
    }
    grid = named(f"--archive {archive}: there is no such choice", archive, archives)
    format, patch = find_format(format).name, patch or named_patch(BUILD)
    base = Experiment(
        name=f"mesb-{which.name}-{size}",
        pool=which.pool(format),
        opponents=opponents,
        player=PlayerConfig(fidelity="mesb", scorer=which.scorer, patch=patch, format=format),
    )
    changes, keys = dict(sizes), ("last_size", "remap_every")
    cells = {key: changes.pop(key) for key in keys if key in changes}
    if archive != "sliding":
        cells.pop("remap_every", None)
    scheduling = {key: changes.pop(key) for key in list(changes) if key.startswith("scheduling")}
    search = base.search.but(**changes)
    made = experiment_for(algorithm, base.but(search=search, **scheduling))
    moving = grid.but(**cells, budget=search.evaluations)
    # Only an experiment without a surrogate may have another archive than a fixed grid.
    if not made.uses_surrogate:
        return made.but(archive=moving)
    fixed = FIXED.but(shape=(moving.last_size,) * len(FIXED.measures))
    return made.but(archive=fixed, surrogate__targets=("objective", *fixed.measures))
