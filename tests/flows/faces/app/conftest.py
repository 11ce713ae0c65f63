"""A folder of runs, whole and broken, and the application over it."""

import json

import polars as pl
import pytest
from fastapi.testclient import TestClient

from flows.faces.app.server import create_app
from tasks.reports.results import read_results
from tasks.storage.files import write_table
from tests.tasks.synthetic import write_fresh, write_run, write_training

ADDRESS = "http://127.0.0.1"


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
    cubes = {
        "kind": "grid",
        "measures": ["turns", "hand_size", "dust"],
        "shape": [4, 4, 4],
        "ranges": [[5, 15], [1, 7], [0, 4000]],
    }
    write_run(folder / "cubes", seed=5, archive=cubes, **mutated)
    write_training(folder / "trained")
    killed = write_run(folder / "killed", seed=6, n=0)
    manifest = json.loads((killed.path / "manifest.json").read_text())
    (killed.path / "manifest.json").write_text(json.dumps(manifest | {"status": "running"}))
    damaged = write_run(folder / "damaged", seed=7)
    (damaged.path / "manifest.json").write_text('{"format": "hearthli')
    return folder


@pytest.fixture(scope="session")
def client(runs):
    return TestClient(create_app(runs), base_url=ADDRESS, raise_server_exceptions=False)
