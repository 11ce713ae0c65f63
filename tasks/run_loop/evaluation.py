"""Evaluates vectors: plays them in chunks of 10-20 s, each with a file of results.

Vectors with results in a file are not played again, even if the chunk size has changed since: new
files fill the gaps between existing ones.
"""

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import numpy as np
import polars as pl

from models.problems.rows import Rows
from tasks.games.cluster import Played, play_batches
from tasks.games.seeds import Purpose, games_seed
from tasks.orchestration.steps import step
from tasks.run_loop.live_run import LiveRun
from tasks.storage.files import Pieces, StoreError, read_table


def evaluate(run: LiveRun, proposals: pl.DataFrame, evaluated: pl.DataFrame) -> pl.DataFrame:
    """Plays an iteration's proposals, except those that already have results.

    Returns:
        All evaluations, the new ones last, in the proposals' order.

    Raises:
        StoreError: A file of results is damaged, or has other vectors.
    """
    problem, n = run.problem, proposals.height
    ids = np.arange(n) + evaluated.height
    seed = games_seed(run.directory.seed)
    n_games = problem.games_of(evaluated.height)
    rows = Rows(ids, problem.vectors.of(proposals), n_games, seed)
    files = run.directory.chunks
    chunks = divided(rows, files, run.problem.scheduling.chunk_games, run.n_chunks)
    run.n_chunks = max(chunks) + 1
    label = f"{problem.round} {run.iteration}: {problem.noun}"
    results = _played(run, chunks, files, label, problem.games_after(evaluated.height + n))
    return pl.concat([evaluated, *results] if evaluated.height else results)


def evaluate_again(run: LiveRun, ids: np.ndarray, evaluated: pl.DataFrame) -> None:
    """Plays new games with finalists, whose first results are biased by selection.

    The results are in the files `evaluations/fresh-*.parquet`.
    """
    problem = run.problem
    if problem.final_games == 0:
        return
    vectors = problem.vectors.of(evaluated)[ids]
    seed = games_seed(run.directory.seed, Purpose.FRESH_GAMES)
    rows = Rows(ids, vectors, problem.final_games, seed)
    files = run.directory.fresh
    chunks = divided(rows, files, problem.scheduling.chunk_games)
    _played(run, chunks, files, f"new games for the {problem.finalists}", 0)


def divided(rows: Rows, files: Pieces[int], chunk_games: int, first: int = 0) -> dict[int, Rows]:
    """Divides rows into existing files, the last of which may have later rows, and new ones.

    A new file has `chunk_games` games, unless it replaces one that was deleted. Returns the rows of
    each file by its number, from `first` on.

    Raises:
        StoreError: A file is damaged, or has other rows than expected.
    """
    chunks: dict[int, Rows] = {}
    at, number, limit = 0, first, None
    place = {row: index for index, row in enumerate(rows.ids.tolist())}
    for there in (each for each in files.numbers() if each >= first):
        ids = read_table(files.path(there), ["evaluation"])["evaluation"]
        start = place.get(ids[0], -1)
        if start < at:
            limit = there  # it has rows of a later iteration or of another run
            break
        chunks |= _filling(rows.part(at, start), files, chunk_games, number, there)
        at, number = start + len(ids), there + 1
        chunks[there] = rows.part(start, at)
    return chunks | _filling(rows.part(at, len(rows.ids)), files, chunk_games, number, limit)


def _filling(
    rows: Rows, files: Pieces[int], chunk_games: int, first: int, limit: int | None
) -> dict[int, Rows]:
    """New chunks for rows, numbered from `first` and below `limit`."""
    if not len(rows.ids):
        return {}
    pieces = rows.pieces(max(1, chunk_games // rows.n_games))
    if limit is not None:  # as many files as were deleted, so that every number is used
        if first >= limit:
            raise _holds_others(files.path(limit))
        if len(pieces) != (n := min(limit - first, len(rows.ids))):
            ends = [len(rows.ids) * piece // n for piece in range(n + 1)]
            pieces = [rows.part(start, stop) for start, stop in pairwise(ends)]
    return dict(enumerate(pieces, first))


def _played(
    run: LiveRun, chunks: Mapping[int, Rows], files: Pieces[int], label: str, beyond: int
) -> list[pl.DataFrame]:
    """Plays the chunks without a file, one after the other; returns the results of all.

    Each uses all threads, or a cluster. `beyond`: number of games after these, for progress.
    """
    missing = [chunks[number] for number in files.missing(chunks)]
    run.progress.expect(run.progress.games + sum(rows.games for rows in missing) + beyond, label)
    n_games = sum(rows.games for rows in chunks.values())
    run.measured.note(games=n_games)
    played = play_batches(run.play, missing, run.threads, run.progress)
    tables = []
    for number, rows in chunks.items():
        path = files.path(number)
        if not path.exists():
            play_chunk(run, path, rows, f"{label}: {rows.ids[0]}-{rows.ids[-1]}", played)
        tables.append(_read(run, path, rows))
    seconds = run.measured.add_seconds("games")
    run.measured.note(games_per_second=n_games / seconds if seconds else 0.0)
    return tables


@step("play-chunk", run_name="{label}")
def play_chunk(run: LiveRun, path: Path, rows: Rows, label: str, played: Played) -> None:
    """Plays the next chunk and writes its results, with the vectors and the iteration's number."""

    def results() -> pl.DataFrame:
        return next(played)[1].with_columns(
            pl.lit(run.iteration, pl.Int64).alias("iteration"),
            run.problem.vectors.series(rows.solutions),
        )

    run.keep(path, results, "games")


def _read(run: LiveRun, path: Path, rows: Rows) -> pl.DataFrame:
    """The results of rows; raises StoreError if the file has other rows."""
    table, vectors = read_table(path), run.problem.vectors
    same_ids = np.array_equal(table["evaluation"].to_numpy(), rows.ids)
    if not same_ids or not np.array_equal(vectors.of(table), rows.solutions):
        raise _holds_others(path)
    return table


def _holds_others(path: Path) -> StoreError:
    return StoreError(
        f"{path}: has other rows than this run proposes here; delete this file and run the same "
        "command again to play its games again"
    )
