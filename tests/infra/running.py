"""A running service, on free ports, and its flow runs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tasks.orchestration.server import ask, free_port
from tests.processes import ROOT
from tests.waiting import until

#: Final states of a flow run.
ENDED = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")


def call(arguments: list[str], environment: dict[str, str]) -> subprocess.CompletedProcess:
    """Runs this Python with arguments; it must succeed."""
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done


@contextmanager
def running_service(home: Path, **more: str) -> Iterator[dict[str, str]]:
    """The service of `make up` in its own home; yields the environment of its commands.

    Args:
        home: The folder that is `HEARTHLIGHT_HOME`.
        more: Other variables of that environment.
    """
    ports = {name: str(free_port()) for name in ("PREFECT", "MLFLOW", "APP")}
    environment = {name: value for name, value in os.environ.items() if "PREFECT" not in name}
    environment |= {f"HEARTHLIGHT_{name}_PORT": port for name, port in ports.items()}
    environment |= {"HEARTHLIGHT_HOME": str(home), **more}
    try:
        started = call(["-m", "infra.service", "up"], environment)
        assert f"http://127.0.0.1:{ports['PREFECT']}" in started.stdout
        yield environment
    finally:
        call(["-m", "infra.service", "down"], environment)


def deployment_id(prefect: str, name: str) -> str:
    """Return the id of a deployment, such as `search/dsa-me`, on the server at `prefect`."""
    return ask(f"{prefect}/api/deployments/name/{name}")["id"]


def wait_until_completed(prefect: str, flow_run: str, timeout_s: float) -> None:
    """Wait for the end of a flow run, which must complete in time."""

    def final_state() -> str | None:
        state = ask(f"{prefect}/api/flow_runs/{flow_run}").get("state_type")
        return state if state in ENDED else None

    state = until(final_state, timeout_s, f"the end of flow run {flow_run}", 0.5)
    assert state == "COMPLETED", f"flow run {flow_run}: {state}; its page and worker.log show why"
