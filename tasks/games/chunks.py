"""Plays games in chunks of 10-20 s, each into a file of results; what has its file is not played.

The rows of a chunk are decks or players: vectors that the flow proposed, stored beside the results
that they gave.
"""

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import numpy as np
import polars as pl

from tasks.games.dealing import dealt
from tasks.games.play import Play, Rows
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress
from tasks.orchestration.steps import step
from tasks.storage.files import StoreError, read_table, write_table


@dataclass(frozen=True)
class Chunk:
    """Some vectors to evaluate, and the file that is to hold the results.

    Attributes:
        path: The file.
        rows: The vectors.
        column: Name of the vectors' column in the file.
    """

    path: Path
    rows: Rows
    column: str = "solution"


class Playing(Protocol):
    """What a flow's state tells and is told while games are played."""

    progress: Progress
    threads: int | None
    iteration: int

    def add_facts(self, **facts: float) -> None:
        """Adds metrics to the iteration in progress."""


def split(
    rows: Rows, paths: Callable[[int], Path], size: int, column: str = "solution"
) -> list[Chunk]:
    """Divides rows into files of `size` rows, whose paths are told by their number."""
    return [Chunk(paths(number), part, column) for number, part in enumerate(rows.pieces(size))]


def play_missing(
    state: Playing, chunks: Sequence[Chunk], label: str, beyond: int, play: Play
) -> None:
    """Plays the chunks without a file, one after the other: each uses all threads, or a cluster.

    Args:
        state: Told of games and speed.
        chunks: What to play.
        label: What is going on, for people.
        beyond: Games that will follow these, for the time left.
        play: How to play their rows.

    Raises:
        StoreError: A file is damaged, or holds other rows.
    """
    missing = []
    for chunk in chunks:
        if chunk.path.exists():
            _check_same(chunk)
        else:
            missing.append(chunk)
    n_games = sum(chunk.rows.games for chunk in missing)
    state.progress.expect(state.progress.games + n_games + beyond, label)
    play = dealt(play, [chunk.rows for chunk in missing])
    played = [
        play_chunk(state, chunk, f"{label}: {chunk.rows.ids[0]}-{chunk.rows.ids[-1]}", play)
        for chunk in missing
    ]
    seconds = sum(result["seconds"] for result in played)
    if played:
        state.add_facts(games=n_games, games_s=seconds, games_per_second=n_games / seconds)


@step("play-chunk", run_name="{label}")
def play_chunk(state: Playing, chunk: Chunk, label: str, play: Play) -> dict[str, float | str]:
    """Plays one chunk and writes its results; returns the file and the speed."""
    start, told = time.perf_counter(), 0

    def progress(n_played: int) -> None:
        nonlocal told
        stop_if_interrupted()
        state.progress.add(n_played - told)
        told = n_played

    results = play(chunk.rows, threads=state.threads, progress=progress)
    seconds = time.perf_counter() - start
    table = results.with_columns(
        pl.lit(state.iteration, pl.Int64).alias("iteration"),
        vectors_column(chunk.column, chunk.rows.solutions),
    )
    stored = write_table(chunk.path, table)
    return {"path": stored.path, "games": chunk.rows.games, "seconds": seconds}


def vectors_column(name: str, vectors: np.ndarray) -> pl.Series:
    """An (n, dim) array of int8 or float64 as a column."""
    kind = pl.Int8 if vectors.dtype == np.int8 else pl.Float64
    return pl.Series(name, np.ascontiguousarray(vectors), dtype=pl.Array(kind, vectors.shape[1]))


def _check_same(chunk: Chunk) -> None:
    table = read_table(chunk.path, ["evaluation", chunk.column])
    same_ids = np.array_equal(table["evaluation"].to_numpy(), chunk.rows.ids)
    if not same_ids or not np.array_equal(table[chunk.column].to_numpy(), chunk.rows.solutions):
        raise StoreError(
            f"{chunk.path}: holds other rows than this run proposes here; delete this file and "
            "give the same command again: its games will be played again"
        )
