"""Servers: ports, health, logs; one Prefect server for one run.

Without a server, every worker process of a flow starts its own, and the records of its tasks are
lost at the end. So a run starts one server, sets ``PREFECT_API_URL`` before importing Prefect, and
stops the server after Prefect's last records have arrived. A server that dies is restarted at the
same address::

    with prefect_server():
        from flows.search import search  # imports prefect

        search(...)

No server is started if ``PREFECT_API_URL`` names a running one, or while the service of `make up`
runs (its addresses are in ``service.json``). The server keeps its database, results and log in
``$PREFECT_HOME``, or in ``$HEARTHLIGHT_HOME/prefect`` (``~/.hearthlight/prefect``). This
module does not import Prefect.
"""

from __future__ import annotations

import errno
import http.client
import json
import logging
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO, NoReturn, Self

from engine import UserError
from tasks.orchestration.progress import clear
from tasks.storage.shared_home import OWN_SERVER, hearthlight_home, service_addresses

LOOPBACK = "127.0.0.1"
_LOG_LINES = 8
_CLIENTS = ("anyio", "httpcore", "httpx", "prefect")  # clients of a server
_START_S = 300.0  # a first start migrates the database, slowly on a busy machine
_BUSY = "if the machine is busy, run the same command again"
_FLUSH_S = 2.0  # Prefect's clients send task records in the background
_STOP_S = 15.0
_HURRY_S = 1.5  # after Ctrl-C; this does not harm the database
_RESTARTS = 10
_RETRIES = "PREFECT_CLIENT_MAX_RETRIES"
_QUIET = {"PREFECT_SERVER_ANALYTICS_ENABLED": "false", "DO_NOT_TRACK": "1"}
#: Services of a server that no run's own server needs: it has no pages, no schedules and no
#: workers. Events would be three quarters of its database. `_enabled` names what overrides it.
_IDLE = ("EVENT_PERSISTER", "TRIGGERS", "SCHEDULER", "LATE_RUNS", "FOREMAN")
#: Servers that ended before Prefect's client had sent all records.
_gone: list[str] = []
_log = logging.getLogger(__name__)


@contextmanager
def prefect_server(port: int | None = None) -> Iterator[str]:
    """Provide a Prefect server; yield the address of its API.

    Enter before Prefect is imported: Prefect reads its settings then. While another run's server
    uses the home, the server uses a numbered neighbour, because two servers cannot share a
    database.

    Raises:
        ServerError: The port is in use, the server does not start, or ``PREFECT_API_URL`` is set
            and nothing answers there.
    """
    given = os.environ.get("PREFECT_API_URL")
    if given and not is_healthy(given):
        raise ServerError(
            f"PREFECT_API_URL is {given}, but no Prefect server answers there; start it "
            "(prefect server start), or unset PREFECT_API_URL to let the run start its own"
        )
    if url := given or (_service_url() if port is None else None):
        # A client tries to reach a dead server for 14 s, not for a minute, several times.
        patience = {_RETRIES: os.environ.get(_RETRIES, "3")}
        with _environment(patience | {"PREFECT_API_URL": url}), _loss_reported(url):
            yield url
            time.sleep(0 if given else _FLUSH_S)
        return
    if "prefect" in sys.modules:
        raise ServerError("Prefect is already imported; enter prefect_server() before that")
    home, lock = _claim_home()
    with lock:
        port = port or free_port()
        url = f"http://{LOOPBACK}:{port}/api"
        advice = f"use another port, or set PREFECT_API_URL={url} if a Prefect server runs there"
        check_port(LOOPBACK, port, advice)
        # Prefect copies its pages; by default into the environment, which may be somebody else's.
        pages = {"PREFECT_UI_STATIC_DIRECTORY": str(home / "pages")}
        idle = {name: os.environ.get(name, "false") for name in map(_enabled, _IDLE)}
        settings = {"PREFECT_HOME": str(home), **pages, **_QUIET, **idle, OWN_SERVER: str(home)}
        with _OwnServer(home, port, settings, lock) as server:
            server.wait_until_healthy(url)
            server.watch()
            with _environment({**settings, "PREFECT_API_URL": url}), _loss_reported(url):
                yield url
                time.sleep(_FLUSH_S)


def _enabled(service: str) -> str:
    """The setting that switches a service of Prefect's server on or off."""
    return f"PREFECT_SERVER_SERVICES_{service}_ENABLED"


@contextmanager
def _loss_reported(url: str) -> Iterator[None]:
    """A context that raises a one-line error if Prefect's client finds no server."""
    try:
        yield
    except Exception as error:
        of_client = type(error).__module__.partition(".")[0] in _CLIENTS
        if of_client and not is_healthy(url):
            _gone.append(url)
            raise ServerError(
                f"the Prefect server at {url} ended while the run went on; finished "
                "work is in the run directory: run the same command again to continue"
            ) from error
        raise


def leave_at_once() -> None:
    """Makes `leave` end the process even while its threads run."""
    _gone.append("")


def leave(status: int) -> NoReturn:
    """Ends this process, even if Prefect's client would wait for a dead server.

    At exit the client sends its remaining records, and tries each of hundreds for ten seconds.
    Results are already on disk.
    """
    if _gone:
        clear()
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def _service_url() -> str | None:
    """The address of the service's Prefect API, if it answers."""
    url = service_addresses().get("prefect")
    return url if url and is_healthy(url) else None


def _claim_home(n_neighbours: int = 20) -> tuple[Path, BinaryIO]:
    """Lock a server's home; the kernel drops the lock whenever the server ends."""
    from filelock import lock_descriptor

    default = hearthlight_home() / "prefect"
    home = Path(os.environ.get("PREFECT_HOME") or default).expanduser().absolute()
    for number in range(1, n_neighbours + 1):
        candidate = home if number == 1 else home.with_name(f"{home.name}-{number}")
        try:
            candidate.mkdir(parents=True, exist_ok=True)
            file = open(candidate / "server.lock", "wb")  # noqa: SIM115 (the server inherits it)
        except OSError as error:
            raise ServerError(
                f"{candidate}: cannot write here ({error.strerror}); set HEARTHLIGHT_HOME or "
                "PREFECT_HOME to a folder that can be written"
            ) from error
        if lock_descriptor(file.fileno(), blocking=False):
            return candidate, file
        file.close()
    raise ServerError(f"{home}: {n_neighbours} runs use it and its neighbours; set PREFECT_HOME")


class _OwnServer:
    """A server's process, in its own session, so that Ctrl-C reaches only the flow.

    It inherits the lock of its home, and adds Prefect's settings to its environment.
    """

    def __init__(self, home: Path, port: int, settings: Mapping[str, str], lock: BinaryIO) -> None:
        self._home, self._port, self._lock = home, port, lock
        self._environment = {**os.environ, **settings}
        self._changing = threading.Lock()
        self._stopping = False
        self.process = self._start("wb")

    def wait_until_healthy(self, url: str) -> None:
        """Wait until the server answers; `ServerError` if it ends or takes too long."""
        log, is_running = self._home / "server.log", lambda: self.process.poll() is None
        wait_until_healthy("the Prefect server", log, lambda: is_healthy(url), is_running, _START_S)

    def watch(self) -> None:
        """Restart the server whenever it ends; the run's records wait for it."""
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
                _log.warning("the Prefect server ended; restarting it, the run goes on")
                self.process = self._start("ab")

    def _start(self, mode: str) -> subprocess.Popen:
        # -P: this folder's modules have common names, which must not shadow installed ones.
        guard = [sys.executable, "-P", str(Path(__file__).with_name("guarded_server.py"))]
        command = [*guard, str(self._port), str(os.getpid())]
        how = {"cwd": self._home, "env": self._environment, "pass_fds": [self._lock.fileno()]}
        return start_logged(command, self._home / "server.log", mode, **how)


def start_logged(
    command: Sequence[str], log: Path, mode: str = "wb", **how: Any
) -> subprocess.Popen:
    """Start a process whose output goes to a file, and return it.

    It has its own session, so it outlives the terminal, and Ctrl-C does not reach it. `how` has
    more arguments of `Popen`.
    """
    with open(log, mode) as out:
        return subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=out, stderr=out, start_new_session=True, **how
        )


def is_healthy(url: str) -> bool:
    """Return whether a Prefect server answers at this address of an API."""
    return answer(f"{url.rstrip('/')}/health") is not None


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


class ServerError(UserError, RuntimeError):
    """A server cannot be started, reached or stopped; the message names the reason and the fix."""


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return probe.getsockname()[1]


def check_port(host: str, port: int, advice: str) -> None:
    """Check that a server can listen on a port.

    Raises:
        ServerError: The port is in use or cannot be opened; the message has the `advice`.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            is_taken = error.errno == errno.EADDRINUSE
            why = "is in use" if is_taken else f"cannot be opened ({error.strerror})"
            raise ServerError(f"port {port} {why}; {advice}") from None


def answer(url: str, data: Mapping[str, Any] | None = None, timeout_s: float = 5.0) -> bytes | None:
    """Return the response to GET, or to POST with JSON data; None if there is none."""
    body = None if data is None else json.dumps(data).encode()
    try:
        request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=timeout_s) as response:
            return response.read()
    except (http.client.HTTPException, OSError, ValueError):  # URLError is an OSError
        return None


def ask(url: str, data: Mapping[str, Any] | None = None) -> Any:
    """Return the JSON of a response to GET, or to POST with JSON data; `{}` if there is none."""
    return json.loads(answer(url, data) or "{}")


def wait_until_healthy(
    name: str,
    log: Path,
    is_healthy: Callable[[], bool],
    is_running: Callable[[], bool],
    timeout_s: float,
) -> None:
    """Wait until a server is healthy.

    Raises:
        ServerError: The server ended, or is not healthy after `timeout_s` seconds; the message has
            the end of its log.
    """
    deadline = time.monotonic() + timeout_s
    while not is_healthy():
        has_ended = not is_running()
        if has_ended or time.monotonic() > deadline:
            state = "ended" if has_ended else f"is not ready after {timeout_s:.0f} s; {_BUSY}"
            lines = [line for line in log.read_text(errors="replace").splitlines() if line.strip()]
            shown = "\n  ".join(lines[-_LOG_LINES:])
            raise ServerError(f"{name} {state}; its log is {log}:\n  {shown}")
        time.sleep(0.1)
