"""Self-play: one policy that builds decks and plays them, trained against itself and its past."""

from pathlib import Path

from models.self_play.ladder import Training
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.steps import flow
from tasks.studies.self_play.directory import TRAINING_FILE
from tasks.studies.self_play.periods import games_so_far, run_periods
from tasks.studies.self_play.report import REPORT


@flow("self-play", validate_parameters=False)
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
        watched_runs(folder, "self-play", training.model_dump(mode="json")) as tracked,
    ):
        run_periods(folder, training, has_processes, tracked.log_metrics)
        return REPORT.publish(folder, tracked, games_so_far(folder))
