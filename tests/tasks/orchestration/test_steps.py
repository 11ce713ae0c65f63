import time
from types import SimpleNamespace

import pytest
from prefect import Task, flow, runtime
from prefect.exceptions import TerminationSignal
from prefect.settings import get_current_settings

from tasks.orchestration import steps
from tasks.orchestration.steps import step
from tasks.run_loop.measured import Measured


@step("work", run_name="{label}")
def work(run, label, fails=False):
    """Works."""
    run.measured.begin(1)  # as the end of an iteration does
    time.sleep(0.3)
    if fails:
        raise ValueError(label)
    return label


def run_in(folder, is_replaying=False):
    """What a step needs of a run."""
    return SimpleNamespace(measured=Measured(folder / "seconds.json"), is_replaying=is_replaying)


@pytest.fixture
def run(tmp_path, monkeypatch):
    """A run whose steps cost a tenth of a second before their work and another one after it."""

    def called(self, *arguments, **named):
        time.sleep(0.1)
        try:
            return self.fn(*arguments, **named)
        finally:
            time.sleep(0.1)

    monkeypatch.setattr(Task, "__call__", called)
    return run_in(tmp_path)


def test_what_a_step_costs_beyond_its_work_is_prefects(run):
    start = time.perf_counter()
    assert work(run, "first") == "first"
    wall = time.perf_counter() - start
    assert 0.2 <= run.measured.values["tracking_s"] <= wall - 0.3
    work(run, "second")
    assert 0.2 <= run.measured.values["tracking_s"] < 0.4


def test_a_step_that_fails_is_measured_and_fails(run):
    with pytest.raises(ValueError, match="first"):
        work(run, "first", fails=True)
    assert run.measured.values["tracking_s"] >= 0.2


def test_in_an_iteration_that_ended_before_a_step_is_no_task(run, tmp_path, monkeypatch):
    monkeypatch.setattr(Task, "__call__", None)
    ended = run_in(tmp_path, is_replaying=True)
    assert work(ended, "of a run") == "of a run"
    assert work(SimpleNamespace(run=ended, measured=ended.measured), "of its algorithm")
    assert "tracking_s" not in ended.measured.values


@pytest.mark.parametrize("stop", [KeyboardInterrupt(), TerminationSignal(15)])
def test_a_step_that_a_person_stops_is_cancelled_and_no_crash(prefect, api_log, stop, tmp_path):
    told = []

    @step("stopped")
    def stopped(run):
        told.append(runtime.task_run.id)
        raise stop

    @flow
    def some_flow():
        with pytest.raises(type(stop)) as raised:
            stopped(run_in(tmp_path))
        assert raised.value is stop

    some_flow()
    (line,) = (each["message"] for each in api_log if each["task_run_id"] == told[0])
    assert line.startswith("Finished in state Cancelled")


@steps.flow("heartbeats")
def heartbeats():
    return get_current_settings().flows.heartbeat_frequency


def test_only_a_workers_flow_runs_have_heartbeats(prefect, monkeypatch):
    assert heartbeats() is None
    monkeypatch.setenv("PREFECT__FLOW_RUN_ID", "of a worker")
    assert heartbeats() == 180
