import os
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress

import psutil
import pytest

from tasks.orchestration import server
from tasks.orchestration.server import ServerError, prefect_server
from tests.processes import ROOT

# A flow on its own server, in a process of its own: what a command of ours does.
FLOW = """
import os, sys
from tasks.orchestration.server import prefect_server
assert "prefect" not in sys.modules
with prefect_server() as url:
    from prefect import flow, task
    from prefect.task_runners import ThreadPoolTaskRunner

    @task
    def double(number):
        return 2 * number

    @flow(task_runner=ThreadPoolTaskRunner(max_workers=2))
    def doubles(n):
        return sum(future.result() for future in [double.submit(i) for i in range(n)])

    assert os.environ["PREFECT_API_URL"] == url
    print("sum", doubles(20), flush=True)
    from sqlite3 import connect
    from time import sleep
    database = connect(os.environ["HEARTHLIGHT_HOME"] + "/prefect/prefect.db")
    rows = lambda: database.execute(
        "select state_type, count(*) from task_run group by 1"
    ).fetchall()
    for _ in range(120):  # the server writes records with a delay
        if rows() == [("COMPLETED", 20)]:
            break
        sleep(0.5)
assert "PREFECT_API_URL" not in os.environ
print("rows", *rows(), *database.execute("select count(*) from events").fetchone())

os.environ.pop("PREFECT_HOME", None)
del sys.modules["prefect"]  # the next server is for someone who waits for it, not for a flow
with prefect_server() as url:
    print("server", url, flush=True)
    sys.stdin.read()
"""


@pytest.fixture
def own_settings(tmp_path, monkeypatch):
    """No server given, and a home that nobody shares."""
    for name in ("PREFECT_API_URL", "PREFECT_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.delitem(sys.modules, "prefect", raising=False)
    monkeypatch.setenv("HEARTHLIGHT_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_a_flow_has_one_server_that_keeps_its_records_and_dies_with_it(own_settings):
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen([sys.executable, "-c", FLOW], text=True, cwd=ROOT, **pipes) as flow:
        try:
            assert flow.stdout.readline() == "sum 380\n"
            assert flow.stdout.readline() == "rows ('COMPLETED', 20) 0\n"  # tasks, and no event
            url = flow.stdout.readline().split()[1]
            assert server.is_healthy(url)
            children = psutil.Process(flow.pid).children(recursive=True)
            assert len(children) == 1
        finally:
            os.kill(flow.pid, signal.SIGKILL)  # no chance to clean up
    try:
        assert psutil.wait_procs(children, timeout=60)[1] == []
        assert not server.is_healthy(url)
    finally:
        for child in children:
            with suppress(psutil.NoSuchProcess):
                child.kill()


def test_a_server_that_is_named_is_used_if_it_answers(own_settings, monkeypatch):
    url = f"http://127.0.0.1:{server.free_port()}/api"
    monkeypatch.setenv("PREFECT_API_URL", url)
    told = rf"{url}, but no .*unset PREFECT_API_URL"
    with pytest.raises(ServerError, match=told), prefect_server():
        pass


def test_a_server_that_cannot_start_shows_its_log(own_settings, monkeypatch):
    monkeypatch.setenv("PREFECT_API_DATABASE_CONNECTION_URL", "nonsense")
    began = time.monotonic()
    with pytest.raises(ServerError, match=r"ended; its log is .*server.log:\n  "), prefect_server():
        pass
    assert time.monotonic() - began < 60


def test_a_home_that_cannot_be_written_is_named(own_settings):
    own_settings.write_text("a file where the folder should be")
    told = "cannot write here .*HEARTHLIGHT_HOME"
    with pytest.raises(ServerError, match=told), prefect_server():
        pass


def test_two_servers_never_share_a_database(own_settings):
    first, lock = server._claim_home()
    with lock:
        second, other = server._claim_home()
        other.close()
    third, again = server._claim_home()
    again.close()
    assert [home.name for home in (first, second, third)] == ["prefect", "prefect-2", "prefect"]


def test_prefect_must_not_be_imported_before(own_settings, monkeypatch):
    monkeypatch.setitem(sys.modules, "prefect", object())
    with pytest.raises(ServerError, match="already imported"), prefect_server():
        pass


def test_another_program_at_an_address_is_no_answer():
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        answers = threading.Thread(target=lambda: other.accept()[0].sendall(b"SSH-2.0-x\r\n"))
        answers.start()
        assert server.answer(f"http://127.0.0.1:{other.getsockname()[1]}/api/health") is None
        answers.join()
