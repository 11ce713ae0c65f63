"""The list of runs."""

import json

import polars as pl

from tasks.reports.run_list import listed, listed_runs
from tasks.storage.files import write_table
from tasks.storage.run_names import MAX_DEPTH, run_names
from tests.tasks.synthetic import write_run, write_training


def test_runs_are_found_at_any_level_and_links_are_not_followed(tmp_path):
    for name in ("one", "study/two", ".hidden/three", "a/b/c/d/e"):
        (tmp_path / name).mkdir(parents=True)
        (tmp_path / name / "manifest.json").write_text("{}")
    (tmp_path / "link").symlink_to(tmp_path / "one")
    (tmp_path / "one" / "inner").mkdir()
    (tmp_path / "one" / "inner" / "manifest.json").write_text("{}")
    assert run_names(tmp_path) == ["one", "study/two"]
    assert MAX_DEPTH < 5
    assert run_names(tmp_path / "nowhere") == []
    for name in ("study", "one/inner"):  # within a run, nothing else is
        (tmp_path / name / "other.json").write_text("{}")
    assert run_names(tmp_path, "other.json") == ["study"]


def test_a_run_has_its_progress_and_curve(tmp_path):
    run = write_run(tmp_path / "run", seed=9)
    curve = {"iteration": [0], "evaluations": [70], "qd_score": [3.5]}
    write_table(run.metrics_path, pl.DataFrame(curve))
    found = listed(run.path, "run")
    assert (found.status, found.algorithm, found.seed) == ("finished", "dsa-me", 9)
    assert (found.evaluated, found.budget, found.progress) == (70, 60, 1.0)
    assert found.last["qd_score"] == 3.5
    assert found.problem == ""


def test_a_training_is_listed_as_one(tmp_path):
    write_training(tmp_path / "player")
    found = listed(tmp_path / "player", "player")
    assert (found.what, found.budget) == ("networks", 40)


def test_what_stopped_says_how_to_go_on(tmp_path):
    run = write_run(tmp_path / "run", n=0)
    manifest = json.loads((run.path / "manifest.json").read_text())
    for status, note, shown, words in (
        ("running", "", "crashed", "killed"),
        ("failed", "OSError: full", "failed", "OSError: full"),
    ):
        changed = manifest | {"status": status, "note": note}
        (run.path / "manifest.json").write_text(json.dumps(changed))
        found = listed(run.path, "run")
        assert found.status == shown
        assert words in found.problem
        assert "run the same command again" in found.problem


def test_broken_runs_are_listed_and_other_directories_are_not(tmp_path):
    (tmp_path / "league").mkdir()
    (tmp_path / "league" / "manifest.json").write_text('{"format": "hearthlight-league"}')
    for name, text in (("half", '{"form'), ("list", "[]"), ("empty", "{}")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "manifest.json").write_text(text)
    found = {run.name: run for run in listed_runs(tmp_path)}
    assert set(found) == {"half", "list", "empty"}
    assert {run.status for run in found.values()} == {"unreadable"}
    assert all(run.problem for run in found.values())
