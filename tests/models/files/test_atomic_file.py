import os
import subprocess

import pytest

from models.files.atomic_file import remove_abandoned, replace_file


def test_a_file_is_replaced_whole(tmp_path):
    path = tmp_path / "new" / "file"
    for data in (b"first", b"second"):
        replace_file(path, data)
        assert path.read_bytes() == data
    assert [each.name for each in path.parent.iterdir()] == ["file"]


def test_a_failure_leaves_the_old_file(tmp_path, monkeypatch):
    path = tmp_path / "file"
    replace_file(path, b"old")
    monkeypatch.setattr(os, "fsync", lambda _: (_ for _ in ()).throw(OSError("full")))
    with pytest.raises(OSError, match="full"):
        replace_file(path, b"new")
    assert [(each.name, each.read_bytes()) for each in tmp_path.iterdir()] == [("file", b"old")]


def test_a_device_or_a_folder_is_not_replaced(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(OSError, match="it is a folder, a device or a pipe, not a file"):
            replace_file(path, b"new")
    assert not (tmp_path / "pipe").is_file()


def test_only_temporary_files_of_processes_that_ended_are_removed(tmp_path):
    ended = subprocess.Popen(["true"])
    ended.wait()
    names = [f".page.html.{process}.tmp" for process in (ended.pid, os.getpid())]
    for name in (*names, "page.html", ".notes.tmp"):
        (tmp_path / name).touch()
    remove_abandoned(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {names[1], "page.html", ".notes.tmp"}
