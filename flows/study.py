"""A study: trials of several algorithms, one after the other, then their comparison."""

from pathlib import Path

from flows.runs import make_runs
from models.problems.study import StudyConfig
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.steps import flow
from tasks.studies.dsame.directory import STUDY_FILE, open_study
from tasks.studies.dsame.report import REPORT
from tasks.studies.run_folder import is_finished


@flow("study")
def study(
    wanted: StudyConfig, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> tuple[Path | None, dict[str, str]]:
    """Executes all unfinished trials, and compares the finished ones.

    A trial that fails does not stop the others, except those that learn from it.

    Returns:
        The report, None if no trial has finished; and the failed trials with their errors.
    """
    runs = wanted.runs(open_study(out, wanted, resume_anyway))
    with watched_runs(out, "study", STUDY_FILE.load(out)[0].model_dump(mode="json")) as whole:
        whole.failed = make_runs(runs, out, threads, resume_anyway)
        if not any(is_finished(out, run.name) for run in runs):
            return None, whole.failed
        return REPORT.publish(out, whole), whole.failed
