"""Processes that are killed or stopped in the middle of a search."""

import sqlite3
import subprocess
import sys
import time

import psutil
import pytest

from tasks.orchestration.server import free_port, is_healthy
from tests.flows.chaos.disturbed import WAIT_S, Search, children, ended, stopped
from tests.run_contents import in_mlflow
from tests.waiting import until

pytestmark = pytest.mark.slow


def in_prefect(search: Search, flow_run: str) -> str:
    """The state of a flow run in the database of the searches' own server."""
    with sqlite3.connect(search.home / "prefect" / "prefect.db") as database:
        question = "select state_type from flow_run where id = ?"
        ((state,),) = database.execute(question, [flow_run]).fetchall()
    return state


def test_the_flow_is_killed(search, survived, tmp_path):
    process = search.start()
    search.wait_for(2, process)
    server = children(process, "guarded_server.py")
    process.kill()
    process.wait()
    assert psutil.wait_procs(server, timeout=WAIT_S)[1] == []  # it ends with its run
    flow_run = in_mlflow(search.out)[1].data.tags["flow_run"]
    assert (in_mlflow(search.out)[1].info.status, in_prefect(search, flow_run)) == ("RUNNING",) * 2
    before = search.results()

    ended(Search(tmp_path / "other", search.home).start(), 0)
    assert in_mlflow(search.out)[1].info.status == "KILLED"
    assert in_prefect(search, flow_run) == "CRASHED"

    seconds = search.resume()
    survived("kill -9 of the flow; its RUNNING state is corrected", search, before, seconds)
    assert in_mlflow(search.out)[1].info.status == "FINISHED"
    assert not list((search.home / "running").iterdir())


def test_the_runs_own_prefect_server_is_killed(search, survived):
    process = search.start()
    search.wait_for(2, process)
    before = search.results()
    (server,) = children(process, "guarded_server.py")
    server.kill()
    seconds = search.wait_for(len(before) + 1, process)
    assert "the Prefect server ended; restarting it" in ended(process, 0)
    survived("kill -9 of the run's Prefect server", search, before, seconds)
    assert in_prefect(search, in_mlflow(search.out)[1].data.tags["flow_run"]) == "COMPLETED"


def test_a_shared_prefect_server_is_killed(search, survived, tmp_path):
    port = free_port()
    command = [sys.executable, "-m", "prefect", "server", "start", "--no-ui", "--port", str(port)]
    environment = {**search.environment, "PREFECT_HOME": str(tmp_path / "shared")}
    with open(tmp_path / "shared.log", "w") as log:
        server = subprocess.Popen(command, env=environment, stdout=log, stderr=log, cwd=tmp_path)
    url = f"http://127.0.0.1:{port}/api"
    until(lambda: is_healthy(url), WAIT_S)
    alone = search.environment
    search.environment = {**alone, "PREFECT_API_URL": url}
    process = search.start()
    search.wait_for(2, process)
    server.kill()
    server.wait()
    told = ended(process, 2)
    assert f"the Prefect server at {url} ended while the run went on" in told
    assert "run the same command again to continue" in told
    before = search.results()
    search.environment = alone
    start = time.monotonic()
    ended(search.start(), 0)
    survived("kill -9 of a shared Prefect server", search, before, time.monotonic() - start)


def test_ctrl_c(search, survived):
    process = search.start()
    search.wait_for(2, process)
    took = stopped(process)
    assert search.status() == "failed"
    before = search.results()
    seconds = search.resume()
    survived(f"Ctrl-C, which took {took:.1f} s", search, before, seconds)


@pytest.mark.parametrize("fate", ["turned", "lost"])
def test_ctrl_c_where_python_loses_it(search, survived, fate):
    told = ended(search.start(fault=("ctrl-c", fate)), 130)
    assert "stopped; run the same command again to continue" in told
    assert search.status() == "failed"
    before = search.results()
    seconds = search.resume()
    survived(f"Ctrl-C that is {fate} in Prefect's work", search, before, seconds)


def test_two_at_once(search, survived):
    both = [search.start() for _ in range(2)]
    told = [process.communicate(timeout=WAIT_S)[1] for process in both]
    codes = [process.returncode for process in both]
    assert sorted(codes) == [0, 2], told
    refused, winner = codes.index(2), both[codes.index(0)]
    assert f"in use by process {winner.pid} on " in told[refused]
    assert "wait until it ends, stop it, or use another --out" in told[refused]
    survived("two runs at once in one directory; one is refused", search, search.results(), 0.0)
