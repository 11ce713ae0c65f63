import time
from types import SimpleNamespace

import pytest
from prefect import flow, runtime
from prefect.exceptions import TerminationSignal
from prefect.logging.handlers import set_api_log_sink

from tasks.orchestration.steps import step, tracking_time


@step("work", run_name="{label}")
def work(state, label, fails=False):
    """Works."""
    state.facts = {}  # as the end of an iteration does
    time.sleep(0.3)
    with tracking_time(state):
        time.sleep(0.1)
    if fails:
        raise ValueError(label)
    return label


def test_what_a_step_costs_beyond_its_work_is_told(prefect):
    state = SimpleNamespace(facts={})

    @flow
    def some_flow():
        start = time.perf_counter()
        assert work(state, "first") == "first"
        return time.perf_counter() - start

    wall = some_flow()
    assert 0.1 < state.facts["tracking_s"] <= wall - 0.29


def test_a_step_that_fails_is_measured_and_fails():
    state = SimpleNamespace(facts={})
    start = time.perf_counter()
    with pytest.raises(ValueError, match="first"):
        work.fn(state, "first", fails=True)
    wall = time.perf_counter() - start
    assert 0.1 <= state.facts["tracking_s"] <= wall - 0.3


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), TerminationSignal(15)])
def test_a_step_that_a_person_stops_is_cancelled_and_no_crash(prefect, stop):
    sent, told = [], []

    @step("stopped")
    def stopped(state):
        told.append(runtime.task_run.id)
        raise stop

    @flow
    def some_flow():
        with pytest.raises(type(stop)) as raised:
            stopped(SimpleNamespace(facts={}))
        assert raised.value is stop

    set_api_log_sink(sent.append)
    try:
        some_flow()
    finally:
        set_api_log_sink(None)
    (line,) = (each["message"] for each in sent if each["task_run_id"] == told[0])
    assert line.startswith("Finished in state Cancelled")
