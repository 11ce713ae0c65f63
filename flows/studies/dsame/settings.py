"""The settings of a study, algorithms x trials: `study`."""

from collections.abc import Mapping
from contextlib import AbstractContextManager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar

from pydantic import ValidationError, model_validator

from engine.input_files import read_text
from flows.questions.preset_run import Date, Format
from flows.questions.question import setting
from flows.studies.study import ManyRuns, TrialSeed
from models.problems.algorithms import ALGORITHMS, PAPER_ALGORITHMS, AlgorithmName
from models.settings.config import ConfigError, did_you_mean

#: Trials of a study that starts from a preset; the paper has five.
TRIALS = {"smoke": 2, "quick": 3, "study": 3, "paper": 5}
#: The algorithms that a study compares by default.
ALL = (*PAPER_ALGORITHMS, "surrogate-test")


class Study(ManyRuns):
    """Compare algorithms over several trials."""

    notes: ClassVar[str] = f"""\
Each trial has its own run directory below --out, named by its algorithm and seed. The same command
continues a stopped study; more algorithms or trials extend it. A trial of offline-dsa-me learns
from the random decks of its seed; offline-surrogate-model, offline-elite-data and surrogate-test
learn from the trial of dsa-me with their seed. The report is --out/report/index.html; `report`
writes it again.

presets: smoke, 2 trials of 80 decks x 6 games (all algorithms in a few minutes); quick, 3 of
3,000 x 48, about two minutes per trial on two cores; study, 3 of 4,000 x 50, about three minutes;
paper, 5 of 10,000 x 200, about eight minutes. --plan estimates the time of your study.
algorithms: {", ".join(ALGORITHMS)}

examples:
  python -m flows study --preset smoke --out runs/smoke
  python -m flows study --algorithms map-elites dsa-me --trials 3 --out runs/two --plan
  python -m flows study --preset study --evaluations 2000 --games 50 --out runs/study
  python -m flows study --preset paper --algorithms dsa-me --trials 1 --out runs/paper

a file for --config (every line is optional):
  preset: quick
  algorithms: [map-elites, dsa-me, lsa-me]
  trials: 3
  seed: 1
  evaluations: 2000
  games: 50
  set: [search.fresh_games=100]
"""

    files = ("study.json", "placements.parquet")

    config: Path | None = setting(
        None,
        "YAML file with settings; options override the file, --set key by key.",
        metavar="FILE",
    )
    algorithms: list[AlgorithmName] = setting(
        list(ALL), "Algorithms to compare.", "the paper's nine, and surrogate-test", metavar="NAME"
    )
    trials: int | None = setting(None, "Trials per algorithm.", "the preset's", ge=1, le=1000)
    seed: TrialSeed
    evaluations: int | None = setting(None, "Decks per trial.", "the preset's", ge=1)
    games: int | None = setting(None, "Games per deck.", "the preset's", ge=1)
    format: Format
    date: Date

    @model_validator(mode="before")
    @classmethod
    def _with_file(cls, given: Any) -> Any:
        if not isinstance(given, dict) or not given.get("config"):
            return given
        if not _is_utf8(str(given["config"])):
            return given  # the check of all values refuses it
        path = Path(given["config"])
        try:
            cls.ask(written := _read_file(path))
        except ConfigError as error:
            raise ConfigError(f"--config {path}: {error}") from None
        return written | given | {"settings": _joined(written, given)}

    @property
    def title(self) -> str:
        """Preset and number of trials."""
        return f"study-{self.preset}-{self.n_trials}-trials"

    @property
    def n_trials(self) -> int:
        """Trials per algorithm: those of `--trials`, or the preset's."""
        return self.trials or TRIALS[self.preset]

    @cached_property
    def study(self) -> Any:
        """Its configuration (`models.problems.study.StudyConfig`).

        Raises:
            ConfigError: A setting does not exist or cannot have its value.
            PatchError: The patch does not exist, or its file is wrong.
        """
        from flows.questions.presets import PRESETS
        from models.problems.study import StudyConfig

        sizes = {"search.evaluations": self.evaluations, "search.n_games": self.games}
        changes = [f"{key}={size}" for key, size in sizes.items() if size is not None]
        base = self.changed(PRESETS[self.preset], *changes)
        try:
            return StudyConfig(
                base=base, algorithms=self.algorithms, trials=self.n_trials, seed=self.seed
            )
        except ValidationError as error:
            message = error.errors()[0]["msg"].removeprefix("Value error, ")
            raise ConfigError(f"study: {message}") from None

    def check(self) -> bool:
        """As `RunQuestion.check`; with `--plan` it creates no directory."""
        from flows.studies.dsame.play import FILE, open_study, plan_study

        is_there = (self.folder / FILE.name).is_file()
        (plan_study if self.plan_only else open_study)(self.folder, self.study, self.resume_anyway)
        return is_there

    def planned(self) -> list[Any]:
        """All trials (`models.problems.study.PlannedRun`), checked."""
        from flows.studies.dsame.play import plan_study

        return self.study.runs(plan_study(self.folder, self.study, self.resume_anyway))

    def opened(self) -> AbstractContextManager[tuple[Path, Any]]:
        """As `StudySettings.opened`; what is played there has all algorithms and trials."""
        from flows.studies.dsame.play import FILE, open_study

        open_study(self.folder, self.study, self.resume_anyway)
        return nullcontext((self.folder, FILE.load(self.folder)[0]))


def _is_utf8(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _joined(written: Mapping[str, Any], given: Mapping[str, Any]) -> list[str]:
    """The file's `set` and the options `--set`, which override it key by key."""
    own = given.get("settings") or []
    named = {each.partition("=")[0] for each in own}
    kept = written.get("settings") or []
    return [each for each in kept if each.partition("=")[0] not in named] + list(own)


def _read_file(path: Path) -> dict[str, Any]:
    """The settings in a YAML file; `ConfigError` if it cannot be read, or has an unknown key."""
    import yaml

    try:
        wanted = yaml.safe_load(read_text(path))
    except (OSError, ValueError, yaml.YAMLError, RecursionError) as error:
        raise ConfigError(f"cannot be read as YAML ({' '.join(str(error).split())})") from None
    if not isinstance(wanted, dict) or not wanted:
        raise ConfigError("is empty; `python -m flows study --help` shows such a file")
    names = {Study.label(name)[2:]: name for name in Study.fields() if name != "config"}
    for key in wanted:
        if key not in names:
            raise ConfigError(f"{key}: no such setting; {did_you_mean(str(key), names)}")
    return {names[key]: value for key, value in wanted.items()}
