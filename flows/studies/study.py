"""`StudySettings`: the settings of a study, what they ask of its other modules, and its flow."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Annotated, Any, ClassVar

from flows.questions.preset_run import PresetRun
from flows.questions.question import MAX_SEED, RunQuestion, say, setting
from models.settings.config import ConfigError

TrialSeed = Annotated[
    int,
    setting(
        1,
        "Seed of the first trials; later trials have the following seeds.",
        ge=0,
        le=MAX_SEED // 2,
    ),
]
#: Games of the budget per second and core, including all other work: as in docs/dsa-me.md.
SPEED = 500


class StudySettings(RunQuestion):
    """The settings of a study; its package has them in `settings.py`.

    The modules beside it have these names:

    * `play.play` plays all that is missing. Its arguments are the question, the folder, what
      `opened` gives, and the study's run in MLflow. It returns whether there is something to
      report.
    * `page.REPORT` is the report (`flows.studies.published.StudyReport`).

    The folder has run directories, which check and lock themselves. `check` is each study's own.
    """

    #: Files, by patterns, of which the folder of this study or of its extract has one.
    files: ClassVar[tuple[str, ...]]
    #: What the list of runs calls its folder; empty if by the command's name.
    noun: ClassVar[str] = ""

    @classmethod
    def part(cls, name: str) -> ModuleType:
        """The module of that name in the study's package, imported only now."""
        return import_module(f"{cls.__module__.rpartition('.')[0]}.{name}")

    @classmethod
    def holds(cls, folder: Path) -> bool:
        """Whether a folder has this study, or its extract."""
        return any(map(any, map(folder.glob, cls.files)))

    def opened(self) -> AbstractContextManager[tuple[Path, Any]]:
        """Starts or continues the study in its folder.

        Returns:
            A context with the folder, and what is played there.

        Raises:
            StoreError: The folder cannot be used, or has other content.
        """
        return nullcontext((self.folder, self))

    def facts(self, study: Any) -> dict[str, Any]:
        """What is played, for the pages of MLflow; a patch by its name."""
        found: dict[str, Any] = study.model_dump(mode="json", exclude={"player": {"patch"}})
        player = getattr(study, "player", None)
        return found if player is None else found | {"patch": player.patch.name}

    @classmethod
    def report(cls) -> Any:
        """The report (`flows.studies.published.StudyReport`)."""
        return cls.part("page").REPORT

    def work(self) -> tuple[Callable, tuple[Any, ...]]:
        """The study, then its report."""
        return flow_of(type(self)), (self,)

    def finish(self, made: tuple[Path | None, dict[str, str]]) -> tuple[Any, dict[str, str]]:
        """Prints the results in a few lines, if the study has some."""
        page, failed = made
        if page is not None and (summary := self.report().summary(page.parent)):
            say(summary)
        return page, failed


@cache
def flow_of(study: type[StudySettings]) -> Callable:
    """The flow of a study, with the name of its command; imports Prefect."""
    from tasks.orchestration.steps import flow

    return flow(study.command(), description=study.help(), validate_parameters=False)(play_study)


def play_study(wanted: StudySettings) -> tuple[Path | None, dict[str, str]]:
    """Plays what a study lacks, and writes its report.

    Returns:
        The report, None if there is nothing to report; and the failed runs with their errors.
    """
    from tasks.orchestration.crashes import watched_runs

    with (
        wanted.opened() as (folder, study),
        watched_runs(folder, wanted.command(), wanted.facts(study)) as tracking,
    ):
        has_results = wanted.part("play").play(wanted, folder, study, tracking)
        page = wanted.report().publish(folder, tracking) if has_results else None
        return page, tracking.failed


class OneDirectory(StudySettings):
    """A study whose folder is one directory, locked while it is played.

    `play.FILE` makes a folder such a directory (`tasks.storage.settings.SettingsFile`).
    """

    @property
    def study(self) -> Any:
        """What is played, as a configuration of `models`; `ConfigError` for a wrong setting."""
        raise NotImplementedError  # every study defines it

    @property
    def settings_file(self) -> Any:
        """As `RunQuestion.settings_file`."""
        return self.part("play").FILE

    def check(self) -> bool:
        """As `RunQuestion.check`."""
        self.settings_file.check(self.folder, self.study, self.resume_anyway)
        return bool((self.folder / self.settings_file.name).is_file())

    def opened(self) -> AbstractContextManager[tuple[Path, Any]]:
        """As `StudySettings.opened`."""
        return self.settings_file.opened(self.folder, self.study, self.resume_anyway)


class ManyRuns(StudySettings, PresetRun):
    """A question that several searches answer, each in its own directory below `--out`."""

    #: Settings that `--set` cannot change, and why.
    decided: ClassVar[dict[str, str]] = {}

    plan_only: bool = setting(
        False, "Only print runs, games and expected time.", option="--plan", form=False
    )

    def planned(self) -> list[Any]:
        """All runs (`models.problems.study.PlannedRun`), in an order in which they can run."""
        raise NotImplementedError  # every kind of many runs defines it

    def check_runs(self, *runs: Any) -> bool:
        """As `RunQuestion.check`, for some of the searches (`models.problems.study.PlannedRun`).

        Raises:
            ConfigError: A setting is wrong, or `--set` names one of `decided`.
            DeckError, PatchError, StoreError: As `RunQuestion.check`.
        """
        from flows.studies.runs import check_folder

        for key in (each.partition("=")[0] for each in self.settings):
            for name, why in self.decided.items():
                if key == name or name.startswith(f"{key}."):
                    raise ConfigError(f"--set {key}: {why}")
        check_folder(self.folder)
        self.check_parts(runs)
        return self.folder.exists()

    def check_parts(self, runs: Iterable[Any]) -> None:
        """Checks runs and their directories, and creates none; raises as `check_runs`.

        With `--plan` another process may play them.
        """
        from flows.studies.runs import check_parts

        check_parts(self.folder, runs, self.resume_anyway, self.plan_only)

    def plan(self) -> list[str] | None:
        """One line per run, and one with the expected time of all."""
        return list(self._lines()) if self.plan_only else None

    def _lines(self) -> Iterator[str]:
        from engine.threads import n_cores
        from flows.studies.runs import is_finished, n_games_of
        from tasks.orchestration.progress import duration, plural
        from tasks.storage.files import read_table

        games, seconds, left = 0, 0.0, []
        for run in self.planned():
            n, is_done = n_games_of(run.experiment), is_finished(self.folder, run.name)
            learns = f", learns from {run.source}" if run.source else ""
            state = "finished" if is_done else "to do"
            yield f"{run.name}: seed {run.seed}, {plural(n, 'game')}, {state}{learns}"
            timing = self.folder / run.name / "timing.parquet"
            if not is_done:
                left.append(n)
            elif timing.exists():
                games, seconds = games + n, seconds + float(read_table(timing)["wall_s"].sum())
        speed, why = games / seconds if seconds else 0.0, "as fast as those finished"
        if not seconds:
            cores = self.threads or n_cores()
            speed, why = SPEED * cores, f"{SPEED} games/s and core, {plural(cores, 'core')}"
        yield (
            f"to do: {plural(len(left), 'run')}, {plural(sum(left), 'game')} and the elites' new "
            f"ones, about {duration(sum(left) / speed)} in all ({why})"
        )
