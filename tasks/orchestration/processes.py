"""Servers that Hearthlight starts: ports, health, logs, end."""

import errno
import json
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

LOOPBACK = "127.0.0.1"
_LOG_LINES = 8


class ServerError(RuntimeError):
    """A server cannot be started, reached or stopped; the message names the reason and the fix."""


def free_port() -> int:
    """Return a free port of this machine."""
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return probe.getsockname()[1]


def check_port(host: str, port: int, advice: str) -> None:
    """Check that a server can listen on a port.

    Raises:
        ServerError: It cannot; the message names the port, the reason and the advice.
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
    except (urllib.error.URLError, OSError, ValueError):
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
        ServerError: It ended or takes too long; the message shows the last lines of its log.
    """
    deadline = time.monotonic() + timeout_s
    while not is_healthy():
        has_ended = not is_running()
        if has_ended or time.monotonic() > deadline:
            state = "ended" if has_ended else f"is not ready after {timeout_s:.0f} s"
            lines = log.read_text(errors="replace").splitlines()[-_LOG_LINES:]
            raise ServerError(f"{name} {state}; its log is {log}:\n  " + "\n  ".join(lines))
        time.sleep(0.1)
