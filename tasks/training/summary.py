"""Ends a training: the report, and its copies in MLflow and Prefect."""

from pathlib import Path

from prefect.artifacts import create_table_artifact

from models.problems.players import NetworkSearch
from tasks.orchestration.flow_page import show_picture, tolerant
from tasks.reports.run import write_report
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.steps import step
from tasks.storage.files import read_json


@step("write-player-report")
def report_training(run: LiveRun[NetworkSearch]) -> Path:
    """Writes the report and shows it in MLflow and Prefect; returns the page to open."""
    run.progress.say("writing the report")
    page = write_report(run.directory.path)
    run.publish(_show)
    return page


@tolerant
def _show(folder: Path) -> None:
    show_picture("player-archive", folder / "archive.png", "The final archive of players")
    player = read_json(folder / "summary.json")["player"]
    create_table_artifact([player], key="player", description="The trained player")
