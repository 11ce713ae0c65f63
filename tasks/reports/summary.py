"""Ends a search: the report, and copies of what it found in MLflow and Prefect."""

from pathlib import Path

import polars as pl
from prefect import get_run_logger
from prefect.artifacts import create_table_artifact

from tasks.orchestration.flow_page import show_picture
from tasks.orchestration.steps import step, tracking_time
from tasks.reports.run import write_report
from tasks.search.state import SearchState, solutions_of
from tasks.search.timing import write_timing
from tasks.storage.files import read_json, read_table

N_SHOWN = 20


@step("write-report")
def summarise(state: SearchState) -> Path:
    """Writes the report and shows it in MLflow and Prefect; returns the page to open."""
    state.progress.say("writing the report")
    with state.timed("report"):
        page = write_report(state.run.path)
    with tracking_time(state):
        if state.tracking is not None:
            _track(state)
        try:
            _show(state)
        # Pictures in Prefect are a convenience; whatever is wrong with them, the run has succeeded.
        except Exception as error:
            get_run_logger().warning("no artifacts in Prefect: %s", error)
    _tell_time(write_timing(state).row(0, named=True), state)
    return page


def _tell_time(timing: dict[str, float], state: SearchState) -> None:
    if timing["games"]:
        state.progress.say(
            f"{timing['wall_s']:,.0f} s: {timing['games']:,} games in {timing['games_s']:,.0f} s "
            f"({timing['games'] / timing['games_s']:,.0f} games/s), training "
            f"{timing['train_s']:,.1f} s, inner loop {timing['search_s']:,.1f} s; "
            f"{timing['not_games']:.1%} of the time was no game, "
            f"{timing.get('tracking_s', 0) / timing['wall_s']:.1%} was Prefect and MLflow"
        )


def _track(state: SearchState) -> None:
    state.tracking.log_artifact(state.run.report_path, "report")
    state.tracking.log_artifact(state.run.path / "manifest.json")
    cards = state.run.cards_path
    decks = state.run.path / "evaluations"
    state.tracking.log_inputs(
        {"pool": (cards, read_table(cards)), "decks": (decks, state.evaluations())}
    )
    if state.surrogate is not None and state.surrogate.module is not None:
        example = solutions_of(state.evaluations().head(8))
        state.tracking.log_surrogate(state.surrogate.module, example)


def _show(state: SearchState) -> None:
    folder = state.run.report_path
    best = read_table(state.run.elites_path).head(N_SHOWN)
    columns = ["rank", "objective", "fresh_objective", "win_rate", "deck", "deck_code"]
    shown = best.select(columns).with_columns(pl.selectors.float().round(2))
    create_table_artifact(shown.to_dicts(), key="elites", description="Best decks")
    show_picture("archive", folder / "archive.png", "The final archive: the best deck of each cell")
    facts = read_json(folder / "summary.json")["all"]
    create_table_artifact([facts], key="summary", description="The final archive")
