import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tasks.orchestration.crashes import mark_crashed, watched, watched_runs
from tasks.storage import store
from tests.processes import ROOT
from tests.run_contents import in_mlflow

RUN = """
import sys, time
from pathlib import Path
from tasks.orchestration.crashes import watched, watched_runs
from tasks.storage.store import open_run
path = Path(sys.argv[1])
with (
    watched_runs(path.parent, "study", {}),
    open_run(path, {}, 1, "cards") as run,
    watched(run, "dsa-me", {}),
):
    print("going on", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("HEARTHLIGHT_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("MLFLOW_TRACKING_URI", raising=False)
    return tmp_path / "home"


def mlflow_status(path: Path) -> str:
    return in_mlflow(path)[1].info.status


def test_runs_that_are_killed_or_fail_are_marked_with_the_whole(home, tmp_path):
    path = tmp_path / "study" / "killed"
    command = [sys.executable, "-c", RUN, str(path)]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
    assert process.stdout.readline() == b"going on\n"
    assert mark_crashed(home / "running") == []  # it is alive
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert [mlflow_status(each) for each in (path, path.parent)] == ["RUNNING"] * 2
    for note in (home / "running").iterdir():  # as if the run had just begun
        facts = json.loads(note.read_text())
        if facts["directory"] == str(path):
            assert facts.pop("mlflow")
            note.write_text(json.dumps(facts))
    out = tmp_path / "next"
    with store.open_run(out, {}, 2, "cards") as run, watched(run, "dsa-me", {}) as tracking:
        assert [mlflow_status(each) for each in (path, path.parent)] == ["KILLED"] * 2
        assert tracking.run_id
        (note,) = (home / "running").iterdir()
        assert json.loads(note.read_text())["directory"] == str(out)
    assert mlflow_status(out) == "FINISHED"

    # What stops the run when it is continued stops the whole.
    for error, status in ((ValueError, "FAILED"), (KeyboardInterrupt, "KILLED")):
        with (
            pytest.raises(error),
            watched_runs(path.parent, "study", {}),
            store.open_run(path, {}, 1, "cards") as run,
            watched(run, "dsa-me", {}),
        ):
            raise error
        assert [mlflow_status(each) for each in (path, path.parent)] == [status] * 2


def test_a_note_that_was_cut_off_stops_nothing(home):
    (home / "running").mkdir(parents=True)
    (home / "running" / "x.json").write_text('{"run_dir')
    assert mark_crashed(home / "running") == []


def test_two_processes_in_one_folder_both_have_a_note(home, tmp_path):
    """As two commands that make different trials of one study have."""
    code = (
        "import sys; from pathlib import Path; from tasks.orchestration.crashes import noted\n"
        "with noted(Path(sys.argv[1])): print(flush=True), sys.stdin.read()"
    )
    command = [sys.executable, "-c", code, str(tmp_path / "study")]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    both = [subprocess.Popen(command, cwd=ROOT, **pipes) for _ in range(2)]
    for process in both:
        assert process.stdout.readline() == b"\n"
    assert len(list((home / "running").iterdir())) == 2
    assert mark_crashed(home / "running") == []
    both[0].kill()
    both[0].wait()
    assert mark_crashed(home / "running") == [str(tmp_path / "study")]
    both[1].communicate(timeout=60)
    assert list((home / "running").iterdir()) == []
