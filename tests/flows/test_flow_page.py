"""What Prefect's pages and MLflow show of a study, with the servers for real."""

import json
import urllib.request

import mlflow

from flows.configs.study_options import build_study
from tasks.storage.files import read_json

STUDY = build_study(
    {
        "preset": "smoke",
        "algorithms": ["map-elites"],
        "trials": 2,
        "evaluations": 24,
        "games": 2,
        "set": ["search.fresh_games=2"],
    }
)

NAMES = ["map-elites-1", "map-elites-2"]


def artifacts(prefect: dict[str, str], key: str) -> list[dict]:
    """The server's artifacts of a key, the oldest first (all keys would not fit a page)."""
    url = f"{prefect['PREFECT_API_URL']}/artifacts/filter"
    wanted = json.dumps({"artifacts": {"key": {"any_": [key]}}}).encode()
    request = urllib.request.Request(url, wanted, {"Content-Type": "application/json"})
    with urllib.request.urlopen(request) as answer:
        return sorted(json.load(answer), key=lambda each: each["created"])


def test_a_study_is_shown_as_a_whole(prefect, tmp_path):
    from flows.study import study

    out = tmp_path / "pair"
    study(STUDY, out, threads=1)
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
