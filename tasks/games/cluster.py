"""A Dask cluster: other processes that play games, on this machine or on others.

Within `on_cluster`, the cluster's workers get the games of all missing chunks in pieces of about a
second (`tasks.games.dealing`). Without it, threads of this process play them. The results are the
same, byte for byte. Only the flow's process proposes, trains and writes. So workers need the same
version of the code, but no shared folder and no Prefect. If a worker dies, others get its pieces.
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

from models.settings.config import ConfigError
from tasks.storage.manifest import code_digest

if TYPE_CHECKING:
    from distributed import Client

#: Seconds to wait for a scheduler and for its first worker.
_CONNECT_S = 10.0
_WORKERS_S = 10.0
_FORMS = "use local:N for N processes on this machine, or tcp://HOST:PORT of a Dask scheduler"
#: The advice after an error.
CONTINUE = "finished work is kept: run the same command again to continue"


class ClusterError(RuntimeError):
    """The cluster cannot go on; the message names the reason and the fix."""


def check_place(place: str | None) -> None:
    """Raises an error for a place that cannot be parsed or reached, before any work.

    Args:
        place: `local:2` for two processes on this machine, or a Dask scheduler's address.

    Raises:
        ConfigError: The message names the error and the fix.
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
    """A context in which a cluster plays the games; without a place, threads play them.

    Args:
        place: `local:2` for two processes on this machine, or a Dask scheduler's address.

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
    found = client.run(own_digest, on_error="return")
    digests: dict[str, Any] = {f"worker {address}": there for address, there in found.items()}
    try:
        digests["the scheduler"] = client.run_on_scheduler(own_digest)
    except Exception as error:  # any error of code that it lacks
        digests["the scheduler"] = error
    for who, there in digests.items():
        check_same_code(who, there, own_digest())


@cache
def own_digest() -> str:
    """The digest of this process's code."""
    return code_digest()


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
