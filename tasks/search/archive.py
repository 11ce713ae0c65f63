"""Adds evaluated decks to the archive, and tells how far the search has come."""

import time
from pathlib import Path
from typing import Any, Protocol

import numpy as np
import polars as pl

from models.experiment import ArchiveConfig
from models.qd.archive import Archive
from models.qd.metrics import summary
from tasks.orchestration.flow_page import show_iteration
from tasks.orchestration.progress import Progress
from tasks.orchestration.steps import step, tracking_time
from tasks.search.evaluate import add_evaluations
from tasks.search.state import SearchState, solutions_column
from tasks.storage.files import read_table, upsert_rows, write_table
from tasks.storage.store import Run
from tasks.tracking.mlflow_run import Tracking

STATUS_NAMES = ("n_not_added", "n_improved", "n_new")


class Recording(Protocol):
    """What a flow's state knows when an iteration ends."""

    run: Run
    iteration: int
    facts: dict[str, float]
    progress: Progress
    tracking: Tracking | None


@step("add-to-archive")
def add_to_archive(state: SearchState, results: list[Path]) -> dict[str, Any]:
    """Adds the iteration's decks to archive and buffer, in proposal order, and ends the iteration.

    Returns:
        The iteration's metrics.
    """
    with state.timed("archive"):
        evaluations = pl.concat([read_table(path) for path in results])
        status = add_evaluations(state.archive, state, evaluations)
        state.append(evaluations)
        snapshot = state.run.archive_path(state.iteration)
        if not snapshot.exists():
            table = elites_table(state.archive, state.experiment.archive)
            number = pl.lit(state.iteration).alias("iteration")
            write_table(snapshot, table.select(number, pl.all()))
        metrics = _metrics(state, evaluations, status)
    now = time.perf_counter()
    metrics |= {"archive_s": state.facts["archive_s"], "wall_s": now - state.mark}
    state.mark = now  # what follows, storing and logging, is part of the next iteration's time
    state.facts = {}
    budget = state.experiment.search.evaluations
    record(state, metrics, headline(metrics, budget), budget)
    state.iteration += 1
    return metrics


def elites_table(archive: Archive, config: ArchiveConfig) -> pl.DataFrame:
    """An archive as a table: one row per elite, in the order their cells were first filled."""
    elites = archive.elites()
    places = np.unravel_index(elites.cells, archive.shape)
    columns = {"cell": elites.cells}
    for axis, name in enumerate(config.measures):
        columns[f"cell_{name}"] = places[axis].astype(np.int64)
        columns[name] = np.ascontiguousarray(elites.measures[:, axis])
    columns |= {"objective": elites.objectives, "evaluation": elites.ids, "visits": elites.visits}
    return pl.DataFrame(columns).with_columns(solution=solutions_column(elites.solutions))


def _metrics(state: SearchState, evaluations: pl.DataFrame, status: np.ndarray) -> dict[str, Any]:
    win_rates = state.evaluations()["win_rate"].to_numpy()
    return {
        "iteration": state.iteration,
        "evaluations": state.n_evaluations,
        **summary(state.archive),
        "n_elites": state.archive.n_elites,
        "max_win_rate": float(win_rates[state.archive.elites().ids].max()),
        "n_proposed": len(status),
        **dict(zip(STATUS_NAMES, np.bincount(status, minlength=3).tolist(), strict=True)),
        "failed_games": int(evaluations["failed_games"].sum()),
        **state.facts,
    }


def record(state: Recording, metrics: dict[str, Any], line: str, budget: int) -> None:
    """Writes the metrics, unless they are there from before a restart, with their true speed."""
    path = state.run.metrics_path
    if path.exists() and state.iteration in read_table(path)["iteration"]:
        return
    upsert_rows(path, pl.DataFrame([metrics]), ["iteration"])
    with tracking_time(state):
        if state.tracking is not None:
            state.tracking.log_iteration(state.iteration, metrics)
        show_iteration(state.run, metrics["evaluations"] / budget)
    state.progress.say(line)


def headline(metrics: dict[str, Any], budget: int) -> str:
    """One line on an iteration for people."""
    speed = metrics.get("games_per_second")
    return (
        f"iteration {metrics['iteration']}: {metrics['evaluations']:,} of {budget:,} decks, "
        f"QD score {metrics['qd_score']:.1f}, {metrics['n_elites']} elites "
        f"({100 * metrics['coverage']:.1f} %), best {metrics['max_objective']:+.1f} health, "
        f"{100 * metrics['max_win_rate']:.0f} % wins" + (f", {speed:,.0f} games/s" if speed else "")
    )
