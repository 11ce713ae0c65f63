"""A class of one's own beside baselines."""

from collections.abc import Sequence
from pathlib import Path

from flows.studies.runs import is_finished, make_runs
from models.problems.study import PlannedRun
from tasks.orchestration.steps import flow
from tasks.reports.efficiency import compare_efficiency


@flow("benchmark", validate_parameters=False)
def benchmark(
    runs: Sequence[PlannedRun], folder: Path, threads: int | None, resume_anyway: bool
) -> tuple[Path | None, dict[str, str]]:
    """Plays the searches of a class and of baselines, and compares their curves.

    Returns:
        The page to open, if a search of the class has ended, and the failed searches with their
        errors.
    """
    failed = make_runs(runs, folder, threads, resume_anyway)
    ended = [run for run in runs if is_finished(folder, run.name)]
    own = [run for run in ended if run.experiment.own is not None]
    if not own:
        return None, failed
    paths = [folder / run.name for run in ended]
    return compare_efficiency(paths, folder / "report", against=own[0].experiment.algorithm), failed
