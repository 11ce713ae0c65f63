"""A study of DSA-ME's algorithms: its directory and its trials.

::

    DIR/study.json            the configuration; algorithms and trials may be added later
    DIR/dsa-me-1/             a run directory per trial (tasks/storage/store.py)
    DIR/report/               the report (flows/studies/dsame/page.py); can be written again
"""

from pathlib import Path

from flows.studies.dsame.settings import Study
from flows.studies.runs import is_finished, make_runs
from models.problems.algorithms import ALGORITHMS
from models.problems.decks import DeckSearch
from models.problems.study import StudyConfig, Trial
from tasks.storage.files import MANIFEST, StoreError, check_writable
from tasks.storage.settings import SettingsFile
from tasks.storage.store import check_run
from tasks.tracking.mlflow_run import ParentTracking


def open_study(path: Path, study: StudyConfig, resume_anyway: bool = False) -> list[Trial]:
    """Starts a study in a directory, or extends its study, before any work.

    Returns:
        The requested trials, in an order in which they can run.

    Raises:
        ConfigError: An algorithm learns from one that is not part of the study.
        DeckError: The card pool or the suite of opponents does not exist.
        StoreError: The directory has other content, or a study or trial of another configuration,
            code or card table.
    """
    path = path.expanduser().absolute()
    joined, trials = _checked(path, study, resume_anyway)
    check_writable(path)
    FILE.write(path, joined)
    return trials


def plan_study(path: Path, study: StudyConfig, resume_anyway: bool = False) -> list[Trial]:
    """Returns or raises what `open_study` would, without writing or locking."""
    return _checked(path.expanduser().absolute(), study, resume_anyway, look_only=True)[1]


def _checked(
    path: Path, study: StudyConfig, anyway: bool, look_only: bool = False
) -> tuple[StudyConfig, list[Trial]]:
    """The directory's study merged with the requested one, and the requested trials, checked."""
    joined = FILE.check(path, study)
    DeckSearch(study.base).check()
    trials = study.plan(joined.algorithms)
    for trial in trials:
        DeckSearch(study.experiment(trial)).check()
        if (path / trial.name / MANIFEST).is_file():
            experiment = study.experiment(trial)
            settings, cards = experiment.model_dump(mode="json"), DeckSearch(experiment).card_digest
            place = path / trial.name, settings, trial.seed, cards
            check_run(*place, resume_anyway=anyway, look_only=look_only)
    return joined, trials


def _joined(path: Path, there: StudyConfig, wanted: StudyConfig) -> StudyConfig:
    """Both studies together, with all algorithms and the larger number of trials."""
    if there.seed != wanted.seed:
        raise StoreError(
            f"{path} has a study with seed {there.seed}, not {wanted.seed}; use that seed, or "
            "another --out"
        )
    either = {*there.algorithms, *wanted.algorithms}
    names = tuple(name for name in ALGORITHMS if name in either)
    return there.but(algorithms=names, trials=max(there.trials, wanted.trials))


#: Algorithms and trials may be added to an experiment.
FILE = SettingsFile(
    "study.json", "study", StudyConfig, "base", lambda study, _: study.base.model_dump(mode="json"),
    _joined, lambda _: {},
)  # fmt: skip


def play(asked: Study, folder: Path, study: StudyConfig, whole: ParentTracking) -> bool:
    """Executes all unfinished trials.

    A trial that fails does not stop the others, except those that learn from it.
    """
    wanted = asked.study
    runs = wanted.runs(wanted.plan(study.algorithms))
    whole.failed = make_runs(runs, folder, asked.threads, asked.resume_anyway)
    return any(is_finished(folder, run.name) for run in runs)
