"""The list of runs; runs by name: what is read again, and what is not."""

import shutil

import polars as pl
import pytest

from flows.faces.app.folder import NoSuchRunError, RunFolder, listed
from tasks.storage.files import MANIFEST, write_json, write_table
from tasks.storage.locks import lock
from tests.edits import edit_json
from tests.tasks.synthetic import evaluated, write_run, write_training


def shown(folder):
    return {run.name: (run.status, run.evaluated) for run in folder.runs()}


def test_a_run_that_has_not_changed_is_not_read_again(tmp_path):
    for name in ("one", "other"):
        write_run(tmp_path / name, n=10)
    folder = RunFolder(tmp_path)
    before = {run.name: run for run in folder.runs()}
    write_table(tmp_path / "one" / "evaluations" / "chunk-00001.parquet", evaluated(10, 10, 1))
    after = {run.name: run for run in folder.runs()}
    assert after["other"] is before["other"] is folder.listed("other")
    assert (before["one"].evaluated, after["one"].evaluated) == (10, 20)


def test_all_that_happens_to_a_run_is_seen_at_once(tmp_path):
    run = write_run(tmp_path / "one", n=10)
    folder = RunFolder(tmp_path)
    assert shown(folder) == {"one": ("finished", 10)}
    held = lock(run.path)
    manifest = edit_json(run.path / MANIFEST, status="running")
    assert shown(folder) == {"one": ("running", 10)}
    held.release()  # as the end of its process does: no file changes
    assert shown(folder) == {"one": ("crashed", 10)}
    (run.path / MANIFEST).write_text("{")
    assert shown(folder) == {"one": ("unreadable", 0)}
    write_json(run.path / MANIFEST, manifest)
    chunk = run.chunks.path(0)
    write_table(chunk, evaluated(0, 20, 1))
    assert shown(folder) == {"one": ("finished", 20)}
    shutil.move(run.path, tmp_path / "moved")
    assert shown(folder) == {"moved": ("finished", 20)}


def test_games_of_a_pair_of_a_league_are_seen_at_once(tmp_path):
    league = {"players": [{"config": {"patch": ""}}] * 2, "decks": [], "n_games": 40}
    write_json(tmp_path / "league" / "league.json", league)
    chunk = tmp_path / "league" / "games" / "a--b" / "00000.parquet"
    folder = RunFolder(tmp_path)
    for n in (10, 20):
        write_table(chunk, pl.DataFrame({"deal": range(n)}))
        assert shown(folder) == {"league": ("stopped", n)}
    assert folder.study("league").progress == 0.5
    with pytest.raises(NoSuchRunError, match="no run"):
        folder.path_of("league")


@pytest.mark.parametrize("name", ["a" * 300, "\U0001f600" * 70, "a/" + "b" * 256])
def test_a_name_that_no_file_system_has_is_no_run(tmp_path, name):
    with pytest.raises(NoSuchRunError, match="no run"):
        RunFolder(tmp_path).path_of(name)


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
    for status, note, shown, words in (
        ("running", "", "crashed", "killed"),
        ("failed", "OSError: full", "failed", "OSError: full"),
    ):
        edit_json(run.path / "manifest.json", status=status, note=note)
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
    found = {run.name: run for run in RunFolder(tmp_path).runs()}
    assert set(found) == {"half", "list", "empty"}
    assert {run.status for run in found.values()} == {"unreadable"}
    assert all(run.problem for run in found.values())


def test_what_is_removed_while_the_list_is_read_is_no_error(tmp_path):
    assert listed(tmp_path / "gone", "gone").status == "unreadable"
