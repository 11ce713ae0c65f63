"""The settings of a study, algorithms x trials: `study`."""

from functools import cached_property
from typing import Any, ClassVar

from pydantic import ValidationError

from flows.questions.question import setting
from flows.studies.study import ManyRuns, OneDirectory, TrialSeed
from models.problems.algorithms import ALGORITHMS, PAPER_ALGORITHMS, AlgorithmName
from models.settings.config import ConfigError

#: Trials of a study that starts from a preset; the paper has five.
TRIALS = {"smoke": 2, "quick": 3, "study": 3, "paper": 5}
#: The algorithms that a study compares by default.
ALL = (*PAPER_ALGORITHMS, "surrogate-test")


class Study(ManyRuns, OneDirectory):
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
"""

    files = ("study.json", "placements.parquet")

    algorithms: list[AlgorithmName] = setting(
        list(ALL), "Algorithms to compare.", "the paper's nine, and surrogate-test", metavar="NAME"
    )
    trials: int | None = setting(None, "Trials per algorithm.", "the preset's", ge=1, le=1000)
    seed: TrialSeed
    evaluations: int | None = setting(None, "Decks per trial.", "the preset's", ge=1)
    games: int | None = setting(None, "Games per deck.", "the preset's", ge=1)

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
        """As `OneDirectory.check`, and for each trial as `ManyRuns.check_runs`."""
        is_there = OneDirectory.check(self)
        self.check_parts(self.planned())
        return is_there

    def planned(self) -> list[Any]:
        """All trials (`models.problems.study.PlannedRun`); of the study in the folder, if any.

        Raises:
            ConfigError: An algorithm learns from one that is not part of the study.
            StoreError: The folder has another study.
        """
        from flows.studies.dsame.play import FILE

        joined = FILE.check(self.folder, self.study, self.resume_anyway)
        return self.study.plan(joined.algorithms)
