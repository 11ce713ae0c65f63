"""The experiments of the MESB paper: `mesb`, and the base class of `mesb` and `balance`."""

from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, Literal, get_args

from pydantic import ValidationInfo, field_validator

from flows.questions.preset_run import find_patch
from flows.questions.question import MAX_GAMES, in_order, setting, some
from flows.studies.study import ManyRuns
from models.settings.config import ConfigError

# The names of `models.problems.mesb`, which takes seconds to import; a test compares them.
PaperArchetype = Literal[
    "aggro-hunter",
    "control-hunter",
    "aggro-paladin",
    "control-paladin",
    "aggro-warlock",
    "control-warlock",
]
Experiment = Literal["validation", "elite", "balance"]
#: Games per pair of best decks, by preset; the paper's are 1000.
DUELS = {"smoke": 4, "quick": 200, "study": 1000, "paper": 1000}


class ArchetypeRuns(ManyRuns):
    """Searches of archetypes' decks by mana curve, and games between the decks found."""

    #: Divisor of the preset's `DUELS`.
    fewer_duels: ClassVar[int] = 1
    decided: ClassVar[dict[str, str]] = dict.fromkeys(
        ("player.patch", "player.format", "player.scorer", "opponents", "pool"),
        "archetype, experiment, patch and format determine it",
    )

    duels: int | None = setting(
        None,
        "Games per pair of best decks.",
        "the preset's: " + ", ".join(f"{name} {games}" for name, games in DUELS.items()),
        ge=2,
        le=MAX_GAMES,
    )

    @field_validator("duels")
    @classmethod
    def _duels_of_preset(cls, duels: int | None, info: ValidationInfo) -> int | None:
        return duels or DUELS.get(info.data.get("preset", ""), 0) // cls.fewer_duels

    _in_order = field_validator("archetypes", "experiments", check_fields=False)(in_order)

    @cached_property
    def cards(self) -> Any:
        """The patch (`engine.patches.Patch`); None without one."""
        return None if self.patch is None else find_patch(self.patch, self.date)

    def facts(self, _: Any) -> dict[str, Any]:
        """As `StudySettings.facts`; `base` has the settings that all searches share."""
        about_running = {*ManyRuns.model_fields} - {"seed", "settings", "format", "date"}
        patch = None if self.cards is None else self.cards.content()
        searched = self.planned()[0].experiment
        base = searched.model_dump(mode="json", include={"search", "archive"})
        more = {"size": self.preset, "patch": patch, "base": base}
        return self.model_dump(exclude=about_running) | more

    def configured(self, experiment: Any) -> Any:
        """A search of MESB (`models.problems.experiment.Experiment`) with `--set`'s changes.

        An archive that grows has its last size at the search's end, unless `archive.budget` is set.
        """
        from flows.questions.settings import override

        changed = override(experiment, self.settings)
        is_set = any(each.startswith("archive.budget=") for each in self.settings)
        if is_set or changed.archive.kind == "grid":
            return changed
        return changed.but(archive__budget=changed.n_decks)


class Mesb(ArchetypeRuns):
    """Search decks by mana curve, as in the MESB paper."""

    grows: ClassVar[bool] = True
    #: Experiments and `--patch` determine the cards.
    format: ClassVar[None] = None  # type: ignore[misc]
    date: ClassVar[None] = None  # type: ignore[misc]
    notes: ClassVar[str] = """\
Each experiment and archetype has a run directory below --out, such as elite-control-paladin. The
same command continues a stopped study; more archetypes or experiments extend it. At the end the
best decks play each other. The report is --out/report/index.html; `report` writes it again.
--patch changes the cards of the third experiment.

presets: smoke (seconds); quick 1,500 decks x 48 games, less than a minute per run on two cores;
study 4,000 x 100, about four minutes per run; paper 10,000 x 200, about twenty minutes per run

examples:
  python -m flows mesb --archetype control-paladin --experiment validation
  python -m flows mesb --preset study --out runs/mesb
  python -m flows mesb --preset paper --opponents own --out runs/mesb-paper --plan
  python -m flows mesb --archive growing-grid --experiment elite --out runs/mesb-fixed
"""
    files = (*(f"{name}-*/manifest.json" for name in get_args(Experiment)), "duels.parquet")
    decided: ClassVar[dict[str, str]] = ArchetypeRuns.decided | {
        "archive.measures": "mesb uses the mean and the variance of mana costs, which its report "
        "needs; remove this setting"
    }

    archetypes: list[PaperArchetype] = setting(
        list(get_args(PaperArchetype)),
        "Archetypes to search, such as control-paladin.",
        "all six",
        option="--archetype",
        metavar="NAME",
    )
    experiments: list[Experiment] = setting(
        list(get_args(Experiment)),
        "Experiments of the paper.",
        option="--experiment",
        metavar="NAME",
    )
    opponents: str = setting(
        "published",
        "Opponents of the last two experiments: published, own (the best decks of this study's "
        "first experiment), or the directory of another study.",
        metavar="WHICH",
    )
    archive: Literal["sliding", "growing-grid"] = setting(
        "sliding", "Boundaries of the archive: quantiles of all decks so far, or fixed."
    )

    @property
    def title(self) -> str:
        """The patch, experiments and archetypes if they are not all, and the preset."""
        experiments = some(self.experiments, Experiment, "experiments")
        archetypes = some(self.archetypes, PaperArchetype, "archetypes")
        return self.titled(self.cards_suffix[1:], experiments, archetypes, self.preset)

    def configured(self, experiment: Any) -> Any:
        """As `ArchetypeRuns.configured`; a `ConfigError` without new games, of which tables are."""
        changed = super().configured(experiment)
        if not changed.search.fresh_games:
            raise ConfigError("--set search.fresh_games=0: tables need new games; use 1 or more")
        return changed

    def runs(self, experiment: str, opponents: Any) -> list[Any]:
        """The runs (`models.problems.study.PlannedRun`) of an experiment against opponents."""
        from models.problems.mesb import ARCHETYPES, EXPERIMENTS, mesb_experiment, run_name
        from models.problems.study import PlannedRun

        patch = find_patch(EXPERIMENTS[experiment].patch)
        if experiment == "balance" and self.cards is not None:
            patch = self.cards
        searches = {
            name: mesb_experiment(ARCHETYPES[name], self.preset, opponents, patch, self.archive)
            for name in self.archetypes
        }
        return [
            PlannedRun(run_name(experiment, name), self.configured(search), self.seed)
            for name, search in searches.items()
        ]

    def planned(self) -> list[Any]:
        """All runs; their number of games does not depend on the opponents."""
        return [run for each in self.experiments for run in self.runs(each, "elite")]

    def opponents_of(self, experiment: str, out: Path) -> Any:
        """The opponents of one experiment: the name of a suite, or the decks of finished runs."""
        from flows.studies.mesb.play import best_opponents
        from models.problems.mesb import EXPERIMENTS

        if experiment == "validation" or self.opponents == "published":
            return EXPERIMENTS[experiment].opponents
        return best_opponents(out if self.opponents == "own" else Path(self.opponents))

    def check(self) -> bool:
        """As `RunQuestion.check`; opponents that this study finds are checked later.

        Raises:
            ConfigError: A setting is wrong, or `--patch` is given without the experiment `balance`.
            DeckError, PatchError, StoreError: As `RunQuestion.check`.
        """
        if self.patch is not None and "balance" not in self.experiments:
            raise ConfigError("--patch: only the experiment 'balance' changes cards; add it")
        self.check_runs()
        for experiment in self.experiments:
            if experiment == "validation" or not self._finds_opponents():
                opponents = self.opponents_of(experiment, self.folder)
                self.check_runs(*self.runs(experiment, opponents))
        return self.folder.exists()

    def _finds_opponents(self) -> bool:
        """Whether this study must still find the opponents of its other experiments."""
        from flows.studies.runs import is_finished
        from models.problems.mesb import run_name

        runs = {name: run_name("validation", name) for name in get_args(PaperArchetype)}
        left = {name for name, run in runs.items() if not is_finished(self.folder, run)}
        is_asked = self.opponents == "own" and "validation" in self.experiments
        return is_asked and bool(left) and left <= set(self.archetypes)
