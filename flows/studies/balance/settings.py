"""The effect of a patch on the landscape of decks: `balance`."""

from pathlib import Path
from typing import Any, ClassVar, Literal, get_args

from engine.input_files import path_of
from flows.questions.preset_run import SuiteName, SuiteOrFolder, find_format, find_patch
from flows.questions.question import setting, some
from flows.studies.mesb.settings import ArchetypeRuns, PaperArchetype
from flows.studies.study import TrialSeed
from models.settings.config import ConfigError

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
        "equilibrium in twelve slots, with its players. The report then has the shares of its "
        "decks before and after, too.",
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
        return self.titled(self.cards_suffix[1:], archetypes, self._own_algorithm, self.preset)

    @property
    def name(self) -> str:
        """Patch, algorithm and preset; archetypes and trials can be added later."""
        return self.titled(self.cards_suffix[1:], self._own_algorithm, self.preset)

    @property
    def _own_algorithm(self) -> str:
        """The algorithm as a part of names; empty for the default."""
        return "" if self.algorithm == get_args(SearchName)[0] else self.algorithm

    @property
    def metagame(self) -> Path | None:
        """The folder of the metagame of the opponents; None if they are a suite."""
        is_suite = self.opponents in get_args(SuiteName)
        return None if is_suite else path_of(self.opponents)

    def _players(self) -> Any:
        """The player of the metagame of the opponents; None if they are a suite.

        Raises:
            ConfigError: The metagame has other cards.
            StoreError: It is no metagame.
        """
        from flows.studies.meta.tables import config_in

        if self.metagame is None:
            return None
        player = config_in(self.metagame).player
        if player.patch.content() != self.cards.base:
            plain = player.patch.content() == player.patch.base
            changed = "" if plain else f", changed by {player.patch.name}"
            raise ConfigError(
                f"--opponents {self.opponents}: a metagame of {player.patch.era}{changed}, not of "
                f"{self.cards.era}; give the --date or the metagame of the same cards"
            )
        return player

    @property
    def design(self) -> Any:
        """The effect of changed numbers on the metagame (`Design`); None without either."""
        from flows.studies.design.settings import Design

        if self.metagame is None or not self.cards.changes:
            return None
        return Design(patch=self.patch, metagame=self.metagame, preset=self.preset, seed=self.seed)

    def planned(self) -> list[Any]:
        """All runs (`PlannedRun`): every archetype before and after, trial by trial."""
        from flows.studies.meta.tables import find_opponents
        from models.problems.mesb import ALL_ARCHETYPES, mesb_experiment, run_name
        from models.problems.study import PlannedRun

        before, format = find_patch(self.cards.base), find_format(self.format, self.date)
        opponents, players, runs = find_opponents(self.opponents), self._players(), []
        for trial in range(1, self.trials + 1):
            for name in self.archetypes:
                for side, patch in {"before": before, "after": self.cards}.items():
                    search = (ALL_ARCHETYPES[name], self.preset, opponents, patch)
                    experiment = mesb_experiment(*search, format=format, algorithm=self.algorithm)
                    if players is not None:
                        own = players.but(patch=patch, format=format)
                        experiment = experiment.but(player=own)
                    experiment = self.configured(experiment)
                    run = run_name(side, name, trial)
                    runs.append(PlannedRun(run, experiment, self.seed + trial - 1))
        return runs

    def check(self) -> bool:
        """As `RunQuestion.check`.

        Raises:
            ConfigError, DeckError, StoreError: As `RunQuestion.check`; or `design` refuses the
            metagame.
            PatchError: The patch changes no card.
        """
        from engine.decks import PatchError

        if not self.cards.differences:
            raise PatchError(
                f"{self.cards.name}: all cards are as in {self.cards.era}; change the cost, "
                "attack, health or durability of one"
            )
        finished = self.check_runs(*self.planned())
        if self.design:
            _ = self.design.study
        return finished
