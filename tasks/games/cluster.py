"""Other processes that play games, on this machine or on others: a Dask cluster.

Within `on_cluster` the games of all chunks that are missing are dealt to the cluster's workers in
pieces of about a second (`tasks.games.dealing`); without it, threads of this process play them. The
results are the same, byte for byte. The flow's process alone proposes, trains and writes, so
workers need the project's code, the very same, and nothing else: no shared folder, no Prefect. The
pieces of a worker that dies go to another.
"""

from __future__ import annotations

import importlib.util
import logging
import signal
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from models.config import ConfigError
from tasks.storage.manifest import code_digest

if TYPE_CHECKING:
    from distributed import Client

#: Seconds until a scheduler must have answered, and have a worker.
_CONNECT_S = 10.0
_WORKERS_S = 10.0
_FORMS = "use local:N for N processes on this machine, or tcp://HOST:PORT of a Dask scheduler"
#: What to do after an error.
CONTINUE = "what is finished is kept: give the same command again to continue"


class ClusterError(RuntimeError):
    """The cluster cannot go on; the message says why and the fix."""


def check_place(place: str | None) -> None:
    """Refuses a place that cannot be read or reached, before anything starts.

    Args:
        place: `local:2` for two processes on this machine, or a Dask scheduler's address.

    Raises:
        ConfigError: The message says what is wrong and the fix.
    """
    if place is None:
        return
    _read(place)
    if importlib.util.find_spec("distributed") is None:
        raise ConfigError(
            f"--cluster {place}: Dask is not installed; install Hearthlight with its extra, "
            'pip install -c infra/constraints.txt -e ".[dask]"'
        )
    if _read(place) is None:
        parts = urlsplit(place)
        try:
            socket.create_connection((parts.hostname, parts.port), _CONNECT_S).close()
        except OSError as error:
            raise _nobody_there(place, error) from None


@contextmanager
def on_cluster(place: str | None) -> Iterator[None]:
    """Lets a cluster play the games of the flows within; without a place, nothing changes.

    Args:
        place: `local:2` for two processes on this machine, or a Dask scheduler's address.

    Raises:
        ConfigError: The place cannot be read or reached, or Dask is not installed.
        ClusterError: The scheduler has no workers, or other code is there.
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
    """The client of the cluster that plays games now, if one does."""
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
    except ValueError:  # the port is no number
        pass
    raise ConfigError(f"--cluster {place}: {_FORMS}")


@contextmanager
def _scheduler(place: str) -> Iterator[str]:
    """The scheduler's address; processes of this machine are started, and ended afterwards."""
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
            memory_limit=0,  # Dask's guess of what a worker may use is too little on many cores
            dashboard_address="127.0.0.1:0",
            silence_logs=logging.CRITICAL,
        )
    with cluster:
        yield cluster.scheduler_address


@contextmanager
def _client(address: str) -> Iterator[Client]:
    from distributed import Client

    for name in ("distributed", "distributed.client", "distributed.core"):
        logging.getLogger(name).setLevel(logging.CRITICAL)  # what goes wrong is told by us
    try:
        client = Client(address, timeout=_CONNECT_S, set_as_default=False)
    except (OSError, TimeoutError) as error:
        raise _nobody_there(address, error) from None
    with client:
        yield client


def _wait_for_workers(client: Client, place: str) -> None:
    """Raises a `ClusterError` if there are none after a while."""
    try:
        client.wait_for_workers(1, timeout=_WORKERS_S)
    except TimeoutError:
        raise ClusterError(
            f"--cluster {place}: the scheduler has no workers; start some with "
            f"`dask worker {place}`, in an environment with Hearthlight"
        ) from None


def _check_code(client: Client) -> None:
    """Raises a `ClusterError` if the scheduler or a worker has other code than this process."""
    found = client.run(own_digest, on_error="return")
    digests: dict[str, Any] = {f"worker {address}": there for address, there in found.items()}
    try:
        digests["the scheduler"] = client.run_on_scheduler(own_digest)
    except Exception as error:  # whatever comes of code that it lacks
        digests["the scheduler"] = error
    for who, there in digests.items():
        check_same_code(who, there, own_digest())


@cache
def own_digest() -> str:
    """The digest of the code that this process plays with."""
    return code_digest()


def check_same_code(who: str, there: object, here: str) -> None:
    """Raises a `ClusterError` if a digest, or what came instead of it, is not this run's."""
    if there != here:
        raise ClusterError(
            f"--cluster: {who} has other code ({there}) than this run ({here}): install the same "
            f"version there and start it again; {CONTINUE}"
        )


def _nobody_there(place: str, error: Exception) -> ConfigError:
    return ConfigError(
        f"--cluster {place}: no Dask scheduler answers there ({error}); start one with "
        "`dask scheduler` and workers with `dask worker`, or leave --cluster out"
    )


@contextmanager
def _deaf_to_ctrl_c() -> Iterator[None]:
    """Processes that are started within ignore Ctrl-C on the terminal: the flow ends them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before: Any = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)
