"""A class of yours beside baselines."""

from collections.abc import Sequence
from pathlib import Path

from flows.studies.runs import is_finished, make_runs
from models.problems.study import PlannedRun
from tasks.orchestration.steps import flow
from tasks.reports.efficiency import compare_efficiency


@flow("benchmark", validate_parameters=False)
def benchmark(
    own: Sequence[PlannedRun],
    baselines: Sequence[PlannedRun],
    folder: Path,
    threads: int | None,
    resume_anyway: bool,
) -> tuple[Path | None, dict[str, str]]:
    """Plays the searches of a class, then those of baselines, and compares their curves.

    If the class fails, no baseline is played.

    Returns:
        The page to open, None if the class failed, and the failed searches with their errors.
    """
    if failed := make_runs(own, folder, threads, resume_anyway):
        return None, failed
    failed = make_runs(baselines, folder, threads, resume_anyway)
    ended = [run for run in (*own, *baselines) if is_finished(folder, run.name)]
    paths, first = [folder / run.name for run in ended], own[0].experiment
    where = "the engine" if first.emulator is None else f"an emulator, {first.emulator.file}"
    heading = f"Benchmark of {first.own and first.own.path} on {where}"
    page = compare_efficiency(paths, folder / "report", against=first.algorithm, heading=heading)
    return page, failed
