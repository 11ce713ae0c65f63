"""The service for real: up, a flow started as from Prefect's pages, its results, down."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import psutil
import pytest

from infra.processes import answers
from tasks.catalog import query

ROOT = Path(__file__).parents[2]
WAIT_S = 300


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


@pytest.fixture
def service(tmp_path):
    """The environment of a running service."""
    ports = {name: str(free_port()) for name in ("PREFECT", "MLFLOW")}
    environment = {name: value for name, value in os.environ.items() if "PREFECT" not in name}
    environment |= {f"HEARTHLIGHT_{name}_PORT": port for name, port in ports.items()}
    environment["HEARTHLIGHT_HOME"] = str(tmp_path)
    try:
        started = call(["-m", "infra.service", "up"], environment)
        assert f"http://127.0.0.1:{ports['PREFECT']}" in started.stdout
        yield environment
    finally:
        call(["-m", "infra.service", "down"], environment)


def call(arguments: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess:
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


def api(environment: dict[str, str], path: str, data: dict | None = None):
    url = f"http://127.0.0.1:{environment['HEARTHLIGHT_PREFECT_PORT']}/api/{path}"
    body = None if data is None else json.dumps(data).encode()
    request = urllib.request.Request(url, body, {"Content-Type": "application/json"})
    deadline = time.monotonic() + 60
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as error:
            if error.code != 503 or time.monotonic() > deadline:  # a busy database is tried again
                raise
        time.sleep(1)


@pytest.mark.slow
def test_a_flow_from_the_form_to_its_results(service, tmp_path):
    deployment = api(service, "deployments/name/search/dsa-me")["id"]
    parameters = {"algorithm": "dsa-me", "preset": "smoke", "out": str(tmp_path / "run")}
    flow_run = api(service, f"deployments/{deployment}/create_flow_run", {"parameters": parameters})
    deadline = time.monotonic() + WAIT_S
    state = None
    while state not in ("COMPLETED", "FAILED", "CRASHED") and time.monotonic() < deadline:
        time.sleep(1)
        found = api(service, f"flow_runs/{flow_run['id']}")
        state = found["state_type"]
    assert state == "COMPLETED", (tmp_path / "service" / "worker.log").read_text()[-3000:]
    assert found["name"].startswith("dsa-me-smoke-seed")

    keys = {each["key"] for each in api(service, "artifacts/filter", {})}
    assert {"progress", "iterations", "places", "elites", "archive", "summary"} <= keys
    assert query([tmp_path / "run"], "select count(*) as n from evaluations")["n"].item() >= 80
    import mlflow

    remembered = json.loads((tmp_path / "run" / "mlflow.json").read_text())
    url = f"http://127.0.0.1:{service['HEARTHLIGHT_MLFLOW_PORT']}"
    run = mlflow.MlflowClient(url).get_run(remembered["run_id"])
    assert run.data.tags["flow_run"] == flow_run["id"]
    assert flow_run["id"] in run.data.tags["flow_run_page"]
    assert "qd_score" in run.data.metrics

    again = ["-m", "flows", "search", "map-elites", "--preset", "smoke", "--out"]
    call([*again, str(tmp_path / "by-command")], service)
    names = {each["name"] for each in api(service, "flow_runs/filter", {})}
    assert "map-elites-smoke-seed1" in names  # a command uses the service

    call(["-m", "infra.service", "down"], service)
    assert answers(f"{url}/health") is None
    mine = [each.info for each in psutil.process_iter(["cmdline"]) if _is_of(each, service)]
    assert not mine


def _is_of(process: psutil.Process, environment: dict[str, str]) -> bool:
    """Whether a process was started by this service."""
    try:
        found = process.environ().get("HEARTHLIGHT_HOME")
    except psutil.Error:
        return False
    return found == environment["HEARTHLIGHT_HOME"] and process.pid != os.getpid()
