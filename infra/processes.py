"""Processes that outlive the command that starts them: pid files, logs, health, ports.

A pid file holds the process's number and its start, since a number alone may be another process's
by the time it is read.
"""

import json
import os
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import psutil

#: States of a Prefect flow run that it does not leave by itself.
ENDED = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")
STOP_S = 20.0
_LOG_LINES = 8


class ServiceError(RuntimeError):
    """The service cannot be started or stopped; the message says why and the fix."""


@dataclass(frozen=True)
class Process:
    """A background process known by its files `<name>.pid` and `<name>.log`.

    Attributes:
        name: What it is called.
        folder: Where the files lie.
    """

    name: str
    folder: Path

    @property
    def log(self) -> Path:
        """Its output."""
        return self.folder / f"{self.name}.log"

    @property
    def pid_file(self) -> Path:
        """Its number and start."""
        return self.folder / f"{self.name}.pid"

    def start(self, command: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> None:
        """Starts it in a session of its own, so that it outlives the terminal."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.log, "wb") as log:
            started = subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=cwd,
                env={**os.environ, **environment},
                start_new_session=True,
            )
        born = psutil.Process(started.pid).create_time()
        self.pid_file.write_text(json.dumps({"pid": started.pid, "born": born}) + "\n")

    def find(self) -> psutil.Process | None:
        """The process, if it is running."""
        try:
            facts = json.loads(self.pid_file.read_text())
            found = psutil.Process(facts["pid"])
            is_same = abs(found.create_time() - facts["born"]) < 1
            is_alive = found.status() != psutil.STATUS_ZOMBIE
            return found if is_same and is_alive else None
        except (OSError, ValueError, KeyError, psutil.Error):
            return None

    def stop(self) -> bool:
        """Ends it and whatever it has started; returns whether it was running."""
        found = self.find()
        if found is not None:
            end(found)
        self.pid_file.unlink(missing_ok=True)
        return found is not None

    def wait_until(self, is_ready: Callable[[], bool], timeout_s: float) -> None:
        """Waits for a sign of health.

        Raises:
            ServiceError: It ended, or there is no such sign in time; with the end of the log.
        """
        deadline = time.monotonic() + timeout_s
        while not is_ready():
            has_ended = self.find() is None
            if has_ended or time.monotonic() > deadline:
                state = "ended" if has_ended else f"is not ready after {timeout_s:.0f} s"
                lines = self.log.read_text(errors="replace").splitlines()[-_LOG_LINES:]
                raise ServiceError(
                    f"{self.name} {state}; its log is {self.log}:\n  " + "\n  ".join(lines)
                )
            time.sleep(0.2)


def end(process: psutil.Process, timeout_s: float = STOP_S) -> None:
    """Ends a process, then its descendants; those that do not end in time are killed."""
    try:
        family = [process, *process.children(recursive=True)]
    except psutil.NoSuchProcess:
        return
    for members in ([process], family):
        for member in members:
            try:
                member.terminate()
            except psutil.NoSuchProcess:
                continue
        _, alive = psutil.wait_procs(members, timeout=timeout_s)
        for member in alive:
            member.kill()
    psutil.wait_procs(family, timeout=timeout_s)


def check_port(host: str, port: int, what: str, variable: str) -> None:
    """Refuses a port that is taken.

    Raises:
        ServiceError: The message names the port and the variable that sets another.
    """
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise ServiceError(
                f"port {port} for {what}: {error.strerror}; stop what uses it, or choose another, "
                f"such as {variable}={port + 1}"
            ) from None


def answers(url: str, data: Mapping | None = None, timeout_s: float = 5.0) -> bytes | None:
    """What an address answers to GET, or to POST with JSON data; None without an answer."""
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    try:
        with urllib.request.urlopen(request, timeout=timeout_s) as answer:
            return answer.read()
    except (urllib.error.URLError, OSError, ValueError):
        return None
