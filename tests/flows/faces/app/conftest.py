"""A folder of runs, whole and broken, and the application over it."""

import socket
import threading
from contextlib import contextmanager
from pathlib import Path

import polars as pl
import pytest
import uvicorn
from fastapi.testclient import TestClient

from flows.faces.app.server import create_app
from tasks.reports.results import read_results
from tasks.storage.files import write_table
from tests.edits import edit_json
from tests.flows.faces.app.browsing import MINE, failures, finder, new_browser
from tests.tasks.synthetic import write_fresh, write_run, write_training
from tests.waiting import until

ADDRESS = "http://127.0.0.1"


def client_of(folder, is_strict=True, **options):
    """A browser without scripts at an application; a strict one raises the errors of a bug."""
    options |= {"base_url": ADDRESS, "raise_server_exceptions": is_strict}
    return TestClient(create_app(folder), **options)


@contextmanager
def serving(app, **options):
    """An application that a thread serves: its host and port."""
    server = uvicorn.Server(uvicorn.Config(app, **options))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen()
        thread = threading.Thread(target=server.run, args=[[listening]], daemon=True)
        thread.start()
        try:
            yield listening.getsockname()
        finally:
            server.should_exit = True
            thread.join()


def refusal(answer, *status):
    """The error of an answer with one of these codes, 409 by default, in one line."""
    assert answer.status_code in (status or (409,)), answer.text
    told = answer.json()["error"]
    assert told
    assert "\n" not in told
    return told


def states_of(client, address, id):
    """The states of a job that an address gives, until it is over."""
    states = []

    def is_over():
        states.append(client.get(address, params={"id": id}).json())
        return states[-1]["over"]

    until(is_over)
    return states


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    """Runs `done`, `study/sliding`, `cubes` and `trained`, one killed and one damaged."""
    folder = tmp_path_factory.mktemp("runs")
    run = write_run(folder / "done", seed=3)
    write_fresh(run, read_results(run.path).archive.elites().ids)
    steps = {"iteration": [0, 1], "evaluations": [30, 70], "qd_score": [10.0, 20.5]}
    more = {"coverage": [0.01, 0.02], "max_objective": [8.0, 11.0]}
    write_table(run.metrics_path, pl.DataFrame(steps | more))
    sliding = {"kind": "sliding", "measures": ["deck_mana_sum", "dust"], "budget": 70}
    mutated = {"algorithm": "map-elites", "proposals": "mutation"}
    write_run(folder / "study" / "sliding", seed=4, archive=sliding, **mutated)
    cubes = {"kind": "grid", "measures": ["turns", "hand_size", "dust"], "shape": [4, 4, 4]}
    cubes |= {"ranges": [[5, 15], [1, 7], [0, 4000]]}
    write_run(folder / "cubes", seed=5, archive=cubes, **mutated)
    write_training(folder / "trained")
    killed = write_run(folder / "killed", seed=6, n=0)
    edit_json(killed.path / "manifest.json", status="running")
    damaged = write_run(folder / "damaged", seed=7)
    (damaged.path / "manifest.json").write_text('{"format": "hearthli')
    return folder


@pytest.fixture(scope="session")
def client(runs):
    return client_of(runs, is_strict=False)


@pytest.fixture(scope="module")
def folder(runs):
    return Path(MINE).parent if MINE else runs


@pytest.fixture(scope="module")
def address(folder):
    with serving(create_app(folder), log_level="warning") as (host, port):
        yield f"http://{host}:{port}"


@pytest.fixture(scope="module")
def browser(address):
    driver = new_browser()
    yield driver
    driver.quit()


@pytest.fixture
def other_browser(address):
    driver = new_browser()
    yield driver
    assert failures(driver) == []
    driver.quit()


@pytest.fixture
def find(browser, address):
    """Finds in the first browser; afterwards no script may have failed."""
    yield finder(browser)
    assert failures(browser) == []


@pytest.fixture
def run():
    return Path(MINE).name if MINE else "done"


@pytest.fixture
def sized(browser):
    """Sets the size of the first browser's window; afterwards it is as it was."""

    def made(width, height):
        metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    yield made
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
