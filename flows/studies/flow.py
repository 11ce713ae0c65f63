"""The flow of every study: open its folder, play what is missing, write the report."""

from functools import cache
from pathlib import Path

from flows.studies.study import StudySettings
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.steps import StoppableFlow, flow


@cache
def flow_of(study: type[StudySettings]) -> StoppableFlow:
    """The flow of a study, with the name of its command."""
    return flow(study.command(), description=study.help(), validate_parameters=False)(play_study)


def play_study(wanted: StudySettings) -> tuple[Path | None, dict[str, str]]:
    """Plays what a study lacks, and writes its report.

    Returns:
        The report, None if there is nothing to report; and the failed runs with their errors.
    """
    with (
        wanted.opened() as (folder, study),
        watched_runs(folder, wanted.command(), wanted.facts(study)) as tracking,
    ):
        has_results = wanted.part("play").play(wanted, folder, study, tracking)
        page = wanted.report().publish(folder, tracking) if has_results else None
        return page, tracking.failed
