"""Plays the games: proposals in, files of results out, one per chunk of 10-20 s of games."""

import time
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl
from prefect import task
from prefect.cache_policies import NO_CACHE

from models.players.evaluate import evaluate_decks as play_decks
from tasks.files import Stored, StoreError, read_table, write_table
from tasks.seeds import Purpose, games_seed
from tasks.state import SearchState, solutions_column, solutions_of


@dataclass(frozen=True)
class Chunk:
    """Some decks to evaluate, and the file that is to hold the results.

    Attributes:
        path: The file.
        ids: (n_decks,) array of int64: evaluation numbers.
        solutions: (n_decks, n_cards) array of int8.
        n_games: Games per deck.
        seed: Of the games.
    """

    path: Path
    ids: np.ndarray
    solutions: np.ndarray
    n_games: int
    seed: int


def evaluate_decks(state: SearchState, proposals: Stored) -> list[Path]:
    """Plays the proposed decks, but for those whose results are there already.

    Returns:
        The files of results, in evaluation order.

    Raises:
        StoreError: A file of results is damaged, or holds other decks.
    """
    solutions = solutions_of(read_table(proposals.path))
    search = state.experiment.search
    ids = np.arange(len(solutions)) + state.n_evaluations
    starts = range(0, len(ids), search.chunk_decks)
    paths = [state.run.evaluations_path(state.n_chunks + k) for k in range(len(starts))]
    state.n_chunks += len(paths)
    seed = games_seed(state.run.seed)
    chunks = [
        Chunk(path, ids[part], solutions[part], search.n_games, seed)
        for path, start in zip(paths, starts, strict=True)
        for part in [slice(start, start + search.chunk_decks)]
    ]
    beyond = max(0, search.evaluations - state.n_evaluations - len(ids)) * search.n_games
    _play_missing(state, chunks, f"iteration {state.iteration}", beyond)
    return paths


def reevaluate_elites(state: SearchState) -> list[Path]:
    """Plays new games with the final elites: what they are worth without the luck of selection.

    Elites of the budget's decks alone are included, so that both archives can be corrected.

    Returns:
        The files of results, `evaluations/fresh-*.parquet`.
    """
    search = state.experiment.search
    if search.fresh_games == 0:
        return []
    evaluations = state.evaluations()
    ids = elite_ids(state, evaluations)
    solutions = solutions_of(evaluations)[ids]
    size = max(1, search.chunk_games // search.fresh_games)
    seed = games_seed(state.run.seed, Purpose.FRESH_GAMES)
    chunks = [
        Chunk(
            state.run.path / "evaluations" / f"fresh-{k:05d}.parquet",
            ids[start : start + size],
            solutions[start : start + size],
            search.fresh_games,
            seed,
        )
        for k, start in enumerate(range(0, len(ids), size))
    ]
    _play_missing(state, chunks, "new games for the elites", 0)
    return [chunk.path for chunk in chunks]


def elite_ids(state: SearchState, evaluations: pl.DataFrame) -> np.ndarray:
    """Evaluation numbers of the elites, of all decks and of those within the budget, sorted."""
    within = state.experiment.archive.build(len(state.pool))
    add_evaluations(within, state, evaluations.head(state.experiment.search.evaluations))
    return np.union1d(state.archive.elites().ids, within.elites().ids)


def add_evaluations(archive, state: SearchState, evaluations: pl.DataFrame) -> np.ndarray:
    """Offers evaluated decks to an archive, in order; returns their (n,) status."""
    return archive.add(
        solutions_of(evaluations),
        evaluations["objective"].to_numpy(),
        evaluations.select(state.experiment.archive.measures).to_numpy(),
        evaluations["evaluation"].to_numpy(),
    )


@task(name="play-chunk", task_run_name="{label}", cache_policy=NO_CACHE)
def play_chunk(state: SearchState, chunk: Chunk, label: str) -> dict[str, float | str]:
    """Plays one chunk and writes its results; returns the file and the speed."""
    decks = [state.pool.deck(counts) for counts in chunk.solutions]
    start, told = time.perf_counter(), 0

    def progress(n_played: int) -> None:
        nonlocal told
        state.progress.add(n_played - told)
        told = n_played

    results = play_decks(
        decks,
        state.experiment.opponents,
        state.experiment.player,
        chunk.n_games,
        chunk.seed,
        indices=chunk.ids,
        threads=state.threads,
        progress=progress,
    )
    seconds = time.perf_counter() - start
    table = results.with_columns(
        iteration=pl.lit(state.iteration, pl.Int64), solution=solutions_column(chunk.solutions)
    )
    stored = write_table(chunk.path, table)
    n_games = len(decks) * chunk.n_games
    return {"path": stored.path, "games": n_games, "seconds": seconds}


def _play_missing(state: SearchState, chunks: list[Chunk], label: str, beyond: int) -> None:
    """Plays the chunks without a file, one after the other: each uses all threads."""
    missing = []
    for chunk in chunks:
        if chunk.path.exists():
            _check_same_decks(chunk)
        else:
            missing.append(chunk)
    n_games = sum(len(chunk.ids) * chunk.n_games for chunk in missing)
    state.progress.expect(state.progress.games + n_games + beyond, label)
    played = [
        play_chunk(state, chunk, f"{label}: decks {chunk.ids[0]}-{chunk.ids[-1]}")
        for chunk in missing
    ]
    seconds = sum(result["seconds"] for result in played)
    state.add_facts(games=n_games, **({"games_per_second": n_games / seconds} if seconds else {}))


def _check_same_decks(chunk: Chunk) -> None:
    table = read_table(chunk.path, ["evaluation", "solution"])
    same_ids = np.array_equal(table["evaluation"].to_numpy(), chunk.ids)
    if not same_ids or not np.array_equal(solutions_of(table), chunk.solutions):
        raise StoreError(
            f"{chunk.path}: holds other decks than this run proposes here; delete this file and "
            "give the same command again: its decks will be played again"
        )
