import json
import signal
import subprocess
import sys
from pathlib import Path

import mlflow
import pytest

from tasks import store
from tasks.running import tell_crashed, watched

ROOT = Path(__file__).parents[2]
RUN = """
import sys, time
from tasks.running import watched
from tasks.store import open_run
with open_run(sys.argv[1], {}, 1, "cards") as run, watched(run, "dsa-me", {}):
    print("going on", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HEARTHLIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    return tmp_path / "home"


def mlflow_status(path: Path) -> str:
    known = json.loads((path / "mlflow.json").read_text())
    return mlflow.MlflowClient(known["uri"]).get_run(known["run_id"]).info.status


def test_a_killed_run_is_marked_when_the_next_one_starts(home, tmp_path):
    path = tmp_path / "killed"
    process = subprocess.Popen(
        [sys.executable, "-c", RUN, str(path)], cwd=ROOT, stdout=subprocess.PIPE
    )
    assert process.stdout.readline() == b"going on\n"
    assert tell_crashed(home / "running") == []  # it is alive
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert mlflow_status(path) == "RUNNING"
    with (
        store.open_run(tmp_path / "next", {}, 2, "cards") as run,
        watched(run, "dsa-me", {}) as tracking,
    ):
        assert mlflow_status(path) == "KILLED"
        assert tracking.run_id
        (note,) = (home / "running").iterdir()
        assert json.loads(note.read_text())["directory"] == str(tmp_path / "next")
    assert mlflow_status(tmp_path / "next") == "FINISHED"


def test_a_note_that_was_cut_off_stops_nothing(home):
    (home / "running").mkdir(parents=True)
    (home / "running" / "x.json").write_text('{"run_dir')
    assert tell_crashed(home / "running") == []
