"""Sends the games of chunks to a cluster's workers, and collects the results.

Prefect's runner for Dask is not used: it would run whole tasks on the workers, which would need
Prefect's server and the run directory, and it costs a tenth of a second per task.
"""

from __future__ import annotations

import logging
import math
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import polars as pl

from models.problems.rows import Play, Rows
from tasks.games.cluster import CONTINUE, ClusterError, check_same_code, current_cluster, own_digest
from tasks.orchestration.progress import Progress

if TYPE_CHECKING:
    from distributed import Client

#: Pieces per worker thread, so that threads finish at about the same time.
_PIECES = 4
#: Least and most games of a piece (of rows with fewer games): 0.2 s of work, and 2 s, which is the
#: loss when a worker dies.
_MIN_GAMES = 200
_MAX_GAMES = 2000
#: Seconds between checks for results, and for workers.
_LOOK_S = 0.02
_CHECK_S = 5.0
_log = logging.getLogger(__name__)
#: Batches with their results.
Played = Iterator[tuple[Rows, pl.DataFrame]]


def play_batches(
    play: Play, batches: Sequence[Rows], threads: int | None, progress: Progress
) -> Played:
    """Plays batches of rows one after the other, on the cluster or with threads.

    Args:
        play: The function that plays rows.
        batches: All batches; their numbers differ.
        threads: Games played in parallel without a cluster; all cores by default.
        progress: Counts the games.

    Yields:
        Each batch with its results, as soon as they are there.
    """
    if (client := current_cluster()) is not None and batches:
        play = _Dealt(client, play, batches)  # it gets all of them now
    for rows in batches:
        yield rows, play(rows, threads=threads, progress=progress.counter())


def play_at_once(play: Play, rows: Rows, threads: int | None, progress: Progress) -> pl.DataFrame:
    """As `play_batches`, with one batch; returns its results."""
    ((_, table),) = play_batches(play, [rows], threads, progress)
    return table


class _Dealt:
    """Batches that a cluster plays; `Play` for each of them, in order.

    Args:
        client: The cluster's client.
        play: Plays a piece.
        batches: All batches; their evaluation numbers differ.
    """

    def __init__(self, client: Client, play: Play, batches: Sequence[Rows]) -> None:
        from distributed import as_completed

        self._client, self._checked = client, time.monotonic()
        self._tables: dict[str, pl.DataFrame] = {}
        n_rows = sum(len(batch.ids) for batch in batches)
        least, most = (math.ceil(n / batches[0].n_games) for n in (_MIN_GAMES, _MAX_GAMES))
        with _scheduler_there():
            slots = sum(client.nthreads().values()) or 1
            size = max(least, min(most, math.ceil(n_rows / slots / _PIECES)))
            self._pieces = {
                int(batch.ids[0]): [
                    client.submit(_play_piece, play, piece, own_digest(), pure=False)
                    for piece in batch.pieces(size)
                ]
                for batch in batches
            }
        # Fetch results as they arrive, so that a dying worker loses none.
        every = [piece for pieces in self._pieces.values() for piece in pieces]
        self._arriving = as_completed(every, client.loop, with_results=True, raise_errors=False)

    def __call__(
        self, rows: Rows, progress: Callable[[int], None] | None = None, **_: Any
    ) -> pl.DataFrame:
        """Waits for the batch's pieces; ignores `threads`, because workers have their own."""
        pieces = self._pieces.pop(int(rows.ids[0]))
        while True:
            here = [piece.key for piece in pieces if piece.key in self._tables]
            if progress is not None:
                progress(sum(self._tables[key].height for key in here) * rows.n_games)
            if len(here) == len(pieces):
                # In one piece, so that averages add up in the same order as local ones.
                return pl.concat(map(self._tables.pop, here), rechunk=True)
            self._take()

    def _take(self) -> None:
        """Waits for the next result of any batch."""
        while not self._arriving.has_ready():
            time.sleep(_LOOK_S)
            if time.monotonic() - self._checked > _CHECK_S:
                self._checked = time.monotonic()
                _warn_without_workers(self._client)
        future, result = next(self._arriving)
        if future.status == "error":
            raise _told(result[1])
        if future.status != "finished":
            raise _scheduler_gone()
        self._tables[future.key] = result


def _play_piece(play: Play, rows: Rows, digest: str) -> pl.DataFrame:
    """Plays a piece on a worker, with one thread: a worker has as many pieces as threads."""
    from distributed import get_worker

    # Check again, because workers can join during a run.
    check_same_code(f"worker {get_worker().address}", own_digest(), digest)
    return play(rows, threads=1)


def _told(error: BaseException) -> BaseException:
    """The error of a piece; our message if several workers died in a row."""
    from distributed.scheduler import KilledWorker

    if not isinstance(error, KilledWorker):
        return error
    return ClusterError(
        f"--cluster: {error.allowed_failures + 1} workers died one after the other while they "
        f"played the same games, the last of them {error.last_worker.address}; check their logs "
        f"and their memory; {CONTINUE}"
    )


def _warn_without_workers(client: Client) -> None:
    """Logs a line when all workers have gone; new workers get their pieces."""
    with _scheduler_there():
        if client.status == "running" and not client.nthreads():
            _log.warning("the cluster has no workers; waiting for some: `dask worker ADDRESS`")


@contextmanager
def _scheduler_there() -> Iterator[None]:
    """A context that raises our error if a scheduler does not answer."""
    try:
        yield
    except (OSError, RuntimeError) as error:
        raise _scheduler_gone() from error


def _scheduler_gone() -> ClusterError:
    return ClusterError(f"--cluster: the Dask scheduler is gone; {CONTINUE}")
