"""TradingStone: all contests and losses, then the paper's tables beside ours."""

from pathlib import Path

from models.tradingstone.study import TradingStudy
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.steps import flow
from tasks.studies.tradingstone.contests import measure_losses, play_contests
from tasks.studies.tradingstone.directory import STUDY_FILE
from tasks.studies.tradingstone.report import REPORT


@flow("tradingstone", validate_parameters=False)
def tradingstone(
    study: TradingStudy, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> Path:
    """Plays PPO and the searches against the greedy opponent, and searches against perfect play.

    Returns:
        The report.

    Source:
        The paper on TradingStone, AAAI-20 workshop, tables 1 and 2.
    """
    facts = study.model_dump(mode="json") | {"variants": ", ".join(study.variants)}
    with (
        STUDY_FILE.opened(out, study, resume_anyway) as (folder, _),
        watched_runs(folder, "tradingstone", facts) as tracked,
    ):
        measure_losses(folder, study)
        play_contests(folder, study, threads)
        return REPORT.publish(folder, tracked)
