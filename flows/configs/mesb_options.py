"""What of MESB, or of a patch, is wanted: the runs that it takes, checked before any work."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from engine.decks import Patch, PatchError
from flows.configs.options import override
from models.config import ConfigError
from models.experiment import Experiment
from models.mesb import (
    ALL_ARCHETYPES,
    ARCHETYPES,
    EXPERIMENTS,
    SIZES,
    Archetype,
    archetype,
    choice,
    mesb_experiment,
)
from models.patches import named_patch
from models.players.decks import OpponentDeck
from models.problems.decks import DeckSearch
from models.study import PlannedRun
from tasks.mesb.runs import best_opponents, run_name
from tasks.search.source import check_search
from tasks.storage.files import StoreError
from tasks.storage.store import MANIFEST
from tasks.study.directory import is_finished, n_games_of

Opponents = str | tuple[OpponentDeck, ...]
#: Games of each two best decks, by preset; the paper's are 1000.
DUELS = {"smoke": 4, "quick": 200, "study": 1000, "paper": 1000}


@dataclass(frozen=True)
class MesbStudy:
    """What of MESB is wanted.

    Attributes:
        archetypes: Names of archetypes.
        experiments: Names of experiments.
        size: The preset.
        opponents: Those of the second and third experiment: "published", "own" (the best decks of
            this study's first experiment), or the directory of another study.
        patch: The third experiment's cards; the published ones by default.
        archive: "sliding" or "growing-grid".
        settings: Changes as `--set` takes them.
        seed: Of all runs.
        duels: Games of each two best decks; by default those of the preset.

    Raises:
        ConfigError: There is no such archetype, experiment or preset.
    """

    archetypes: tuple[str, ...] = tuple(ARCHETYPES)
    experiments: tuple[str, ...] = tuple(EXPERIMENTS)
    size: str = "quick"
    opponents: str = "published"
    patch: Patch | None = None
    archive: str = "sliding"
    settings: tuple[str, ...] = ()
    seed: int = 1
    duels: int | None = None

    def __post_init__(self):
        object.__setattr__(self, "archetypes", _archetypes(self.archetypes, ARCHETYPES))
        chosen = {choice("--experiment", name, EXPERIMENTS) for name in self.experiments}
        object.__setattr__(self, "experiments", _in_order(chosen, EXPERIMENTS))
        if self.duels is None:
            object.__setattr__(self, "duels", DUELS[choice("--preset", self.size, SIZES)])

    @property
    def folder(self) -> Path:
        """Where the study lies unless somebody says otherwise."""
        return Path("runs") / f"mesb-{self.size}-seed{self.seed}"

    @property
    def facts(self) -> dict[str, Any]:
        """What is wanted, for a person to read."""
        return _facts(self, self.runs(self.experiments[0], "elite")[0].experiment)

    def runs(self, experiment: str, opponents: Opponents) -> list[PlannedRun]:
        """The runs of one experiment.

        Raises:
            ConfigError: There is no such preset, archive or setting.
        """
        patch = named_patch(EXPERIMENTS[experiment].patch)
        if experiment == "balance" and self.patch is not None:
            patch = self.patch
        return [
            PlannedRun(
                run_name(experiment, name),
                configured(
                    mesb_experiment(ARCHETYPES[name], self.size, opponents, patch, self.archive),
                    self.settings,
                ),
                self.seed,
            )
            for name in self.archetypes
        ]

    def opponents_of(self, experiment: str, out: Path) -> Opponents:
        """The opponents of one experiment.

        Raises:
            StoreError: They are the best decks of runs that have not finished.
        """
        if experiment == "validation" or self.opponents == "published":
            return EXPERIMENTS[experiment].opponents
        return best_opponents(out if self.opponents == "own" else Path(self.opponents))

    def awaits_own(self, experiment: str, out: Path) -> bool:
        """Whether the opponents of an experiment are yet to be found, by this very study."""
        if experiment == "validation" or self.opponents != "own":
            return False
        found = [name for name in ARCHETYPES if is_finished(out, run_name("validation", name))]
        return len(found) < len(ARCHETYPES) and self._makes_own(found)

    def _makes_own(self, found: Sequence[str]) -> bool:
        left = set(ARCHETYPES) - set(found)
        return "validation" in self.experiments and left <= set(self.archetypes)


@dataclass(frozen=True)
class BalanceQuestion:
    """What a patch does.

    Attributes:
        patch: The patch.
        archetypes: Names of the archetypes to look at.
        size: The preset of all searches.
        opponents: Suite of opponents.
        trials: Searches per archetype and side.
        settings: Changes as `--set` takes them.
        seed: Of the first trials; the next have the next.
        duels: Games of each pair of an old and a new elite; by default those of the preset.

    Raises:
        ConfigError: There is no such archetype or preset.
    """

    patch: Patch
    archetypes: tuple[str, ...] = ("control-paladin",)
    size: str = "quick"
    opponents: str = "elite"
    trials: int = 1
    settings: tuple[str, ...] = ()
    seed: int = 1
    duels: int | None = None

    def __post_init__(self):
        object.__setattr__(self, "archetypes", _archetypes(self.archetypes, ALL_ARCHETYPES))
        if self.duels is None:
            object.__setattr__(self, "duels", DUELS[choice("--preset", self.size, SIZES)] // 2)

    @property
    def folder(self) -> Path:
        """Where the comparison lies unless somebody says otherwise."""
        patch = self.patch.name.replace("/", "-")
        return Path("runs") / f"balance-{patch}-{self.size}-seed{self.seed}"

    @property
    def base(self) -> Patch:
        """The cards before: the build that the patch is based on."""
        return named_patch(self.patch.base)

    @property
    def facts(self) -> dict[str, Any]:
        """What is wanted, for a person to read."""
        return _facts(self, self.experiment(ALL_ARCHETYPES[self.archetypes[0]], self.patch))

    def runs(self) -> list[PlannedRun]:
        """All runs: every archetype before and after, then the second trials, and so on.

        Raises:
            ConfigError: There is no such preset or setting.
        """
        sides = {"before": self.base, "after": self.patch}
        return [
            PlannedRun(
                run_name(side, name, trial),
                self.experiment(ALL_ARCHETYPES[name], patch),
                self.seed + trial - 1,
            )
            for trial in range(1, self.trials + 1)
            for name in self.archetypes
            for side, patch in sides.items()
        ]

    def experiment(self, which: Archetype, patch: Patch) -> Experiment:
        """The search of one side."""
        made = mesb_experiment(which, self.size, self.opponents, patch)
        return configured(made, self.settings)


def _facts(wanted: MesbStudy | BalanceQuestion, experiment: Experiment) -> dict[str, Any]:
    """The fields, and below `base` the settings that all runs have in common with one of them."""
    facts = {each.name: getattr(wanted, each.name) for each in fields(wanted)}
    plain = {name: list(value) for name, value in facts.items() if isinstance(value, tuple)}
    patch = None if wanted.patch is None else wanted.patch.content()
    base = experiment.model_dump(mode="json", include={"search", "archive"})
    return facts | plain | {"patch": patch, "base": base}


def _archetypes(names: Sequence[str], known: Mapping[str, Archetype]) -> tuple[str, ...]:
    """Names of archetypes, each once and in the paper's order."""
    return _in_order({archetype(name, known).name for name in names}, known)


def _in_order(names: Collection[str], known: Mapping) -> tuple[str, ...]:
    return tuple(name for name in known if name in names)


def configured(experiment: Experiment, settings: Sequence[str]) -> Experiment:
    """A search of MESB with `--set`'s changes.

    The archive reaches its last size at the end of the search, however many decks that has,
    unless a setting says otherwise.

    Raises:
        ConfigError: A setting does not exist or cannot have its value.
    """
    changed = override(experiment, settings)
    if any(setting.startswith("archive.budget=") for setting in settings):
        return changed
    return changed.but(archive__budget=changed.search.evaluations)


def check_mesb(wanted: MesbStudy, out: Path, resume_anyway: bool = False) -> None:
    """Raises what would stop the study, before any work.

    Raises:
        ConfigError: A name or setting is wrong, or a patch given for nothing.
        StoreError: A directory cannot be used or holds another run; or opponents are wanted that
            nobody finds.
    """
    if wanted.patch is not None and "balance" not in wanted.experiments:
        raise ConfigError("--patch: only the experiment 'balance' changes cards; add it")
    _check_no_patch(wanted.settings)
    _check_folder(out)
    for experiment in wanted.experiments:
        if not wanted.awaits_own(experiment, out):
            runs = wanted.runs(experiment, wanted.opponents_of(experiment, out))
            _check_runs(runs, out, resume_anyway)


def check_balance(wanted: BalanceQuestion, out: Path, resume_anyway: bool = False) -> None:
    """Raises what would stop the comparison, before any work.

    Raises:
        ConfigError: A setting is wrong.
        DeckError: There are no such opponents, or a card of a deck is not in the build.
        PatchError: The patch changes nothing.
        StoreError: A directory cannot be used or holds another run.
    """
    if not wanted.patch.differences:
        raise PatchError(
            f"{wanted.patch.name}: changes no card, all are as in build {wanted.patch.base}; give "
            "one another cost, attack, health or durability"
        )
    _check_no_patch(wanted.settings)
    _check_folder(out)
    _check_runs(wanted.runs(), out, resume_anyway)


def describe(wanted: MesbStudy, out: Path) -> Iterator[str]:
    """One line per run: what it would take."""
    for experiment in wanted.experiments:
        # What the opponents are does not change how many games there are.
        for run in wanted.runs(experiment, "elite"):
            state = "finished" if is_finished(out, run.name) else "to do"
            yield f"{run.name}: seed {run.seed}, {n_games_of(run.experiment):,} games, {state}"


def _check_runs(runs: Sequence[PlannedRun], out: Path, resume_anyway: bool) -> None:
    for run in runs:
        DeckSearch(run.experiment).check()
        # Looks only: a directory is made when its run begins.
        if (out / run.name).exists():
            check_search(run.experiment, run.seed, out / run.name, resume_anyway)


def _check_folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise StoreError(f"{out}: --out must be a directory, this is a file; use another --out")
    if (out / MANIFEST).exists():
        raise StoreError(f"{out}: holds a single run; use another --out, a folder of runs")


def _check_no_patch(settings: Sequence[str]) -> None:
    for setting in settings:
        if setting.startswith(("player.patch=", "player.scorer=", "opponents=", "pool=")):
            key = setting.partition("=")[0]
            raise ConfigError(f"--set {key}: archetype, experiment and patch decide that")
