"""Ends a training: the report, and copies of what it found in MLflow and Prefect."""

from pathlib import Path

from prefect import get_run_logger
from prefect.artifacts import create_table_artifact

from tasks.orchestration.flow_page import show_picture
from tasks.orchestration.steps import step
from tasks.reports.run import write_report
from tasks.storage.files import read_json
from tasks.training.state import TrainingState


@step("write-player-report")
def summarise_training(state: TrainingState) -> Path:
    """Writes the report and shows it in MLflow and Prefect; returns the page to open."""
    state.progress.say("writing the report")
    page = write_report(state.run.path)
    if state.tracking is not None:
        state.tracking.log_artifact(state.run.report_path, "report")
        state.tracking.log_artifact(state.run.path / "manifest.json")
    try:
        _show(state.run.report_path)
    # Pictures in Prefect are a convenience; whatever is wrong with them, the run has succeeded.
    except Exception as error:
        get_run_logger().warning("no artifacts in Prefect: %s", error)
    return page


def _show(folder: Path) -> None:
    show_picture("player-archive", folder / "archive.png", "The final archive of players")
    facts = read_json(folder / "summary.json")["player"]
    create_table_artifact([facts], key="player", description="The trained player")
