"""TradingStone: all contests and losses, then the paper's tables beside ours."""

from pathlib import Path
from typing import Any

from prefect.task_runners import ThreadPoolTaskRunner

from models.tradingstone.study import TradingStudy
from tasks.orchestration.cancellation import flow
from tasks.orchestration.crashes import watched_runs
from tasks.orchestration.flow_page import show_picture
from tasks.studies.tradingstone.contests import measure_losses, play_contests
from tasks.studies.tradingstone.directory import STUDY_FILE
from tasks.studies.tradingstone.report import tradingstone_numbers, write_tradingstone_report


@flow(
    name="tradingstone", task_runner=ThreadPoolTaskRunner(max_workers=1), validate_parameters=False
)
def tradingstone(
    study: TradingStudy, out: Path, threads: int | None = None, resume_anyway: bool = False
) -> Path:
    """Plays PPO and the searches against the greedy opponent, and searches against perfect play.

    Returns:
        The report.

    Source:
        The paper on TradingStone, AAAI-20 workshop, tables 1 and 2.
    """
    with (
        STUDY_FILE.opened(out, study, resume_anyway) as (folder, _),
        watched_runs(folder, "tradingstone", _facts(study)) as tracked,
    ):
        measure_losses(folder, study)
        play_contests(folder, study, threads)
        page = write_tradingstone_report(folder)
        show_picture("win-rates", page.parent / "win-rates.png", "Win rates")
        show_picture("losses", page.parent / "losses.png", "Losses against perfect play")
        tracked.log_report(page.parent, tradingstone_numbers(page.parent))
        return page


def _facts(study: TradingStudy) -> dict[str, Any]:
    """The settings, for people to read."""
    facts = study.model_dump(mode="json")
    return facts | {"variants": ", ".join(study.variants)}
