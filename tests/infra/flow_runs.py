"""Flow runs of the service, through the API of its Prefect server."""

import time
from collections.abc import Callable
from typing import Any

from tasks.orchestration.server import ServerError, ask

#: Final states of a flow run.
ENDED = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")


def deployment_id(prefect: str, name: str) -> str:
    """Return the id of a deployment, such as `search/dsa-me`, on the server at `prefect`."""
    return ask(f"{prefect}/api/deployments/name/{name}")["id"]


def wait_for(find: Callable[[], Any], what: str, timeout_s: float) -> Any:
    """Return the first result of a function that is not empty.

    Raises:
        ServerError: There is none in time.
    """
    deadline = time.monotonic() + timeout_s
    while not (found := find()):
        if time.monotonic() > deadline:
            raise ServerError(f"{what}: not there after {timeout_s:.0f} s")
        time.sleep(0.5)
    return found


def wait_until_completed(prefect: str, flow_run: str, timeout_s: float) -> None:
    """Wait for the end of a flow run.

    Raises:
        ServerError: It did not complete, or takes too long.
    """

    def final_state() -> str | None:
        state = ask(f"{prefect}/api/flow_runs/{flow_run}").get("state_type")
        return state if state in ENDED else None

    state = wait_for(final_state, f"the end of flow run {flow_run}", timeout_s)
    if state != "COMPLETED":
        raise ServerError(f"flow run {flow_run}: {state}; its page and worker.log show why")
