"""A Dask cluster: other processes that play games, on this machine or on others.

Prefect's runner for Dask is not used: it would run whole tasks on the workers, which would need
Prefect's server and the run directory, and it costs a tenth of a second per task.

Within `on_cluster`, the cluster's workers get the games of all missing chunks in pieces of about a
second. Without it, threads of this process play them. The results are the
same, byte for byte. Only the flow's process proposes, trains and writes. So workers need the same
version of the code, but no shared folder and no Prefect. If a worker dies, others get its pieces.
"""

from __future__ import annotations

import importlib.util
import logging
import math
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import polars as pl

from engine import UserError
from models.problems.rows import Play, Rows
from models.settings.config import ConfigError
from tasks.orchestration.progress import Progress
from tasks.storage.manifest import code_digest

if TYPE_CHECKING:
    from distributed import Client

#: Seconds to wait for a scheduler and for its first worker.
_CONNECT_S = 10.0
_WORKERS_S = 10.0
_FORMS = "use local:N for N processes on this machine, or tcp://HOST:PORT of a Dask scheduler"
#: The advice after an error.
CONTINUE = "finished work is kept: run the same command again to continue"
#: Pieces per worker thread, so that threads finish at about the same time.
_PIECES = 4
#: Least and most games of a piece, unless a row has more: 0.2 s and 2 s of work. A piece is lost
#: when its worker dies.
_MIN_GAMES = 200
_MAX_GAMES = 2000
#: Seconds between checks for results, and for workers.
_LOOK_S = 0.02
_CHECK_S = 5.0
_log = logging.getLogger(__name__)
#: Batches with their results.
Played = Iterator[tuple[Rows, pl.DataFrame]]


class ClusterError(UserError, RuntimeError):
    """The cluster cannot continue; the message names the reason and the fix."""


def check_place(place: str | None) -> None:
    """Raises `ConfigError` for a place that cannot be parsed or reached, before any work."""
    if place is None:
        return
    n_processes = _read(place)
    if importlib.util.find_spec("distributed") is None:
        raise ConfigError(
            f"--cluster {place}: Dask is not installed; install Hearthlight with its extra, "
            'pip install -c infra/constraints.txt -e ".[dask]"'
        )
    if n_processes is None:
        parts = urlsplit(place)
        try:
            socket.create_connection((parts.hostname, parts.port), _CONNECT_S).close()
        except OSError as error:
            raise _nobody_there(place, error) from None


@contextmanager
def on_cluster(place: str | None) -> Iterator[None]:
    """A context in which a cluster plays the games; without a place, threads play them.

    Raises:
        ConfigError: The place cannot be parsed or reached, or Dask is not installed.
        ClusterError: The scheduler has no workers, or they have other code.
    """
    check_place(place)
    if place is None:
        yield
        return
    with _scheduler(place) as address, _client(address) as client:
        _wait_for_workers(client, place)
        _check_code(client)
        _current.append(client)
        try:
            yield
        finally:
            _current.pop()


#: The client of the innermost `on_cluster`, last.
_current: list[Client] = []


def current_cluster() -> Client | None:
    """The client of the innermost cluster; None without one."""
    return _current[-1] if _current else None


def _read(place: str) -> int | None:
    """The number of processes of `local:N`; None for an address."""
    kind, _, number = place.partition(":")
    if kind == "local" and number.isdecimal() and 1 <= int(number) <= 1024:
        return int(number)
    try:
        parts = urlsplit(place)
        if parts.scheme in ("tcp", "tls") and parts.hostname and parts.port:
            return None
    except ValueError:  # the port is not a number
        pass
    raise ConfigError(f"--cluster {place}: {_FORMS}")


@contextmanager
def _scheduler(place: str) -> Iterator[str]:
    """The scheduler's address; starts and stops local processes for `local:N`."""
    n_workers = _read(place)
    if n_workers is None:
        yield place
        return
    from distributed import LocalCluster

    with _deaf_to_ctrl_c():
        cluster = LocalCluster(
            n_workers=n_workers,
            threads_per_worker=1,
            host="127.0.0.1",
            memory_limit=0,  # Dask's default memory limit is too small on many cores
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    with cluster:
        yield cluster.scheduler_address


@contextmanager
def _client(address: str) -> Iterator[Client]:
    from distributed import Client

    for name in ("distributed", "distributed.client", "distributed.core"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # we report errors ourselves
    try:
        client = Client(address, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise _nobody_there(address, error) from None
    with client:
        yield client


def _wait_for_workers(client: Client, place: str) -> None:
    """Raises a `ClusterError` if no worker appears in time."""
    try:
        client.wait_for_workers(1, timeout=_WORKERS_S)
    except TimeoutError:
        raise ClusterError(
            f"--cluster {place}: the scheduler has no workers; start some with "
            f"`dask worker {place}`, in an environment with Hearthlight"
        ) from None


def _check_code(client: Client) -> None:
    """Raises a `ClusterError` if the scheduler or a worker has other code than this process."""
    found = client.run(code_digest, on_error="return")
    digests: dict[str, Any] = {f"worker {address}": there for address, there in found.items()}
    try:
        digests["the scheduler"] = client.run_on_scheduler(code_digest)
    except Exception as error:  # any error of code that it lacks
        digests["the scheduler"] = error
    for who, there in digests.items():
        check_same_code(who, there, code_digest())


def check_same_code(who: str, there: object, here: str) -> None:
    """Raises a `ClusterError` if a digest (or an error instead) is not this run's."""
    if there != here:
        raise ClusterError(
            f"--cluster: {who} has other code ({there}) than this run ({here}): install the same "
            f"version there and restart it; {CONTINUE}"
        )


def _nobody_there(place: str, error: Exception) -> ConfigError:
    return ConfigError(
        f"--cluster {place}: no Dask scheduler answers there ({error}); start one with "
        "`dask scheduler` and workers with `dask worker`, or omit --cluster"
    )


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """A context whose new processes ignore Ctrl-C on the terminal: the flow ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def play_batches(
    play: Play, batches: Sequence[Rows], threads: int | None, progress: Progress
) -> Played:
    """Plays batches with different numbers in turn, on the cluster or with threads.

    Yields each batch with its results, as soon as they are there.
    """
    if (client := current_cluster()) is not None and batches:
        play = _Dealt(client, play, batches)  # sends all batches now
    for rows in batches:
        yield rows, play(rows, threads=threads, progress=progress.counter())


def play_at_once(play: Play, rows: Rows, threads: int | None, progress: Progress) -> pl.DataFrame:
    """As `play_batches`, with one batch; returns its results."""
    ((_, table),) = play_batches(play, [rows], threads, progress)
    return table


class _Dealt:
    """Batches with different numbers that a cluster plays; `Play` for each of them, in order."""

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
                    client.submit(_play_piece, play, piece, code_digest(), pure=False)
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
    check_same_code(f"worker {get_worker().address}", code_digest(), digest)
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
