"""Runs by name: what is read again, and what is not."""

import json
import shutil

import pytest

from flows.faces.app.folder import NoSuchRunError, RunFolder
from tasks.storage.files import MANIFEST, write_json, write_table
from tasks.storage.locks import lock
from tests.tasks.synthetic import evaluated, write_run


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
    manifest = json.loads((run.path / MANIFEST).read_text())
    folder = RunFolder(tmp_path)
    assert shown(folder) == {"one": ("finished", 10)}
    held = lock(run.path)
    write_json(run.path / MANIFEST, manifest | {"status": "running"})
    assert shown(folder) == {"one": ("running", 10)}
    held.release()  # as the end of its process does: no file changes
    assert shown(folder) == {"one": ("crashed", 10)}
    (run.path / MANIFEST).write_text("{")
    assert shown(folder) == {"one": ("unreadable", 0)}
    write_json(run.path / MANIFEST, manifest)
    chunk = run.chunks.path(0)
    rows = evaluated(0, 20, 1)
    write_table(chunk, rows)
    assert shown(folder) == {"one": ("finished", 20)}
    shutil.move(run.path, tmp_path / "moved")
    assert shown(folder) == {"moved": ("finished", 20)}


@pytest.mark.parametrize("name", ["a" * 300, "\U0001f600" * 70, "a/" + "b" * 256])
def test_a_name_that_no_file_system_has_is_no_run(tmp_path, name):
    with pytest.raises(NoSuchRunError, match="no run"):
        RunFolder(tmp_path).path_of(name)
