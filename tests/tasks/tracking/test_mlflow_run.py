import logging
import os
import sqlite3
from contextlib import suppress

import mlflow
import numpy as np
import polars as pl
import pytest
import torch
from filelock import FileLock, Timeout

from tasks.orchestration.server import free_port
from tasks.storage import store
from tasks.storage.files import read_json, write_json, write_table
from tasks.storage.manifest import commit
from tasks.tracking.mlflow_run import metrics_of, start_parent, start_tracking
from tasks.tracking.mlflow_store import TrackingError
from tests.waiting import until

PARAMS = {"search": {"n_games": 50, "hidden": (8, 4)}, "seed": 1}


@pytest.fixture
def run(home, tmp_path):
    with store.open_run(tmp_path / "run", PARAMS, 1, "cards") as run:
        yield run


def client_of(tracking) -> mlflow.MlflowClient:
    return mlflow.MlflowClient(tracking_uri=tracking.uri)


def test_parameters_tags_and_metrics_are_there(run, home):
    tracking = start_tracking(run, "dsa-me", PARAMS)
    tracking.log_metrics(0, {"qd_score": 1.5, "coverage": np.float32(0.25), "unknown": np.nan})
    tracking.finish()
    found = client_of(tracking).get_run(tracking.run_id)
    assert tracking.uri == f"sqlite:///{home}/mlflow/mlflow.db"
    assert found.data.params == {"search.n_games": "50", "search.hidden": "(8, 4)", "seed": "1"}
    assert found.data.metrics == {"Headline/qd_score": 1.5, "Headline/coverage": 0.25}
    assert found.data.tags["run_directory"] == str(run.path)
    assert found.data.tags["card_digest"] == "cards"
    assert (found.info.run_name, found.info.status) == ("run", "FINISHED")


def test_the_main_metrics_are_before_all_others(run):
    tracking = start_tracking(run, "dsa-me", PARAMS)
    tracking.log_metrics(100, {"archive_s": 0.1, "coverage": 0.5, "qd_score": 1.0, "wall_s": 2.0})
    names = list(client_of(tracking).get_run(tracking.run_id).data.metrics)
    ours = [name for name in names if not name.startswith("system/")]
    assert ours == ["Headline/qd_score", "Headline/coverage", "archive_s", "wall_s"]
    assert sorted(ours)[:2] == ["Headline/coverage", "Headline/qd_score"]  # as in charts


def test_two_runs_at_once_do_not_both_create_the_store(run, home, monkeypatch):
    alone = []

    def client(real=mlflow.MlflowClient, **named):
        with suppress(Timeout), FileLock(home / "mlflow" / "lock", timeout=0):
            alone.append("a second process would not have waited")
        return real(**named)

    monkeypatch.setattr(mlflow, "MlflowClient", client)
    start_tracking(run, "dsa-me", PARAMS).finish()
    assert alone == []


def test_its_pages_have_what_mlflows_users_look_for(run, monkeypatch):
    monkeypatch.setattr("sys.argv", ["flows/__main__.py", "dsa-me", "--out", "my runs/1"])
    tracking = start_tracking(run, "dsa-me", PARAMS)
    client = client_of(tracking)
    found = client.get_run(tracking.run_id)
    experiment = client.get_experiment(found.info.experiment_id)
    assert experiment.tags["mlflow.experimentKind"] == "custom_model_development"
    assert "`dsa-me`" in experiment.tags["mlflow.note.content"]
    tags = found.data.tags
    assert tags["mlflow.source.name"].endswith("dsa-me --out 'my runs/1'")
    assert tags["mlflow.source.type"] == "LOCAL"
    assert tags["mlflow.source.git.commit"] == commit().removesuffix("-dirty")
    assert f"python -m flows sql {run.path}" in tags["mlflow.note.content"]
    assert tags["mlflow.user"]
    client.set_tag(tracking.run_id, "mlflow.note.content", "mine")
    client.set_experiment_tag(experiment.experiment_id, "mlflow.note.content", "mine")
    start_tracking(run, "dsa-me", PARAMS)  # continued
    assert client.get_run(tracking.run_id).data.tags["mlflow.note.content"] == "mine"
    assert client.get_experiment(experiment.experiment_id).tags["mlflow.note.content"] == "mine"


def test_the_address_of_a_run_opens_on_training_runs(run, monkeypatch):
    monkeypatch.setenv("HEARTHLIGHT_MLFLOW_URL", "http://127.0.0.1:5000")
    tracking = start_tracking(run, "dsa-me", PARAMS)
    assert tracking.page.endswith(f"/runs/{tracking.run_id}?workflowType=machine_learning")


def test_a_resumed_directory_continues_its_mlflow_run_and_repeats_no_step(run):
    first = start_tracking(run, "dsa-me", PARAMS)
    first.log_metrics(0, {"qd_score": 1.0})
    again = start_tracking(run, "dsa-me", PARAMS)
    again.log_metrics(0, {"qd_score": 9.0, "coverage": 0.5})
    again.log_metrics(1, {"qd_score": 2.0})
    assert again.run_id == first.run_id
    client = client_of(again)
    history = client.get_metric_history(first.run_id, "Headline/qd_score")
    assert [(metric.step, metric.value) for metric in history] == [(0, 1.0), (1, 2.0)]
    assert len(client.get_metric_history(first.run_id, "Headline/coverage")) == 1
    assert client.get_run(first.run_id).info.status == "RUNNING"


def test_a_run_that_the_store_has_lost_is_started_anew(run):
    first = start_tracking(run, "dsa-me", PARAMS)
    client_of(first).delete_run(first.run_id)
    again = start_tracking(run, "dsa-me", PARAMS)
    assert again.run_id != first.run_id
    assert read_json(run.path / "mlflow.json")["run_id"] == again.run_id


def test_an_experiment_that_was_deleted_is_restored(run):
    first = start_tracking(run, "deleted", PARAMS)
    client = client_of(first)
    client.delete_experiment(client.get_experiment_by_name("deleted").experiment_id)
    start_tracking(run, "deleted", PARAMS)
    assert client.get_experiment_by_name("deleted").lifecycle_stage == "active"


def test_a_service_that_has_gone_is_named_with_its_file(run, home, monkeypatch):
    file = home / "service" / "service.json"
    write_json(file, {"tracking": f"http://127.0.0.1:{free_port()}"})
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "0")
    with pytest.raises(TrackingError, match=rf"the service's: .*make up`, or remove {file}"):
        start_tracking(run, "dsa-me", PARAMS)
    file.unlink()


def test_files_and_folders_become_artifacts(run):
    tracking = start_tracking(run, "dsa-me", PARAMS)
    write_table(run.report_path / "elites.parquet", pl.DataFrame({"cell": [1]}))
    tracking.log_artifact(run.path / "manifest.json")
    tracking.log_artifact(run.report_path, "report")
    client = client_of(tracking)
    names = [artifact.path for artifact in client.list_artifacts(tracking.run_id)]
    assert names == ["manifest.json", "report"]
    assert len(client.list_artifacts(tracking.run_id, "report")) == 1


def test_the_surrogate_is_logged_as_a_model_that_predicts_the_same(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    torch.manual_seed(0)
    model = torch.nn.Sequential(torch.nn.Linear(180, 8), torch.nn.ELU(), torch.nn.Linear(8, 3))
    counts = np.random.default_rng(0).integers(0, 3, (7, 180)).astype(np.float32)
    tracking = start_tracking(run, "dsa-me", PARAMS)
    tracking.log_surrogate(model, counts[:4].astype(np.int8))
    tracking.finish("FAILED")
    client = client_of(tracking)
    found = client.get_run(tracking.run_id)
    assert found.info.status == "FAILED"
    models = client.search_logged_models([found.info.experiment_id])  # of other tests, too
    (logged,) = (each for each in models if each.source_run_id == tracking.run_id)
    loaded = mlflow.pyfunc.load_model(logged.artifact_location)
    assert loaded.metadata.signature.inputs.inputs[0].shape == (-1, 180)
    expected = model(torch.from_numpy(counts)).detach().numpy()
    np.testing.assert_allclose(loaded.predict(counts), expected, rtol=1e-5, atol=1e-6)
    assert {path.name for path in tmp_path.iterdir()} == {"run"}  # no store beside the work


def test_a_store_that_cannot_be_used_is_named_with_the_fix(run, tmp_path, monkeypatch):
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"file:{tmp_path}/mlruns")
    with pytest.raises(TrackingError, match=r"mlruns: cannot be used .*sqlite:///FILE"):
        start_tracking(run, "dsa-me", PARAMS)


def test_a_store_that_fails_is_told_once_and_stops_nothing(run, tmp_path, monkeypatch, caplog):
    monkeypatch.setenv("MLFLOW_HTTP_REQUEST_MAX_RETRIES", "3")  # the failure changes it
    database = tmp_path / "mlflow.db"
    monkeypatch.setenv("MLFLOW_TRACKING_URI", f"sqlite:///{database}")
    tracking = start_tracking(run, "dsa-me", PARAMS)
    with sqlite3.connect(database) as connection:
        connection.execute("drop table metrics")
    with caplog.at_level(logging.WARNING, "tasks.tracking.mlflow_run"):
        tracking.log_metrics(0, {"qd_score": 1.0})
        tracking.log_metrics(1, {"qd_score": 2.0})
    assert os.environ["MLFLOW_HTTP_REQUEST_MAX_RETRIES"] == "0"
    tracking.log_artifact(run.path / "manifest.json")
    assert os.environ["MLFLOW_HTTP_REQUEST_MAX_RETRIES"] != "0"  # the store answers again
    told = [record.getMessage().split(" failed")[0] for record in caplog.records]
    assert told == [f"MLflow at sqlite:///{database}"]


def test_runs_in_a_folder_are_children_of_its_run(home, tmp_path):
    folder = tmp_path / "study"
    parent = start_parent(folder, "study", PARAMS)
    children = []
    for name in ("dsa-me-1", "map-elites-1"):
        with store.open_run(folder / name, PARAMS, 1, "cards") as run:
            child = start_tracking(run, "dsa-me", PARAMS)
            child.finish()
            children.append(client_of(child).get_run(child.run_id))
    found = client_of(parent).get_run(parent.run_id)
    assert [each.data.tags["mlflow.parentRunId"] for each in children] == [parent.run_id] * 2
    assert {each.info.experiment_id for each in children} == {found.info.experiment_id}
    assert (found.info.run_name, found.info.status) == ("study", "RUNNING")
    assert (found.data.tags["kind"], found.data.tags["run_directory"]) == ("study", str(folder))
    assert found.data.params["search.n_games"] == "50"


def test_a_parent_that_goes_on_is_the_same_and_repeats_nothing(home, tmp_path):
    folder = tmp_path / "study"
    report = folder / "report"
    write_json(report / "facts.json", {})
    numbers = pl.DataFrame({"algorithm": ["dsa-me", "map-elites"], "qd_score": [2.0, None]})
    first = start_parent(folder, "study", PARAMS)
    first.log_report(report, numbers)
    first.finish()
    with store.open_run(folder / "dsa-me-1", PARAMS, 1, "cards"):
        again = start_parent(folder, "study", PARAMS | {"trials": 1})
        again.log_report(report, numbers)
    once_more = start_parent(folder, "study", PARAMS | {"trials": 2})
    once_more.log_report(report, numbers.with_columns(qd_score=pl.lit(3.0)))
    assert first.run_id == again.run_id == once_more.run_id
    client = client_of(first)
    found = client.get_run(first.run_id)
    assert (found.data.params["trials"], found.data.tags["trials"]) == ("1", "2")
    start_parent(folder, "study", PARAMS | {"trials": 1})
    assert client.get_run(first.run_id).data.tags["trials"] == "1"
    assert set(found.data.metrics) == {"qd_score/dsa-me", "qd_score/map-elites"}
    history = client.get_metric_history(first.run_id, "qd_score/dsa-me")
    assert [(metric.step, metric.value) for metric in history] == [(0, 2.0), (1, 3.0)]
    assert [each.path for each in client.list_artifacts(first.run_id)] == ["report"]
    once_more.failed = {"dsa-me-2": "no"}
    for status, told in (("FINISHED", "FAILED"), ("KILLED", "KILLED")):
        once_more.finish(status)
        assert client.get_run(first.run_id).info.status == told


def test_the_names_of_a_report_become_names_of_metrics():
    found = pl.DataFrame({"card": ["C'Thun, 2+ (a: b)"], "share": [0.5], "gap": [None]})
    assert metrics_of(found) == {"share/C-Thun- 2- -a: b-": 0.5}


def test_a_run_within_another_runs_directory_is_not_below_it(run):
    outer = start_tracking(run, "dsa-me", PARAMS)
    with store.open_run(run.path / "run", PARAMS, 1, "cards") as inner:
        tracking = start_tracking(inner, "surrogate-test", PARAMS)
    assert "mlflow.parentRunId" not in client_of(tracking).get_run(tracking.run_id).data.tags
    assert tracking.run_id != outer.run_id


def test_nothing_is_logged_twice(run):
    """Inputs and the surrogate, when a finished run only writes its report again."""
    cards = pl.DataFrame({"card": [0, 1], "solution": [[1], [2]]})
    model = torch.nn.Linear(4, 2)
    for _ in range(2):
        tracking = start_tracking(run, "dsa-me", PARAMS)
        tracking.log_inputs({"pool": (run.cards_path, cards)})
        tracking.log_surrogate(model, np.ones((2, 4)))
        tracking.finish()
    client = client_of(tracking)
    found = client.get_run(tracking.run_id)
    (dataset,) = found.inputs.dataset_inputs
    assert (dataset.dataset.name, dataset.tags[0].value) == ("pool", "pool")
    assert len(found.outputs.model_outputs) == 1
    versions = client.search_model_versions(f"run_id = '{tracking.run_id}'")
    assert [each.name for each in versions] == ["hearthlight-surrogate"]


def test_the_machine_is_watched(run, monkeypatch):
    monkeypatch.setattr("tasks.tracking.mlflow_run.MONITOR_S", 0.05)
    tracking = start_tracking(run, "dsa-me", PARAMS)
    client = client_of(tracking)
    names = {"system/cpu_utilization_percentage", "system/system_memory_usage_percentage"}
    until(lambda: names <= set(client.get_run(tracking.run_id).data.metrics), pause_s=0.1)
    tracking.finish()
