"""What Prefect's pages and MLflow show of a study, with the servers for real."""

import json
import urllib.request

import mlflow

from tasks.storage.files import read_json

STUDY = {
    "preset": "smoke",
    "algorithms": ["map-elites"],
    "trials": 2,
    "settings": ["search.evaluations=24", "search.n_games=2", "search.fresh_games=2"],
}
NAMES = ["map-elites-1", "map-elites-2"]


def artifacts(prefect: dict[str, str], key: str) -> list[dict]:
    """The server's artifacts of a key, the oldest first (all keys would not fit a page)."""
    url = f"{prefect['PREFECT_API_URL']}/artifacts/filter"
    wanted = json.dumps({"artifacts": {"key": {"any_": [key]}}}).encode()
    request = urllib.request.Request(url, wanted, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return sorted(json.load(answer), key=lambda each: each["created"])


def test_a_study_is_shown_as_a_whole(prefect, tmp_path):
    from flows.deployed.searches import study

    out, copy = tmp_path / "pair", tmp_path / "copy"
    study(**STUDY, out=str(out), threads=1, mirror=copy.as_uri())
    files = [path.relative_to(out) for path in out.rglob("[!.]*") if path.is_file()]
    assert all((copy / path).is_file() for path in files if path.name != "lock")
    shown = [json.loads(each["data"]) for each in artifacts(prefect, "runs")]
    tables = [rows for rows in shown if [row["run"] for row in rows] == NAMES]
    stages = [[row["status"] for row in rows] for rows in tables]
    assert stages == [["waiting"] * 2, ["finished", "waiting"], ["finished"] * 2]
    assert tables[-1][0]["evaluations"] == 24

    remembered = read_json(out / "mlflow.json")
    client = mlflow.MlflowClient(remembered["uri"])
    run = client.get_run(remembered["run_id"])
    assert run.info.status == "FINISHED"
    assert run.data.params["base.search.evaluations"] == "24"
    copied = {each.path for each in client.list_artifacts(remembered["run_id"], "report")}
    assert {"report/curves.png", "report/report.md"} <= copied
    trials = client.search_runs([run.info.experiment_id])
    parents = [each.data.tags.get("mlflow.parentRunId") for each in trials]
    assert parents.count(remembered["run_id"]) == 2
