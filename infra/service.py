"""Hearthlight as a service on one machine: `python -m infra.service up`, `down`, `status`.

`up` starts Prefect's server and MLflow's, a work pool with a worker, and registers the deployments
of `infra/prefect.yaml`; what runs already is left alone. `down` ends all of it; a flow that runs
is stopped and continues when it is retried. Everything lies in ``$HEARTHLIGHT_HOME/service``
(``~/.hearthlight/service``): a pid file and a log per process, Prefect's database, and
``service.json`` with the addresses, where commands look for a server to use.

Settings, from the environment:

    HEARTHLIGHT_PREFECT_PORT, HEARTHLIGHT_MLFLOW_PORT: 4200 and 5000.
    HEARTHLIGHT_SERVICE_HOST: the address to listen on; 127.0.0.1, which is this machine alone.
    HEARTHLIGHT_WORKER_LIMIT: flows at a time; 1, since one uses all cores.
    PREFECT_SERVER_DATABASE_CONNECTION_URL, MLFLOW_BACKEND_STORE_URI: databases instead of SQLite.
"""

import argparse
import json
import os
import subprocess
import sys
from dataclasses import dataclass, field
from pathlib import Path

from infra.processes import Process, ServiceError, answers, check_port
from tasks.storage.home import SERVICE_FILE, hearthlight_home

ROOT = Path(__file__).resolve().parents[1]
DEPLOYMENTS = ROOT / "infra" / "prefect.yaml"
POOL = "hearthlight"
START_S = 180.0


@dataclass(frozen=True)
class Service:
    """Where the service's parts are, as the environment says."""

    home: Path = field(default_factory=lambda: hearthlight_home() / "service")
    host: str = field(default_factory=lambda: _setting("SERVICE_HOST", "127.0.0.1"))
    prefect_port: int = field(default_factory=lambda: _number("PREFECT_PORT", 4200, 65_535))
    mlflow_port: int = field(default_factory=lambda: _number("MLFLOW_PORT", 5000, 65_535))
    limit: int = field(default_factory=lambda: _number("WORKER_LIMIT", 1, 1000))

    @property
    def processes(self) -> tuple[Process, Process, Process]:
        """Prefect's server, MLflow's server, the worker: in the order of their start."""
        return (
            Process("prefect", self.home),
            Process("mlflow", self.home),
            Process("worker", self.home),
        )

    @property
    def prefect_url(self) -> str:
        """Prefect's pages."""
        return f"http://{self._reachable}:{self.prefect_port}"

    @property
    def mlflow_url(self) -> str:
        """MLflow's pages."""
        return f"http://{self._reachable}:{self.mlflow_port}"

    @property
    def _reachable(self) -> str:
        return "127.0.0.1" if self.host == "0.0.0.0" else self.host

    def environment(self) -> dict[str, str]:
        """For all processes of the service."""
        by_server = {"MLFLOW_TRACKING_URI": self.mlflow_url} if _has_own_store() else {}
        return by_server | {
            "PYTHONPATH": str(ROOT),
            "PREFECT_HOME": str(self.home / "prefect"),
            "PREFECT_API_URL": f"{self.prefect_url}/api",
            "PREFECT_UI_URL": self.prefect_url,
            "PREFECT_SERVER_UI_API_URL": "/api",  # else the pages look for port 4200
            "PREFECT_SERVER_ANALYTICS_ENABLED": "false",
            "DO_NOT_TRACK": "1",
            "MLFLOW_DISABLE_TELEMETRY": "true",
            "MLFLOW_SERVER_ENABLE_JOB_EXECUTION": "false",  # 12 processes and 2 GB otherwise
            "HEARTHLIGHT_MLFLOW_URL": self.mlflow_url,
        }


def up(service: Service) -> None:
    """Starts what does not run; returns when all of it is healthy.

    Raises:
        ServiceError: A port is taken, or a part does not become healthy; what was started here is
            stopped again.
    """
    prefect, mlflow, worker = service.processes
    if prefect.find() is None:
        check_port(service.host, service.prefect_port, "Prefect", "HEARTHLIGHT_PREFECT_PORT")
    if mlflow.find() is None:
        check_port(service.host, service.mlflow_port, "MLflow", "HEARTHLIGHT_MLFLOW_PORT")
    started = [part for part in service.processes if part.find() is None]
    try:
        _start_servers(service, started)
        _register(service)
        if worker in started:
            _start(worker, service, _worker_command(service))
        worker.wait_until(lambda: _worker_is_online(service), START_S)
    except BaseException:
        for part in reversed(started):
            part.stop()
        raise
    urls = {"prefect": f"{service.prefect_url}/api", "mlflow": service.mlflow_url}
    if _has_own_store():
        urls["tracking"] = service.mlflow_url
    (service.home / SERVICE_FILE).write_text(json.dumps(urls, indent=2) + "\n")
    told = "\n".join(f"  {part.name:<8} log {part.log}" for part in service.processes)
    print(
        f"Hearthlight is up:\n  schedule and watch flows   {service.prefect_url}\n"
        f"  compare experiments        {service.mlflow_url}\n{told}\n`make down` stops it."
    )


def down(service: Service) -> None:
    """Stops everything: the worker first, which stops its flows so that they can be continued."""
    (service.home / SERVICE_FILE).unlink(missing_ok=True)
    stopped = [part.name for part in reversed(service.processes) if part.stop()]
    print(f"stopped: {', '.join(stopped)}" if stopped else "nothing was running")


def status(service: Service) -> bool:
    """Tells what runs; returns whether all of it is healthy."""
    prefect, mlflow, worker = service.processes
    healthy = {
        prefect: answers(f"{service.prefect_url}/api/health") is not None,
        mlflow: answers(f"{service.mlflow_url}/health") is not None,
        worker: _worker_is_online(service),
    }
    for part, is_healthy in healthy.items():
        found = part.find()
        state = "not running" if found is None else f"process {found.pid}"
        health = "" if found is None else ", healthy" if is_healthy else ", does not answer"
        print(f"{part.name:<8} {state}{health}; log {part.log}")
    return all(healthy.values()) and all(part.find() for part in healthy)


def _start_servers(service: Service, started: list[Process]) -> None:
    prefect, mlflow, _ = service.processes
    if prefect in started:
        _start(prefect, service, _prefect_command(service))
    if mlflow in started:
        _start(mlflow, service, _mlflow_command(service))
    prefect.wait_until(lambda: answers(f"{service.prefect_url}/api/health") is not None, START_S)
    mlflow.wait_until(lambda: answers(f"{service.mlflow_url}/health") is not None, START_S)


def _prefect_command(service: Service) -> list[str]:
    place = ["--host", service.host, "--port", str(service.prefect_port)]
    return _prefect("server", "start", *place, "--log-level", "WARNING")


def _mlflow_command(service: Service) -> list[str]:
    home = hearthlight_home() / "mlflow"
    home.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-P", "-m", "mlflow", "server"]
    if not _has_own_store():  # another one stays in the environment: it may hold a password
        command += ["--backend-store-uri", f"sqlite:///{home / 'mlflow.db'}"]
    command += ["--artifacts-destination", str(home / "artifacts"), "--workers", "1"]
    return [*command, "--host", service.host, "--port", str(service.mlflow_port)]


def _has_own_store() -> bool:
    """Whether MLflow's store is another one than the file that commands open themselves."""
    return bool(os.environ.get("MLFLOW_BACKEND_STORE_URI"))


def _worker_command(service: Service) -> list[str]:
    command = ["worker", "start", "--pool", POOL, "--type", "process", "--name", POOL]
    return _prefect(*command, "--limit", str(service.limit))


def _register(service: Service) -> None:
    """Makes the work pool and the deployments, or brings them up to date."""
    pool = ["work-pool", "create", POOL, "--type", "process", "--overwrite"]
    deploy = ["deploy", "--all", "--prefect-file", str(DEPLOYMENTS)]
    for command in (pool, deploy):
        done = subprocess.run(
            _prefect("--no-prompt", *command),
            cwd=ROOT,
            env={**os.environ, **service.environment()},
            capture_output=True,
            text=True,
        )
        if done.returncode != 0:
            raise ServiceError(f"prefect {' '.join(command)} failed:\n{done.stdout}{done.stderr}")


def _worker_is_online(service: Service) -> bool:
    url = f"{service.prefect_url}/api/work_pools/{POOL}/workers/filter"
    answer = answers(url, {})
    return answer is not None and any(each["status"] == "ONLINE" for each in json.loads(answer))


def _start(part: Process, service: Service, command: list[str]) -> None:
    part.start(command, ROOT, service.environment())


def _prefect(*arguments: str) -> list[str]:
    return [sys.executable, "-P", "-m", "prefect", *arguments]


def _setting(name: str, default: str) -> str:
    return os.environ.get(f"HEARTHLIGHT_{name}") or default


def _number(name: str, default: int, high: int) -> int:
    text = _setting(name, str(default))
    if not text.isdecimal() or not 1 <= int(text) <= high:
        raise ServiceError(f"HEARTHLIGHT_{name}={text}: use a whole number from 1 to {high}")
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
    except ServiceError as error:
        print(f"error: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
