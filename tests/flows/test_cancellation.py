"""Stopped flows are cancelled, with one line in the log."""

from types import SimpleNamespace

import pytest
from prefect import get_client, runtime
from prefect.states import Cancelling

from tasks.orchestration import steps
from tasks.orchestration.steps import flow as stoppable
from tasks.orchestration.steps import step
from tasks.run_loop.measured import Measured


def states(name: str) -> list[str]:
    """The states that the flow runs of this name have had."""
    from prefect.client.schemas.filters import FlowFilter

    wanted = FlowFilter(name={"any_": [name]})
    with get_client(sync_client=True) as client:
        (run,) = client.read_flow_runs(flow_filter=wanted)
        return [each.type.value for each in client.read_flow_run_states(run.id)]


def test_a_flow_that_a_person_stops_is_cancelled_with_the_one_it_belongs_to(prefect, api_log):
    @stoppable("stopped-part")
    def part():
        raise KeyboardInterrupt

    @stoppable("stopped-whole")
    def whole():
        part()

    with pytest.raises(KeyboardInterrupt):
        whole()
    for name in ("stopped-part", "stopped-whole"):
        assert states(name)[-2:] == ["RUNNING", "CANCELLED"]
    lines = [each["message"] for each in api_log if "Finished" in each["message"]]
    assert lines == ["Finished in state Cancelled('stopped')"] * 2
    assert not any("Crash" in each["message"] for each in api_log)


def test_a_command_stops_when_its_page_says_cancel(prefect, tmp_path, monkeypatch):
    """Also the page of the study that its run belongs to."""
    monkeypatch.setattr(steps, "ASK_S", 0.0)
    run = SimpleNamespace(measured=Measured(tmp_path / "seconds.json"), is_replaying=False)
    run.measured.begin(1)
    worked = []

    @step("work")
    def work(run):
        worked.append(1)

    @stoppable("part-of-cancelled")
    def part():
        work(run)
        with get_client(sync_client=True) as client:
            whole = runtime.flow_run.root_flow_run_id
            client.set_flow_run_state(whole, Cancelling())
        work(run)

    @stoppable("cancelled-by-button")
    def whole():
        part()

    with pytest.raises(KeyboardInterrupt, match="cancelled on its page in Prefect"):
        whole()
    assert worked == [1]
    assert states("cancelled-by-button")[-3:] == ["RUNNING", "CANCELLING", "CANCELLED"]
    assert states("part-of-cancelled")[-1] == "CANCELLED"


def test_a_flow_that_fails_fails(prefect):
    @stoppable("failing")
    def failing():
        raise ValueError("mine")

    with pytest.raises(ValueError, match="mine"):
        failing()
    assert states("failing")[-1] == "FAILED"
