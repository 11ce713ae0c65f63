"""Flow runs of the service, through the API of its Prefect server."""

from tasks.orchestration.server import ask
from tests.waiting import until

#: Final states of a flow run.
ENDED = ("COMPLETED", "FAILED", "CRASHED", "CANCELLED")


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
