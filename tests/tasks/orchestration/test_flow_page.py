"""A study on Prefect's pages and in MLflow, with real servers."""

import json
from http.server import BaseHTTPRequestHandler, HTTPServer
from threading import Thread

import polars as pl
import pytest
from polars import read_csv
from prefect import flow, runtime

from tasks.orchestration import flow_page
from tasks.orchestration.flow_page import (
    _app_lines,
    _mlflow_line,
    _replace_table,
    show_iteration,
    show_picture,
)
from tasks.orchestration.server import ask
from tasks.storage.files import StoreError, write_table
from tasks.storage.run import Run
from tasks.storage.shared_home import OWN_SERVER
from tasks.storage.store import open_run
from tasks.tracking.mlflow_run import start_tracking
from tasks.tracking.mlflow_store import _flow_run_page
from tests.run_contents import in_mlflow

STUDY = {"preset": "smoke", "seed": 1, "algorithms": ["map-elites"], "trials": 2}
STUDY["settings"] = ["search.evaluations=24", "search.n_games=2", "search.fresh_games=2"]
NAMES = ["map-elites-1", "map-elites-2"]


def artifacts(prefect: dict[str, str], key: str) -> list[dict]:
    """The server's artifacts of a key, the oldest first (all keys would not fit a page)."""
    wanted = {"artifacts": {"key": {"any_": [key]}}}
    found = ask(f"{prefect['PREFECT_API_URL']}/artifacts/filter", wanted)
    return sorted(found, key=lambda each: each["created"])


def test_a_runs_page_in_the_application_is_linked_if_it_shows_the_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run = tmp_path / "runs" / "study" / "a b"
    monkeypatch.delenv("HEARTHLIGHT_APP_URL", raising=False)
    assert _app_lines(run) == []
    monkeypatch.setenv("HEARTHLIGHT_APP_URL", "http://127.0.0.1:8008")
    page = "http://127.0.0.1:8008/archive?run=study/a%20b"
    assert _app_lines(run) == [f"Archive, decks and games: [{page}]({page})"]
    assert _app_lines(tmp_path / "elsewhere") == []


def test_a_run_links_to_mlflow_only_if_a_server_answers(home, tmp_path, monkeypatch):
    with open_run(tmp_path / "run", {}, 1, "cards") as run:
        tracking = start_tracking(run, "dsa-me", {})
    tracking.finish()
    with HTTPServer(("127.0.0.1", 0), _Healthy) as server:
        url = f"http://127.0.0.1:{server.server_port}"
        monkeypatch.setenv("HEARTHLIGHT_MLFLOW_URL", url)
        Thread(target=server.serve_forever, daemon=True).start()
        assert f"({url}/#/experiments/" in _mlflow_line(tracking)
        server.shutdown()
    line = _mlflow_line(tracking)
    assert url not in line
    assert f"`mlflow ui --backend-store-uri {tracking.uri}`" in line


def test_a_flow_run_whose_server_ends_with_it_has_the_command_that_shows_it(monkeypatch):
    monkeypatch.delenv(OWN_SERVER, raising=False)
    assert _flow_run_page("http://127.0.0.1:4200/runs/1") == "http://127.0.0.1:4200/runs/1"
    monkeypatch.setenv(OWN_SERVER, "/my home/prefect")
    page = _flow_run_page("http://127.0.0.1:41234/runs/1")
    assert page == "PREFECT_HOME='/my home/prefect' prefect server start"


class _Healthy(BaseHTTPRequestHandler):
    """Answers every GET."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_) -> None:
        """Nothing."""


def test_a_flow_run_has_one_table_of_its_last_iterations(prefect):
    @flow(name="with-table")
    def shown() -> str:
        for number in (1, 2):
            rows = [{"iteration": number, "qd_score": 1.5}]
            _replace_table(runtime.flow_run.id, "iterations", rows, f"Iteration {number}")
        return runtime.flow_run.id

    run = shown()
    assert _iterations(prefect, run) == [{"iteration": 2, "qd_score": 1.5}]


def test_a_page_shows_the_first_and_the_last_of_many_quick_iterations(
    prefect, tmp_path, monkeypatch
):
    monkeypatch.setattr(flow_page, "SHOW_S", 1e6)
    run = Run(tmp_path, {})

    @flow(name="quick")
    def quick() -> str:
        for number in range(4):
            rows = [{"iteration": i, "evaluations": 5 * i} for i in range(number + 1)]
            write_table(run.metrics_path, pl.DataFrame(rows))
            show_iteration(run, number / 3)
            n_shown.append(len(_iterations(prefect, runtime.flow_run.id)))
        return runtime.flow_run.id

    n_shown: list[int] = []
    table = _iterations(prefect, quick())
    assert n_shown == [1, 1, 1, 4]
    assert [row["evaluations"] for row in table] == [0, 5, 10, 15]


def _iterations(prefect, run: str) -> list[dict]:
    (found,) = (each for each in artifacts(prefect, "iterations") if each["flow_run_id"] == run)
    return json.loads(found["data"])


def test_a_picture_may_have_the_name_of_a_card(prefect, tmp_path):
    picture = tmp_path / "EX1_170.png"
    picture.write_bytes(b"dots")

    @flow(name="with-picture")
    def shown() -> None:
        show_picture(picture.stem, picture, "A card by its numbers")

    shown()
    (found,) = artifacts(prefect, "ex1-170")
    assert found["description"] == "A card by its numbers"
    assert found["data"] == "data:image/png;base64,ZG90cw=="


def test_a_study_is_shown_as_a_whole(prefect, tmp_path, monkeypatch):
    from flows.faces.forms import study

    out, copy = tmp_path / "pair", tmp_path / "copy"
    study(**STUDY, out=str(out), threads=1, mirror=copy.as_uri())
    files = [path.relative_to(out) for path in out.rglob("[!.]*") if path.is_file()]
    assert all((copy / path).is_file() for path in files if path.name != "lock")
    (place,) = [each for each in artifacts(prefect, "places") if f"`{out}`" in each["data"]]
    flow_run = place["flow_run_id"]
    shown = [each for each in artifacts(prefect, "runs") if each["flow_run_id"] == flow_run]
    tables = [json.loads(each["data"]) for each in shown]
    assert all([row["run"] for row in rows] == NAMES for rows in tables)
    stages = [[row["status"] for row in rows] for rows in tables]
    assert stages == [["waiting"] * 2, ["finished", "waiting"], ["finished"] * 2]
    assert tables[-1][0]["evaluations"] == 24

    client, run = in_mlflow(out)
    assert run.info.run_id in place["data"]
    assert run.data.tags["flow_run"] == flow_run
    assert run.info.status == "FINISHED"
    assert run.data.params["base.search.evaluations"] == "24"
    copied = {each.path for each in client.list_artifacts(run.info.run_id, "report")}
    assert {"report/curves.png", "report/report.md"} <= copied
    trials = client.search_runs([run.info.experiment_id])
    scores = read_csv(out / "report" / "scores.csv")
    assert run.data.metrics["qd_score/map-elites"] == pytest.approx(scores["qd_score"].mean())
    assert run.data.metrics["coverage/map-elites"] == pytest.approx(scores["coverage"].mean() / 100)
    assert run.data.metrics["corrected_coverage/map-elites"] <= 1
    assert run.data.metrics["trials/map-elites"] == 2
    assert [each.data.tags.get("mlflow.parentRunId") for each in trials].count(run.info.run_id) == 2

    def fail(*_):
        raise StoreError("the disk is full")

    monkeypatch.setattr("flows.search.search", fail)
    with pytest.raises(StoreError, match="map-elites-3: StoreError: the disk is full"):
        study(**STUDY | {"trials": 3}, out=str(out), threads=1)
    again = client.get_run(run.info.run_id)
    assert again.info.status == "FAILED"
    assert again.data.metrics == run.data.metrics
    assert (again.data.params["trials"], again.data.tags["trials"]) == ("2", "3")
