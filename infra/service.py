"""Hearthlight as a service on one machine: `python -m infra.service up`, `down`, `status`.

`up` starts what is not running: Prefect's and MLflow's servers, the application that shows runs,
and a work pool with a worker. Then it registers the deployments (`infra.deployments`). `down` stops
them and running flows, which continue when retried. All files are in ``$HEARTHLIGHT_HOME/service``
(``~/.hearthlight/service``): a log per process, Prefect's database, and ``service.json`` with the
addresses, from which commands find the server. Each process and its children have its name in their
environment. The commands find them by that name, so reused process ids do no harm, and orphans are
found.

infra/README.md lists the environment variables.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import psutil

from infra.deployments import write_project
from tasks.orchestration.server import (
    LOOPBACK,
    ServerError,
    answer,
    ask,
    check_port,
    start_logged,
    wait_until_healthy,
)
from tasks.storage.shared_home import SERVICE_FILE, hearthlight_home

ROOT = Path(__file__).resolve().parents[1]
#: Where flows of the worker put their runs by default.
RUNS = ROOT / "runs"
POOL = "hearthlight"
START_S = 180.0
STOP_S = 20.0
_SEEN_S = 5.0
#: The variable that names the process.
_MARK = "HEARTHLIGHT_PROCESS"


@dataclass(frozen=True)
class Process:
    """A background process, whose output goes to `<name>.log` in its folder."""

    name: str
    folder: Path

    @property
    def log(self) -> Path:
        """Its output."""
        return self.folder / f"{self.name}.log"

    def start(self, command: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> None:
        """Start it in its own session, so that it outlives the terminal."""
        self.folder.mkdir(parents=True, exist_ok=True)
        marked = {**os.environ, **environment, _MARK: str(self.log)}
        process = start_logged(command, self.log, cwd=cwd, env=marked)
        deadline = time.monotonic() + _SEEN_S
        while process.poll() is None and not self.find() and time.monotonic() < deadline:
            time.sleep(0.01)  # its environment cannot be read for a moment: `find` would miss it

    def find(self) -> list[psutil.Process]:
        """Return the process and its children, oldest first; empty if all have ended."""
        found = []
        for each in psutil.process_iter():
            with suppress(psutil.Error):
                if each.environ().get(_MARK) == str(self.log):
                    found.append(each)
        return sorted(found, key=psutil.Process.create_time)

    def stop(self) -> bool:
        """End it, then its children, also those that they start meanwhile.

        A process that does not end within 20 s is killed. Returns whether it was running.
        """
        ended = self.find()[:1]
        _end(ended)
        while left := [each for each in self.find() if each not in ended]:
            _end(left)
            ended += left
        return bool(ended)

    def wait_until(self, is_healthy: Callable[[], bool], timeout_s: float) -> None:
        """Wait until it is healthy.

        ServerError if it ends, or is not healthy in time; the message has the end of its log.
        """
        wait_until_healthy(self.name, self.log, is_healthy, lambda: bool(self.find()), timeout_s)


def _end(processes: Sequence[psutil.Process]) -> None:
    for end in (psutil.Process.terminate, psutil.Process.kill):
        for each in processes:
            with suppress(psutil.NoSuchProcess):
                end(each)
        _, processes = psutil.wait_procs(processes, STOP_S)


@dataclass(frozen=True)
class Service:
    """Settings of the service, from the environment."""

    home: Path = field(default_factory=lambda: hearthlight_home() / "service")
    host: str = field(default_factory=lambda: _host())
    prefect_port: int = field(default_factory=lambda: _number("PREFECT_PORT", 4200, 65_535))
    mlflow_port: int = field(default_factory=lambda: _number("MLFLOW_PORT", 5000, 65_535))
    app_port: int = field(default_factory=lambda: _number("APP_PORT", 8008, 65_535))
    limit: int = field(default_factory=lambda: _number("WORKER_LIMIT", 1, 1000))

    @property
    def processes(self) -> tuple[Process, ...]:
        """Prefect's server, MLflow's, the application, the worker: in the order of their start."""
        return tuple(Process(n, self.home) for n in ("prefect", "mlflow", "app", "worker"))

    @property
    def ports(self) -> dict[str, int]:
        """The ports of the servers by name."""
        return {"prefect": self.prefect_port, "mlflow": self.mlflow_port, "app": self.app_port}

    def url(self, name: str) -> str:
        """Address of the pages of `prefect`, `mlflow` or `app`."""
        host = LOOPBACK if self.host == "0.0.0.0" else self.host
        return f"http://{host}:{self.ports[name]}"

    def _app_name(self) -> list[str]:
        """The application's option for the name to which it answers; none on loopback."""
        if self.host in (LOOPBACK, "localhost"):
            return []
        return ["--name", _setting("SERVICE_NAME", socket.getfqdn())]

    def environment(self) -> dict[str, str]:
        """Return the environment of all processes of the service."""
        by_server = {"MLFLOW_TRACKING_URI": self.url("mlflow")} if _has_own_store() else {}
        return by_server | {
            "PYTHONPATH": str(ROOT),
            "PREFECT_HOME": str(self.home / "prefect"),
            "PREFECT_UI_STATIC_DIRECTORY": str(self.home / "prefect" / "pages"),
            "PREFECT_API_URL": f"{self.url('prefect')}/api",
            "PREFECT_UI_URL": self.url("prefect"),
            "PREFECT_SERVER_UI_API_URL": "/api",  # else the pages use port 4200
            "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
            # Lines of hundreds of completed steps would hide the run's lines in its log.
            "PREFECT_LOGGING_LOGGERS_PREFECT_TASK_RUNS_LEVEL": "WARNING",
            "DO_NOT_TRACK": "1",
            "MLFLOW_DISABLE_TELEMETRY": "true",
            "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",  # by default 12 processes and 2 GB
            "HEARTHLIGHT_MLFLOW_URL": self.url("mlflow"),
            "HEARTHLIGHT_APP_URL": self.url("app"),
        }

    def command(self, name: str) -> list[str]:
        """Return the command of one of the processes."""
        place = ["--host", self.host, "--port", str(self.ports.get(name))]
        match name:
            case "prefect":
                return _prefect("server", "start", "--log-level", "WARNING", *place)
            case "mlflow":
                return [*_mlflow(), *place]
            case "app":
                start = [sys.executable, "-m", "flows", "app", "--runs", str(RUNS)]
                return [*start, *place, *self._app_name()]
        start = ["worker", "start", "--pool", POOL, "--type", "process", "--name", POOL]
        return _prefect(*start, "--limit", str(self.limit))

    def is_healthy(self, name: str) -> bool:
        """Return whether one of the processes is healthy."""
        pages = {"prefect": "api/health", "mlflow": "health", "app": "style.css"}
        if name in pages:
            return answer(f"{self.url(name)}/{pages[name]}") is not None
        workers = ask(f"{self.url('prefect')}/api/work_pools/{POOL}/workers/filter", {})
        return any(each["status"] == "ONLINE" for each in workers)


def up(service: Service) -> None:
    """Start the parts that are not running; return when all are healthy.

    Raises:
        ServerError: A port is taken, or a part does not become healthy. The started parts are
            stopped again.
    """
    started = [part for part in service.processes if not part.find()]
    _check_ports(service, [part.name for part in started])
    *servers, worker = service.processes
    try:
        _start(service, servers, started)
        _register(service)
        _start(service, [worker], started)
    except BaseException:
        for part in reversed(started):
            part.stop()
        raise
    urls = {name: service.url(name) for name in service.ports}
    urls["prefect"] += "/api"
    if _has_own_store():
        urls["tracking"] = service.url("mlflow")
    (service.home / SERVICE_FILE).write_text(json.dumps(urls, indent=2) + "\n")
    logs = "\n".join(f"  {part.name:<8} log {part.log}" for part in service.processes)
    print(
        f"Hearthlight is up:\n  schedule and watch flows   {service.url('prefect')}\n"
        f"  compare experiments        {service.url('mlflow')}/#/experiments\n"
        f"  explore runs, watch games  {service.url('app')}\n{logs}\n`make down` stops it."
    )


def down(service: Service) -> None:
    """Stop everything: first the worker, which stops its flows so that they can be continued."""
    (service.home / SERVICE_FILE).unlink(missing_ok=True)
    stopped = [part.name for part in reversed(service.processes) if part.stop()]
    print(f"stopped: {', '.join(stopped)}" if stopped else "nothing was running")


def status(service: Service) -> bool:
    """Print the state of each part; return whether all are healthy."""
    all_healthy = True
    for part in service.processes:
        found, is_healthy = part.find(), service.is_healthy(part.name)
        all_healthy &= bool(found) and is_healthy
        state = f"process {found[0].pid}" if found else "not running"
        health = "" if not found else ", healthy" if is_healthy else ", does not answer"
        print(f"{part.name:<8} {state}{health}; log {part.log}")
    return all_healthy


def _check_ports(service: Service, names: Collection[str]) -> None:
    for name, port in service.ports.items():
        if name in names:
            variable = f"HEARTHLIGHT_{name.upper()}_PORT"
            advice = f"stop what uses it, or choose another, such as {variable}={port + 1}"
            check_port(service.host, port, advice)


def _start(service: Service, parts: Sequence[Process], missing: Collection[Process]) -> None:
    """Start the missing parts, and wait until all are healthy."""
    for part in parts:
        if part in missing:
            part.start(service.command(part.name), ROOT, service.environment())
    for part in parts:
        part.wait_until(partial(service.is_healthy, part.name), START_S)


def _mlflow() -> list[str]:
    home = hearthlight_home() / "mlflow"
    home.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-P", "-m", "mlflow", "server", "--workers", "1"]
    if not _has_own_store():  # other URIs stay in the environment: they may contain a password
        command += ["--backend-store-uri", f"sqlite:///{home / 'mlflow.db'}"]
    return [*command, "--artifacts-destination", str(home / "artifacts")]


def _has_own_store() -> bool:
    """Return whether MLflow's store is not the file that commands open themselves."""
    return bool(os.environ.get("MLFLOW_BACKEND_STORE_URI"))


def _register(service: Service) -> None:
    """Create or update the work pool and the deployments."""
    pool = ["work-pool", "create", POOL, "--type", "process", "--overwrite"]
    listed = write_project(service.home / "prefect.yaml")
    deploy = ["deploy", "--all", "--prefect-file", str(listed)]
    for command in (pool, deploy):
        done = subprocess.run(
            _prefect("--no-prompt", *command),
            cwd=ROOT,
            env={**os.environ, **service.environment()},
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise ServerError(f"prefect {' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def _prefect(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "prefect", *arguments]


def _setting(name: str, default: str) -> str:
    return os.environ.get(f"HEARTHLIGHT_{name}") or default


def _host() -> str:
    host = _setting("SERVICE_HOST", LOOPBACK)
    if ":" in host:
        raise ServerError(
            f"HEARTHLIGHT_SERVICE_HOST={host}: use a name or an IPv4 address, without a port"
        )
    return host


def _number(name: str, default: int, high: int) -> int:
    text = _setting(name, str(default))
    if not text.isdecimal() or not 1 <= int(text) <= high:
        raise ServerError(f"HEARTHLIGHT_{name}={text}: use a whole number from 1 to {high}")
    return int(text)


def main() -> int:
    """Runs one command; returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m infra.service")
    parser.add_argument("command", choices=("up", "down", "status"))
    command = parser.parse_args().command
    try:
        service = Service()
        if command == "status":
            return 0 if status(service) else 1
        (up if command == "up" else down)(service)
    except ServerError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
