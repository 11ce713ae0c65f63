"""Ends a search or a training: the report, and its copies in MLflow and Prefect."""

from collections.abc import Mapping
from pathlib import Path

import polars as pl
from prefect.artifacts import create_table_artifact

from models.problems.decks import DeckSearch, solutions_of
from models.problems.players import NetworkSearch
from models.surrogates.surrogate import Surrogate
from tasks.orchestration.flow_page import show_picture, tolerant
from tasks.orchestration.steps import step
from tasks.reports.results import known
from tasks.reports.run import write_report
from tasks.run_loop.live_run import LiveRun
from tasks.run_loop.measured import write_timing
from tasks.storage.files import read_json, read_table
from tasks.tracking.mlflow_run import Tracking

N_SHOWN = 20


@step("write-report")
def report_search(
    run: LiveRun[DeckSearch], evaluated: pl.DataFrame, surrogate: Surrogate | None
) -> Path:
    """Writes the report and shows it in MLflow and Prefect; returns the page to open."""
    run.progress.say("writing the report")
    with run.measured.timed("report"):
        page = write_report(run.directory.path)
    with run.measured.timed("tracking"):
        if run.tracking is not None:
            _track(run, run.tracking, evaluated, surrogate)
        run.publish(_show)
    timing = write_timing(run.directory, run.measured).row(0, named=True)
    if timing["games"] and timing["games_s"]:  # unknown where metrics were lost
        run.progress.say(_closing_line(timing))
    return page


def _closing_line(timing: Mapping[str, float]) -> str:
    """Where the time of the search's iterations went; the command's own time is longer."""
    return (
        f"iterations and report took {timing['wall_s']:,.0f} s: {timing['games']:,} games in "
        f"{timing['games_s']:,.0f} s ({timing['games'] / timing['games_s']:,.0f} games/s), "
        f"training {timing['train_s']:,.1f} s, inner loop {timing['search_s']:,.1f} s, "
        f"Prefect and MLflow {timing.get('tracking_s', 0):,.1f} s"
    )


def _track(
    run: LiveRun[DeckSearch],
    tracking: Tracking,
    evaluated: pl.DataFrame,
    surrogate: Surrogate | None,
) -> None:
    cards, decks = run.directory.cards_path, run.directory.path / "evaluations"
    # The other columns are metrics of iterations already.
    judged = pl.col("games", "^corrected_.*$", "bias", "error", "covered_90")
    for row in read_table(run.directory.efficiency_path).select(judged).to_dicts():
        tracking.log_metrics(row.pop("games"), row)
    tracking.log_inputs({"pool": (cards, read_table(cards)), "decks": (decks, evaluated)})
    if surrogate is not None and surrogate.module is not None:
        tracking.log_surrogate(surrogate.module, solutions_of(evaluated.head(8)))


def best_decks(elites: pl.DataFrame) -> pl.DataFrame:
    """The table of best decks for a page, by the health that ranks them, best first."""
    health, rate = (known(name, elites.columns) for name in ("objective", "win_rate"))
    return elites.sort(-health, nulls_last=True, maintain_order=True).select(
        pl.int_range(1, pl.len() + 1).alias("Rank"),
        health.round(2).alias("Health"),
        (100 * rate).round(1).alias("Wins, %"),
        pl.col("deck").alias("Deck"),
        pl.col("deck_code").alias("Deck code"),
    )


@tolerant
def _show(folder: Path) -> None:
    shown = best_decks(read_table(folder / "elites.parquet")).head(N_SHOWN)
    text = "Best decks; health and wins in new games, if they have played some"
    create_table_artifact(shown.to_dicts(), key="elites", description=text)
    show_picture("archive", folder / "archive.png", "The final archive: the best deck of each cell")
    facts = read_json(folder / "summary.json")["all"]
    create_table_artifact([facts], key="summary", description="The final archive")


@step("write-player-report")
def report_training(run: LiveRun[NetworkSearch]) -> Path:
    """Writes the report and shows it in MLflow and Prefect; returns the page to open."""
    run.progress.say("writing the report")
    page = write_report(run.directory.path)
    run.publish(_show_player)
    return page


@tolerant
def _show_player(folder: Path) -> None:
    show_picture("player-archive", folder / "archive.png", "The final archive of players")
    player = read_json(folder / "summary.json")["player"]
    create_table_artifact([player], key="player", description="The trained player")
