"""Stopped flows are cancelled, with one line in the log."""

from types import SimpleNamespace

import pytest
from prefect import flow, runtime
from prefect.exceptions import TerminationSignal
from prefect.logging.handlers import set_api_log_sink

from tasks.run_loop.measured import Measured
from tasks.run_loop.steps import step


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), TerminationSignal(15)])
def test_a_step_that_a_person_stops_is_cancelled_and_no_crash(prefect, tmp_path, stop):
    sent, told = [], []
    run = SimpleNamespace(measured=Measured(tmp_path / "seconds.json"))
    run.measured.begin(1)

    @step("stopped")
    def stopped(run):
        told.append(runtime.task_run.id)
        raise stop

    @flow
    def some_flow():
        with pytest.raises(type(stop)) as raised:
            stopped(run)
        assert raised.value is stop

    set_api_log_sink(sent.append)
    try:
        some_flow()
    finally:
        set_api_log_sink(None)
    (line,) = (each["message"] for each in sent if each["task_run_id"] == told[0])
    assert line.startswith("Finished in state Cancelled")
