"""The running service: up, a flow from a deployment, its results, down."""

import json
import os
import time
import urllib.error
import urllib.request
from pathlib import Path

import mlflow
import psutil
import pytest

from tasks.orchestration.server import answer
from tasks.sql.catalog import query
from tasks.storage.store import load_run, status_of
from tests.infra.running import ENDED, call, running_service

pytestmark = pytest.mark.slow

WAIT_S = 300


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    """The service's home."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def service(home):
    """The environment of a running service; the last test stops it."""
    with running_service(home) as environment:
        yield environment


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


def start(environment: dict[str, str], **parameters) -> str:
    """Starts a search as from its form; returns the flow run's id."""
    deployment = api(environment, "deployments/name/search/dsa-me")["id"]
    asked = {"parameters": {"algorithm": "dsa-me", "preset": "smoke", **parameters}}
    return api(environment, f"deployments/{deployment}/create_flow_run", asked)["id"]


def ended(environment: dict[str, str], flow_run: str, state: str) -> dict:
    """The flow run when it has ended in a state."""
    log = Path(environment["HEARTHLIGHT_HOME"]) / "service" / "worker.log"
    deadline = time.monotonic() + WAIT_S
    while (found := api(environment, f"flow_runs/{flow_run}"))["state_type"] not in ENDED:
        assert time.monotonic() < deadline, log.read_text()[-3000:]
        time.sleep(1)
    assert found["state_type"] == state, log.read_text()[-3000:]
    return found


def test_a_cancelled_run_is_continued_when_it_is_retried(service, home):
    out = home / "cancelled"
    flow_run = start(service, out=str(out), settings=["search.n_games=600"])
    while len(list(out.glob("evaluations/chunk-*.parquet"))) < 2:
        assert api(service, f"flow_runs/{flow_run}")["state_type"] not in ENDED
        time.sleep(0.2)
    url = f"flow_runs/{flow_run}/set_state"
    api(service, url, {"state": {"type": "CANCELLING"}})  # the button Cancel
    ended(service, flow_run, "CANCELLED")
    assert status_of(load_run(out)) in ("failed", "crashed")
    before = {path: path.stat().st_mtime_ns for path in out.glob("evaluations/*.parquet")}
    tracked = (out / "mlflow.json").read_text()

    retry = {"state": {"type": "SCHEDULED", "name": "AwaitingRetry"}}  # the button Retry
    api(service, url, retry | {"force": True})
    while api(service, f"flow_runs/{flow_run}")["state_type"] == "CANCELLED":
        time.sleep(0.2)
    ended(service, flow_run, "COMPLETED")
    assert load_run(out).is_finished
    assert {path: path.stat().st_mtime_ns for path in before} == before  # nothing played twice
    assert (out / "mlflow.json").read_text() == tracked
    client = mlflow.MlflowClient(f"http://127.0.0.1:{service['HEARTHLIGHT_MLFLOW_PORT']}")
    history = client.get_metric_history(json.loads(tracked)["run_id"], "Headline/qd_score")
    games = query([out], "select sum(games) over (order by iteration) as n from metrics")
    assert [each.step for each in history] == games["n"].to_list()


def test_a_flow_from_the_form_to_its_results(service, home):
    flow_run = start(service, out=str(home / "run"))
    found = ended(service, flow_run, "COMPLETED")
    assert found["name"].startswith("dsa-me-smoke-seed")

    keys = {each["key"] for each in api(service, "artifacts/filter", {})}
    assert {"progress", "iterations", "places", "elites", "archive", "summary"} <= keys
    assert query([home / "run"], "select count(*) as n from evaluations")["n"].item() >= 80
    remembered = json.loads((home / "run" / "mlflow.json").read_text())
    url = f"http://127.0.0.1:{service['HEARTHLIGHT_MLFLOW_PORT']}"
    run = mlflow.MlflowClient(url).get_run(remembered["run_id"])
    assert run.data.tags["flow_run"] == flow_run
    assert flow_run in run.data.tags["flow_run_page"]
    assert "Headline/qd_score" in run.data.metrics

    again = ["-m", "flows", "search", "map-elites", "--preset", "smoke", "--out"]
    call([*again, str(home / "by-command")], service)
    names = {each["name"] for each in api(service, "flow_runs/filter", {})}
    assert "map-elites-smoke-seed1" in names  # a command uses the service

    call(["-m", "infra.service", "down"], service)
    assert answer(f"{url}/health") is None
    assert not [each.info for each in psutil.process_iter(["cmdline"]) if _is_of(each, service)]


def _is_of(process: psutil.Process, environment: dict[str, str]) -> bool:
    """Whether a process was started by this service."""
    try:
        found = process.environ().get("HEARTHLIGHT_HOME")
    except psutil.Error:
        return False
    return found == environment["HEARTHLIGHT_HOME"] and process.pid != os.getpid()
