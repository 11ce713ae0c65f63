"""Locks of run directories: owners, refused processes, readers."""

import errno
import fcntl
import os
import subprocess
import sys
import threading

import pytest

from tasks.storage.files import StoreError
from tasks.storage.locks import LOCK, hold, is_locked, lock, unlock
from tests.processes import ROOT

HOLDER = """
import sys, time
from pathlib import Path
from tasks.storage.locks import lock
held = lock(Path(sys.argv[1]))
print("locked", flush=True)
time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path):
    """Another process that holds the lock of a directory."""
    command = [sys.executable, "-c", HOLDER, str(tmp_path)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE) as process:
        assert process.stdout.readline() == b"locked\n"
        yield process
        process.kill()


def test_a_lock_names_its_process_and_goes_with_it(tmp_path, holder):
    assert is_locked(tmp_path)
    with pytest.raises(StoreError, match=rf"in use by process {holder.pid} on .*another --out"):
        lock(tmp_path)
    holder.kill()
    holder.wait()
    assert not is_locked(tmp_path)
    held = lock(tmp_path)
    assert (tmp_path / LOCK).read_text().startswith(f"process {os.getpid()} on ")
    unlock(held)
    assert (tmp_path / LOCK).read_text() == ""
    unlock(held)


def test_a_lock_that_is_kept_is_handed_over_once(tmp_path):
    first = lock(tmp_path)
    hold(tmp_path, first)
    assert lock(tmp_path) is first
    with pytest.raises(StoreError, match="in use by process"):
        lock(tmp_path)
    unlock(first)


def test_a_reader_that_looks_is_waited_for(tmp_path):
    (tmp_path / LOCK).touch()
    with open(tmp_path / LOCK, "rb") as reader:
        fcntl.flock(reader, fcntl.LOCK_SH)
        assert not is_locked(tmp_path), "readers do not see each other"
        timer = threading.Timer(0.1, fcntl.flock, [reader, fcntl.LOCK_UN])
        timer.start()
        unlock(lock(tmp_path, patience_s=30))
        timer.join()


def test_asking_writes_nothing(tmp_path):
    assert not is_locked(tmp_path)
    assert not is_locked(tmp_path / "missing")
    assert list(tmp_path.iterdir()) == []


def test_a_file_system_without_locks_is_named(tmp_path, monkeypatch):
    def no_locks(*_):
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(fcntl, "flock", no_locks)
    with pytest.raises(StoreError, match=r"this file system has no locks .*another --out"):
        lock(tmp_path)


def test_a_place_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match=r"file/run: cannot write here .*another --out"):
        lock(tmp_path / "file" / "run")
