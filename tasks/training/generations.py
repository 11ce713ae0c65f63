"""The steps of a training: a generation of networks is asked for, played, and learned from."""

import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from models.qd.metrics import summary
from tasks.games.chunks import play_missing, split, vectors_column
from tasks.games.play import Rows, play_networks
from tasks.games.seeds import Purpose, games_seed
from tasks.orchestration.steps import step
from tasks.search.archive import STATUS_NAMES, elites_table, record
from tasks.storage.files import (
    Stored,
    StoreError,
    check_table,
    file_digest,
    read_table,
    write_table,
)
from tasks.training.state import TrainingState

COLUMN = "weights"


@step("propose-players")
def propose_players(state: TrainingState) -> Stored:
    """The networks of the generation in progress; of the last one as many as the budget has left.

    Raises:
        StoreError: The stored generation is another one than the emitters ask for.
    """
    start = time.perf_counter()
    left = state.training.evaluations - state.n_evaluations
    weights = state.evolution.ask()[:left]
    state.add_facts(ask_s=time.perf_counter() - start)
    path = state.run.path / "proposals" / f"{state.iteration:05d}.parquet"
    if path.exists():
        if not np.array_equal(read_table(path)[COLUMN].to_numpy(), weights):
            raise StoreError(
                f"{path}: holds other networks than follow from the results before; another "
                "machine or library may round otherwise: continue where it began, or use another "
                "--out"
            )
        return Stored(str(path), file_digest(path), check_table(path))
    emitters = state.training.evolution.emitters
    table = pl.DataFrame(
        {
            "iteration": np.full(len(weights), state.iteration),
            "emitter": np.arange(len(weights)) % emitters,
        }
    )
    return write_table(path, table.with_columns(vectors_column(COLUMN, weights)))


def evaluate_players(state: TrainingState, proposals: Stored) -> list[Path]:
    """Plays the proposed networks, but for those whose results are there already.

    Returns:
        The files of results, in evaluation order.

    Raises:
        StoreError: A file of results is damaged, or holds other networks.
    """
    training, run = state.training, state.run
    weights = read_table(proposals.path)[COLUMN].to_numpy()
    ids = np.arange(len(weights)) + state.n_evaluations
    rows = Rows(ids, weights, training.n_games, games_seed(run.seed))
    first = state.n_chunks
    chunks = split(rows, lambda k: run.evaluations_path(first + k), training.chunk_rows, COLUMN)
    state.n_chunks += len(chunks)
    beyond = training.evaluations - state.n_evaluations - len(ids)
    games_beyond = beyond * training.n_games + training.finalists * training.final_games
    label = f"generation {state.iteration}: networks"
    play = partial(play_networks, state.deck, training.opponents, training.player)
    play_missing(state, chunks, label, games_beyond, play)
    return [chunk.path for chunk in chunks]


@step("learn-from-players")
def learn_from_players(state: TrainingState, results: list[Path]) -> dict[str, Any]:
    """Offers a generation to the archive, lets the emitters learn, and ends the generation.

    Returns:
        The generation's metrics.
    """
    start = time.perf_counter()
    evaluations = pl.concat([read_table(path) for path in results])
    info = state.evolution.tell(
        evaluations[COLUMN].to_numpy(),
        evaluations["objective"].to_numpy(),
        evaluations.select(state.training.archive.measures).to_numpy(),
    )
    state.append(evaluations)
    state.add_facts(tell_s=time.perf_counter() - start)
    snapshot = state.run.archive_path(state.iteration)
    if not snapshot.exists():
        write_table(snapshot, _snapshot(state))
    metrics = _metrics(state, evaluations, info["status"])
    state.facts = {}
    budget = state.training.evaluations
    record(state, metrics, headline(metrics, budget), budget)
    state.iteration += 1
    return metrics


def replay_finalists(state: TrainingState) -> list[Path]:
    """Plays new games with the best elites: who is the best without the luck of selection.

    Returns:
        The files of results, `evaluations/fresh-*.parquet`, best elite first.
    """
    training, run = state.training, state.run
    elites = state.evolution.archive.elites()
    order = np.lexsort((elites.ids, -elites.objectives))[: training.finalists]
    ids = elites.ids[order]
    weights = state.evaluations()[ids][COLUMN].to_numpy()
    seed = games_seed(run.seed, Purpose.FRESH_GAMES)
    rows = Rows(ids, weights, training.final_games, seed)
    size = max(1, training.chunk_games // training.final_games)
    chunks = split(rows, run.fresh_path, size, COLUMN)
    play = partial(play_networks, state.deck, training.opponents, training.player)
    play_missing(state, chunks, "new games for the finalists", 0, play)
    return [chunk.path for chunk in chunks]


def headline(metrics: dict[str, Any], budget: int) -> str:
    """One line on a generation for people."""
    speed = metrics.get("games_per_second")
    return (
        f"generation {metrics['iteration']}: {metrics['evaluations']:,} of {budget:,} networks, "
        f"{metrics['n_elites']:.0f} elites, mean {metrics['mean_proposed']:+.1f} and best "
        f"{metrics['max_objective']:+.1f} health, {100 * metrics['max_win_rate']:.0f} % wins"
        + (f", {speed:,.0f} games/s" if speed else "")
    )


def _snapshot(state: TrainingState) -> pl.DataFrame:
    """The elites after the generation in progress."""
    archive = state.evolution.archive
    table = elites_table(archive, state.training.archive).drop("solution")
    weights = state.evaluations()[archive.elites().ids].select(COLUMN)
    return pl.concat([table, weights], how="horizontal").select(
        pl.lit(state.iteration).alias("iteration"), pl.all()
    )


def _metrics(state: TrainingState, evaluations: pl.DataFrame, status: np.ndarray) -> dict[str, Any]:
    archive = state.evolution.archive
    win_rates = state.evaluations()["win_rate"].to_numpy()
    return {
        "iteration": state.iteration,
        "evaluations": state.n_evaluations,
        **summary(archive),
        "n_elites": archive.n_elites,
        "max_win_rate": float(win_rates[archive.elites().ids].max()),
        "mean_proposed": float(evaluations["objective"].mean()),
        "n_proposed": len(status),
        **dict(zip(STATUS_NAMES, np.bincount(status, minlength=3).tolist(), strict=True)),
        "restarts": state.evolution.restarts,
        "mean_step_size": float(state.evolution.step_sizes.mean()),
        "failed_games": int(evaluations["failed_games"].sum()),
        **state.facts,
    }
