"""Self-play: one policy that builds decks and plays them, trained against itself and its past."""

from pathlib import Path
from typing import Any

from prefect.task_runners import ThreadPoolTaskRunner

from models.self_play.ladder import Training
from tasks.orchestration.cancellation import flow
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.flow_page import show_picture
from tasks.studies.self_play.directory import TRAINING_FILE
from tasks.studies.self_play.periods import games_so_far, run_periods
from tasks.studies.self_play.report import self_play_numbers, write_self_play_report


@flow(name="self-play", task_runner=ThreadPoolTaskRunner(max_workers=1), validate_parameters=False)
def self_play(
    training: Training,
    out: Path,
    has_processes: bool = False,
    resume_anyway: bool = False,
) -> Path:
    """Optimistic smooth fictitious play; returns the report.

    In each learning period, the learner plays itself and copies of its past and learns from its
    decisions; a copy joins them when it beats all of them, or has waited long enough.

    Source:
        Xiao et al. 2023, arXiv 2303.05197, Algorithm 1.
    """
    with (
        TRAINING_FILE.opened(out, training, resume_anyway) as (folder, _),
        watched_runs(folder, "self-play", _facts(training)) as tracked,
    ):
        run_periods(folder, training, has_processes, tracked.log_metrics)
        page = write_self_play_report(folder)
        show_picture("curves", page.parent / "curves.png", "Win rate against random, entropies")
        tracked.log_report(page.parent, self_play_numbers(page.parent), games_so_far(folder))
        return page


def _facts(training: Training) -> dict[str, Any]:
    """The settings, for people to read."""
    return training.model_dump(mode="json")
