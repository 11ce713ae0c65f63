"""Deals the games of chunks to a cluster's workers, and takes their results as they come.

Prefect's own runner for Dask is not used: it would run whole tasks on the workers, each of which
would need Prefect's server and the run directory, and take a tenth of a second per task.
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
from tasks.games.cluster import (
    CONTINUE,
    ClusterError,
    check_same_code,
    current_cluster,
    own_digest,
)
from tasks.orchestration.interrupt import stop_if_interrupted
from tasks.orchestration.progress import Progress

if TYPE_CHECKING:
    from distributed import Client

#: Pieces per worker thread, so that none waits long for the others at the end.
_PIECES = 4
#: Games that a piece has at least and at most, where a row has fewer: a fifth of a second of work,
#: and two, which are what the end of a worker costs.
_MIN_GAMES = 200
_MAX_GAMES = 2000
#: Seconds between two looks for results, and for workers.
_LOOK_S = 0.02
_CHECK_S = 5.0
_log = logging.getLogger(__name__)


def dealt(play: Play, batches: Sequence[Rows]) -> Play:
    """Who plays batches of rows: the cluster, which gets all of them now, or else `play` itself."""
    client = current_cluster()
    return _Dealt(client, play, batches) if client is not None and batches else play


def play_at_once(play: Play, rows: Rows, threads: int | None, progress: Progress) -> pl.DataFrame:
    """Plays rows whose results are wanted at once, in no file: by the cluster, or else by threads.

    Args:
        play: How to play them.
        rows: What to play.
        threads: Games played at a time without a cluster; all cores by default.
        progress: Told of the games.

    Returns:
        As of `play`.
    """
    before = progress.games

    def tell(n_played: int) -> None:
        stop_if_interrupted()
        progress.add(before + n_played - progress.games)

    return dealt(play, [rows])(rows, threads=threads, progress=tell)


class _Dealt:
    """Batches that a cluster plays; `Play` for each of them, in order.

    Args:
        client: Of the cluster.
        play: How a piece is played.
        batches: Whatever will be asked for; their evaluation numbers differ.
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
        # Results are fetched as they come, so that a worker that dies takes none with it.
        every = [piece for pieces in self._pieces.values() for piece in pieces]
        self._arriving = as_completed(every, client.loop, with_results=True, raise_errors=False)

    def __call__(
        self, rows: Rows, progress: Callable[[int], None] | None = None, **_: Any
    ) -> pl.DataFrame:
        """Waits for the batch's pieces; the number of threads is the workers' own."""
        pieces = self._pieces.pop(int(rows.ids[0]))
        while True:
            here = [self._tables[piece.key] for piece in pieces if piece.key in self._tables]
            if progress is not None:
                progress(sum(table.height for table in here) * rows.n_games)
            if len(here) == len(pieces):
                # In one piece, so that averages of it add up in the same order as a local one's.
                return pl.concat(here, rechunk=True)
            self._take()

    def _take(self) -> None:
        """Waits for the next result, of whichever batch."""
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

    # Again, because workers can join while a run goes on.
    check_same_code(f"worker {get_worker().address}", own_digest(), digest)
    return play(rows, threads=1)


def _told(error: BaseException) -> BaseException:
    """An error of a piece; workers that die again and again are told in our words."""
    from distributed.scheduler import KilledWorker

    if not isinstance(error, KilledWorker):
        return error
    return ClusterError(
        f"--cluster: {error.allowed_failures + 1} workers died one after the other while they "
        f"played the same games, the last of them {error.last_worker.address}; see their logs, and "
        f"whether they have memory enough; {CONTINUE}"
    )


def _warn_without_workers(client: Client) -> None:
    """Says so when all workers have gone; the next that come get their pieces."""
    with _scheduler_there():
        if client.status == "running" and not client.nthreads():
            _log.warning("the cluster has no workers; waiting for some: `dask worker ADDRESS`")


@contextmanager
def _scheduler_there() -> Iterator[None]:
    """Tells in our words what is raised when a scheduler does not answer."""
    try:
        yield
    except (OSError, RuntimeError) as error:
        raise _scheduler_gone() from error


def _scheduler_gone() -> ClusterError:
    return ClusterError(f"--cluster: the Dask scheduler is gone; {CONTINUE}")
