"""The effect of a patch on the landscape of decks: `balance`."""

from dataclasses import replace
from typing import Any, ClassVar, Literal, get_args

from flows.questions.preset_run import (
    Date,
    Format,
    SuiteOrFolder,
    find_format,
    find_patch,
)
from flows.questions.question import setting, some
from flows.studies.mesb.settings import ArchetypeRuns, PaperArchetype
from flows.studies.study import TrialSeed

# As `PaperArchetype`, with the other classes of the game.
AnyArchetype = Literal[
    PaperArchetype, "aggro-druid", "control-druid", "aggro-mage", "control-mage", "aggro-priest",
    "control-priest", "aggro-rogue", "control-rogue", "aggro-shaman", "control-shaman",
    "aggro-warrior", "control-warrior",
]  # fmt: skip


#: Searches that the lab can compare; the first is the default.
SearchName = Literal["map-elites", "bayes-me"]


class Balance(ArchetypeRuns):
    """Show the effect of a patch on the landscape of decks."""

    notes: ClassVar[str] = """\
Searches the decks of each archetype before and after a patch, with the same seeds and budget. Old
and new elites then play each other. The report is --out/report/index.html. "Before" is the build on
which the patch is based, or the cards of --date. The same command continues a stopped search; more
archetypes or trials extend it. `patches` prints the file of a patch. With the preset quick an
archetype takes about two minutes on two cores. bayes-me learns from every game and has a fixed grid
(docs/balance.md).

examples:
  python -m flows balance --patch mesb-balance --archetype control-paladin aggro-hunter
  python -m flows balance --patch my-balance.yaml --archetype control-mage --trials 3
  python -m flows balance --patch my-balance.yaml --format blackrock --archetype aggro-hunter
  python -m flows balance --patch my-balance.yaml --date naxx14 --archetype aggro-hunter
  python -m flows balance --patch my-balance.yaml --algorithm bayes-me \
    --set search.budget_games=20000 --trials 3
"""
    files = ("before-*/manifest.json",)
    fewer_duels: ClassVar[int] = 2

    patch: str = setting(
        ...,
        "The new cards: the name of a patch, or a YAML file with changes; `python -m flows "
        "patches` lists the names and prints such a file.",
        metavar="NAME|FILE",
    )
    format: Format
    date: Date
    archetypes: list[AnyArchetype] = setting(
        ["control-paladin"],
        "Archetypes: aggro or control, and a class.",
        option="--archetype",
        metavar="NAME",
    )
    algorithm: SearchName = setting(
        "map-elites",
        "Search of each side: MAP-Elites with sliding boundaries, as in MESB, or bayes-me, which "
        "needs fewer games.",
    )
    opponents: SuiteOrFolder = setting(
        "elite",
        "Suite of opponents, as of `evaluate`, or the folder of a metagame's run or extract: its "
        "equilibrium in twelve slots. Then give --set player.scorer=value and "
        "--set player.opponents_scorer=value, as in the metagame.",
        metavar="NAME|FOLDER",
    )
    trials: int = setting(
        1, "Searches per side; with three or more, intervals are from whole searches.", ge=1, le=100
    )
    seed: TrialSeed

    @property
    def title(self) -> str:
        """Patch, archetypes and preset."""
        archetypes = some(self.archetypes, PaperArchetype, "archetypes")
        parts = [f"balance{self.cards_suffix}", archetypes, self._own_algorithm, self.preset]
        return "-".join(filter(None, parts))

    @property
    def name(self) -> str:
        """Patch, algorithm and preset; archetypes and trials can be added later."""
        parts = [f"balance{self.cards_suffix}", self._own_algorithm, self.preset]
        return "-".join(filter(None, parts))

    @property
    def _own_algorithm(self) -> str:
        """The algorithm as a part of names; empty for the default."""
        return "" if self.algorithm == get_args(SearchName)[0] else self.algorithm

    def runs(self) -> list[Any]:
        """All runs (`PlannedRun`): every archetype before and after, trial by trial."""
        from flows.studies.meta.tables import find_opponents
        from models.problems.mesb import ALL_ARCHETYPES, mesb_experiment, run_name
        from models.problems.study import PlannedRun

        before, format = find_patch(self.cards.base), find_format(self.format, self.date)
        opponents, runs = find_opponents(self.opponents), []
        for trial in range(1, self.trials + 1):
            for name in self.archetypes:
                for side, patch in {"before": before, "after": self.cards}.items():
                    search = (ALL_ARCHETYPES[name], self.preset, opponents, patch)
                    experiment = self.configured(
                        mesb_experiment(*search, format=format, algorithm=self.algorithm)
                    )
                    run = run_name(side, name, trial)
                    runs.append(PlannedRun(run, experiment, self.seed + trial - 1))
        return runs

    planned = runs

    def check(self) -> bool:
        """As `Run.check`."""
        from engine.decks import PatchError

        if not self.cards.differences:
            raise PatchError(
                f"{self.cards.name}: all cards are as in {self.cards.era}; change the cost, "
                "attack, health or durability of one"
            )
        return self.check_runs(*self.runs())

    def report(self) -> Any:
        """As `StudySettings.report`; of these archetypes."""
        return replace(super().report(), archetypes=tuple(self.archetypes))
