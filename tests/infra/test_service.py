"""The service's parts without its servers: deployments, forms, ports, pid files."""

import socket
import sys
from contextlib import suppress

import psutil
import pytest

from infra.deployments import project
from infra.service import Process, Service, _check_ports, status
from tasks.orchestration.server import ServerError
from tests.processes import python
from tests.waiting import until

DEPLOYMENTS = project()["deployments"]
LONG = [sys.executable, "-c", "import time; time.sleep(60)"]
#: Commands that are over in moments, or that only read.
NOT_DEPLOYED = {
    *("app", "benchmark", "efficiency", "explain", "export", "patches", "presets", "replay"),
    *("report", "review", "sql"),
}


def entry(deployment: dict):
    """The flow of a deployment."""
    from prefect.flows import load_flow_from_entrypoint

    return load_flow_from_entrypoint(deployment["entrypoint"])


def submit(flow, given: dict) -> None:
    """Checks the values of a form as Prefect's server does at submission."""
    from prefect.utilities.schema_tools import validate

    validate(given, flow.parameters.model_dump_for_openapi(), raise_on_error=True)


@pytest.mark.parametrize("deployment", DEPLOYMENTS, ids=lambda each: each["name"])
def test_a_deployment_has_what_prefect_needs(deployment):
    """`tests/flows/faces/test_forms.py` submits it."""
    from prefect.server.schemas.schedules import CronSchedule

    assert set(deployment.get("parameters", {})) <= set(entry(deployment).parameters.properties)
    assert deployment["description"]
    assert deployment["tags"]
    assert deployment["concurrency_limit"] == {"limit": 1, "collision_strategy": "ENQUEUE"}
    for schedule in deployment["schedules"]:
        CronSchedule(cron=schedule["cron"], timezone=schedule["timezone"])


def test_commands_that_take_time_are_deployed():
    from flows.commands import QUESTIONS

    deployed = {each["name"] for each in DEPLOYMENTS}
    covered = {"search"}  # any algorithm of dsa-me's form
    assert set(QUESTIONS) - NOT_DEPLOYED - covered <= deployed


def test_a_taken_port_is_named_with_the_variable_that_sets_another(monkeypatch, taken_port):
    wanted = rf"port {taken_port} is in use; .*HEARTHLIGHT_MLFLOW_PORT={taken_port + 1}"
    with pytest.raises(ServerError, match=wanted):
        _check_ports(Service(mlflow_port=taken_port), ["mlflow"])
    monkeypatch.setenv("HEARTHLIGHT_PREFECT_PORT", "70000")
    with pytest.raises(ServerError, match=r"HEARTHLIGHT_PREFECT_PORT=70000: use .* to 65535"):
        Service()


def test_mlflow_is_started_without_an_application_of_ours(tmp_path, monkeypatch):
    monkeypatch.setenv("HEARTHLIGHT_HOME", str(tmp_path))
    monkeypatch.delenv("MLFLOW_BACKEND_STORE_URI", raising=False)
    words = Service(home=tmp_path).command("mlflow")
    assert words[2:5] == ["-m", "mlflow", "server"]
    store, artifacts = f"sqlite:///{tmp_path}/mlflow/mlflow.db", f"{tmp_path}/mlflow/artifacts"
    options = dict(zip(words[5::2], words[6::2], strict=True))
    assert options == {
        "--workers": "1", "--backend-store-uri": store, "--artifacts-destination": artifacts,
        "--host": "127.0.0.1", "--port": "5000",
    }  # fmt: skip


def test_the_application_answers_to_its_machines_name_on_another_address(tmp_path, monkeypatch):
    from flows.faces.command_line import read

    def names(host: str) -> list[str]:
        _, _, _, *words = Service(home=tmp_path, host=host).command("app")
        return read(words).names

    monkeypatch.delenv("HEARTHLIGHT_SERVICE_NAME", raising=False)
    assert names("127.0.0.1") == []
    assert names("0.0.0.0") == [socket.getfqdn()]
    monkeypatch.setenv("HEARTHLIGHT_SERVICE_NAME", "lab.example.org")
    assert names("10.0.0.7") == ["lab.example.org"]


def _words(process: psutil.Process) -> list[str]:
    """A process's command; nothing if it has ended since it was found."""
    with suppress(psutil.NoSuchProcess):
        return process.cmdline()
    return []


def test_a_process_is_found_again_and_stopped_with_what_it_started(tmp_path):
    """Also with a grandchild whose parent has ended, and which is no child of anybody's."""
    lost = "import subprocess, sys; subprocess.Popen(sys.argv[1:], start_new_session=True)"
    parent = "import subprocess, sys, time; subprocess.run(sys.argv[1:]); time.sleep(60)"
    part = Process("part", tmp_path)
    command = [sys.executable, "-c", parent, sys.executable, "-c", lost, *LONG]
    part.start(command, tmp_path, {})
    until(lambda: any(LONG[-1] in _words(each)[-1:] for each in part.find()[1:]))
    found = part.find()
    assert Process("part", tmp_path).stop()
    assert not any(each.is_running() and each.status() != "zombie" for each in found)
    assert part.find() == []
    assert not part.stop()


def test_what_a_child_starts_while_it_is_stopped_is_stopped_too(tmp_path):
    on_end = "lambda *_: (subprocess.Popen(sys.argv[2:], start_new_session=True), sys.exit())"
    child = (
        f"import pathlib, signal, subprocess, sys, time; signal.signal(signal.SIGTERM, {on_end});"
        "pathlib.Path(sys.argv[1]).touch(); time.sleep(60)"
    )
    parent = "import subprocess, sys; subprocess.run(sys.argv[1:])"
    part, ready = Process("part", tmp_path), tmp_path / "ready"
    command = [sys.executable, "-c", parent, sys.executable, "-c", child, str(ready), *LONG]
    part.start(command, tmp_path, {})
    until(ready.exists)
    assert part.stop()
    assert part.find() == []


def test_a_process_of_the_same_name_in_another_folder_is_left_alone(tmp_path):
    ours, other = Process("part", tmp_path), Process("part", tmp_path / "other")
    other.start(LONG, tmp_path, {})
    try:
        assert not ours.stop()
        assert len(other.find()) == 1
    finally:
        assert other.stop()


def test_a_part_that_ends_at_once_is_reported_with_its_log(tmp_path):
    part = Process("part", tmp_path)
    part.start([sys.executable, "-c", "raise SystemExit('no database')"], tmp_path, {})
    with pytest.raises(ServerError, match=r"part ended; its log is .*part.log:\n  no database"):
        part.wait_until(lambda: False, 20)


def test_status_tells_what_does_not_run(tmp_path, capsys):
    assert not status(Service(home=tmp_path, prefect_port=1, mlflow_port=2))
    assert "worker   not running" in capsys.readouterr().out


def test_the_command_refuses_in_one_line():
    done = python("-m", "infra.service", "up", HEARTHLIGHT_WORKER_LIMIT="none")
    assert done.returncode == 2
    told = "error: HEARTHLIGHT_WORKER_LIMIT=none: use a whole number from 1 to 1000\n"
    assert done.stderr == told


def test_an_address_that_no_server_takes_is_refused_with_its_variable(monkeypatch):
    monkeypatch.setenv("HEARTHLIGHT_SERVICE_HOST", "::1")
    with pytest.raises(ServerError, match="HEARTHLIGHT_SERVICE_HOST=::1: use a name or an IPv4"):
        Service()
