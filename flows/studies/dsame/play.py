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
from models.problems.study import StudyConfig
from tasks.storage.files import StoreError
from tasks.storage.settings import SettingsFile
from tasks.tracking.mlflow_run import ParentTracking


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


def play(asked: Study, folder: Path, study: StudyConfig, tracking: ParentTracking) -> bool:
    """Executes all unfinished trials.

    A trial that fails does not stop the others, except those that learn from it.
    """
    runs = asked.study.plan(study.algorithms)
    tracking.failed = make_runs(runs, folder, asked.threads, asked.resume_anyway)
    return any(is_finished(folder, run.name) for run in runs)
