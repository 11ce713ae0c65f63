"""One Prefect server for one run.

Without a server of its own every worker process of a flow starts another one, and the record of
its tasks is lost at the end. So a run starts one server, points ``PREFECT_API_URL`` at it before
Prefect is imported, and stops it after Prefect's last records have arrived. A server that ends
before its time is started again at the same address::

    with prefect_server():
        from flows.search import search  # imports prefect

        search(...)

``PREFECT_API_URL``, when set, names a server that runs already; then none is started. Neither is
one while the service of `make up` runs, whose addresses are in ``service.json``. The server
keeps its database, results and log in ``$PREFECT_HOME``, or else in ``$HEARTHLIGHT_HOME/prefect``
(``~/.hearthlight/prefect``). This module does not import Prefect.
"""

from __future__ import annotations

import errno
import fcntl
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO, NoReturn, Self

from tasks.storage.home import hearthlight_home, service_addresses

_HOST = "127.0.0.1"
_CLIENTS = ("anyio", "httpcore", "httpx", "prefect")  # what speaks to a server
_START_S = 120.0  # a first start migrates the database, on a busy machine slowly
_FLUSH_S = 2.0  # Prefect's clients send task records in the background
_STOP_S = 15.0
_HURRY_S = 1.5  # after Ctrl-C; the database bears it
_LOG_LINES = 8
_RESTARTS = 10
#: Servers that ended before Prefect's client had sent them all.
_gone: list[str] = []
_log = logging.getLogger(__name__)


class ServerError(RuntimeError):
    """The Prefect server cannot be started or reached; the message says why and the fix."""


@contextmanager
def prefect_server(home: str | Path | None = None, port: int | None = None) -> Iterator[str]:
    """Provides a Prefect server; yields the address of its API.

    Enter before Prefect is imported: Prefect reads its settings then.

    Args:
        home: Folder of the server's database, results and log. While another run's server uses
            it, a numbered neighbour is taken, because two servers on one database disturb each
            other.
        port: The port to listen on; a free one if not given.

    Raises:
        ServerError: The port is in use, the server does not start, or ``PREFECT_API_URL`` is set
            and nothing answers there.
    """
    if url := os.environ.get("PREFECT_API_URL"):
        if not is_healthy(url):
            raise ServerError(
                f"PREFECT_API_URL is {url}, but no Prefect server answers there; start it "
                "(prefect server start), or unset PREFECT_API_URL to let the run start its own"
            )
        with _environment(_patience()), _loss_told(url):
            yield url
        return
    if home is None and port is None and (url := _service_url()):
        with _environment(_patience() | {"PREFECT_API_URL": url}), _loss_told(url):
            yield url
            time.sleep(_FLUSH_S)
        return
    if "prefect" in sys.modules:
        raise ServerError("Prefect is imported already; enter prefect_server() before that")
    home, lock = _claim_home(Path(home or os.environ.get("PREFECT_HOME") or _default_home()))
    with lock:
        port = free_port() if port is None else _check_port(port)
        settings = _settings(home)
        url = f"http://{_HOST}:{port}/api"
        with _OwnServer(home, port, settings, lock) as server:
            _wait_until_healthy(server.process, url, home)
            server.watch()
            with _environment({**settings, "PREFECT_API_URL": url}), _loss_told(url):
                yield url
                time.sleep(_FLUSH_S)


@contextmanager
def _loss_told(url: str) -> Iterator[None]:
    """Says in one line that a server is gone, where Prefect's client raises what it met."""
    try:
        yield
    except Exception as error:
        of_client = type(error).__module__.partition(".")[0] in _CLIENTS
        if of_client and not is_healthy(url):
            _gone.append(url)
            raise ServerError(
                f"the Prefect server at {url} ended while the run went on; what the run has "
                "finished is in its directory: give the same command again to continue"
            ) from error
        raise


def leave(status: int) -> NoReturn:
    """Ends this process, also when Prefect's client would wait for ever for a server that is gone.

    Before the interpreter ends, the client sends what it has not sent yet, and tries for ten
    seconds with each of hundreds of records. Files have been flushed to the disk long before.
    """
    if _gone:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def _service_url() -> str | None:
    """Prefect's API of the service, if it answers."""
    url = service_addresses().get("prefect")
    return url if url and is_healthy(url) else None


def _default_home() -> Path:
    return hearthlight_home() / "prefect"


def _settings(home: Path) -> dict[str, str]:
    return {
        "PREFECT_HOME": str(home),
        "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
        "DO_NOT_TRACK": "1",
    }


def _patience() -> dict[str, str]:
    """How often Prefect's client asks a server that does not answer: for 14 s, not for a minute.

    A run asks several times before it gives up.
    """
    name = "PREFECT_CLIENT_MAX_RETRIES"
    return {name: os.environ.get(name, "3")}


def _claim_home(home: Path, n_neighbours: int = 20) -> tuple[Path, BinaryIO]:
    """Locks a server's home; the kernel drops the lock when the server ends, however it ends."""
    home = home.expanduser().absolute()
    for number in range(1, n_neighbours + 1):
        candidate = home if number == 1 else home.with_name(f"{home.name}-{number}")
        try:
            candidate.mkdir(parents=True, exist_ok=True)
            lock = open(candidate / "server.lock", "wb")  # noqa: SIM115 (handed to the server)
        except OSError as error:
            raise ServerError(
                f"{candidate}: cannot write here ({error.strerror}); set HEARTHLIGHT_HOME or "
                "PREFECT_HOME to a folder that can be written"
            ) from error
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return candidate, lock
        except OSError:
            lock.close()
    raise ServerError(f"{home}: {n_neighbours} runs use it and its neighbours; set PREFECT_HOME")


def free_port() -> int:
    """A port of this machine that nobody listens on."""
    with socket.socket() as probe:
        probe.bind((_HOST, 0))
        return probe.getsockname()[1]


def _check_port(port: int) -> int:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((_HOST, port))
        except OSError as error:
            if error.errno != errno.EADDRINUSE:
                raise ServerError(f"port {port}: {error.strerror}; use another port") from error
            raise ServerError(
                f"port {port} is in use; use another port, or set "
                f"PREFECT_API_URL=http://{_HOST}:{port}/api if a Prefect server runs there"
            ) from None
    return port


class _OwnServer:
    """A server's process, in a session of its own, so that Ctrl-C reaches the flow alone.

    Args:
        home: Where it works and logs.
        port: Where it listens.
        settings: Of Prefect, added to the environment.
        lock: Of its home; held by the server, too.

    Attributes:
        process: The server's.
    """

    def __init__(self, home: Path, port: int, settings: Mapping[str, str], lock: BinaryIO) -> None:
        self._home, self._port, self._lock = home, port, lock
        self._environment = {**os.environ, **settings}
        self._changing = threading.Lock()
        self._stopping = False
        self.process = self._start("wb")

    def watch(self) -> None:
        """From now on starts the server again when it ends: the run's records wait for it."""
        threading.Thread(target=self._keep_alive, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        with self._changing:
            self._stopping = True
        is_hurried = kind is not None and not issubclass(kind, Exception)
        if is_hurried:
            _gone.append(f"port {self._port}")
        elif kind is not None:
            time.sleep(_FLUSH_S)
        _stop(self.process, _HURRY_S if is_hurried else _STOP_S)

    def _keep_alive(self) -> None:
        for _ in range(_RESTARTS):
            self.process.wait()
            with self._changing:
                if self._stopping:
                    return
                _log.warning("the Prefect server ended; it is started again, and the run goes on")
                self.process = self._start("ab")

    def _start(self, mode: str) -> subprocess.Popen:
        # -P: this folder's modules have common names, which must not shadow installed ones.
        guard = [sys.executable, "-P", str(Path(__file__).with_name("guarded_server.py"))]
        with open(self._home / "server.log", mode) as log:
            return subprocess.Popen(
                [*guard, "--port", str(self._port), "--parent", str(os.getpid())],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=self._home,
                env=self._environment,
                pass_fds=[self._lock.fileno()],
                start_new_session=True,
            )


def _wait_until_healthy(server: subprocess.Popen, url: str, home: Path) -> None:
    deadline = time.monotonic() + _START_S
    while not is_healthy(url):
        if server.poll() is not None or time.monotonic() > deadline:
            log = home / "server.log"
            lines = log.read_text(errors="replace").splitlines()[-_LOG_LINES:]
            state = "ended" if server.poll() is not None else f"is not ready after {_START_S:.0f} s"
            raise ServerError(
                f"the Prefect server {state}; its log is {log}:\n  " + "\n  ".join(lines)
            )
        time.sleep(0.1)


def is_healthy(url: str) -> bool:
    """Whether a Prefect server answers at this address of an API."""
    try:
        with urllib.request.urlopen(f"{url.rstrip('/')}/health", timeout=5) as answer:
            return answer.status == 200
    except (urllib.error.URLError, OSError, ValueError):
        return False


@contextmanager
def _environment(settings: Mapping[str, str]) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in settings}
    os.environ.update(settings)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value


def _stop(server: subprocess.Popen, patience: float) -> None:
    server.terminate()
    try:
        server.wait(patience)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
