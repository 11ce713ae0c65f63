"""Disks that are full, files that are damaged, and clocks that are wrong."""

import os
import resource
import subprocess

import pytest

from tests.flows.chaos.disturbed import Search, ended

pytestmark = pytest.mark.slow

#: Too little for the search's files, and enough.
SMALL_DISK, LARGE_DISK = "128k", "64m"


def stopped_by_full_disk(process: subprocess.Popen, search: Search, reason: str) -> dict[str, int]:
    """Checks how a search ends whose disk is full; returns its files of results."""
    told = ended(process, 2)
    (error,) = (line for line in told.splitlines() if line.startswith("error: "))
    assert f"the disk is full ({reason})" in error
    assert "free some space and run the same command again: finished work is kept" in error
    assert not list(search.out.rglob("*.tmp"))
    return search.results()


def test_files_may_not_grow(search, survived):
    process = search.start()
    search.wait_for(2, process)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (100, 100))
    before = stopped_by_full_disk(process, search, "File too large")
    seconds = search.resume()
    survived("a file size limit while chunks are written", search, before, seconds)


def test_a_small_file_system_is_full(search, survived):
    """Elsewhere the file size limit of the test above stands for it."""
    search.out.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SMALL_DISK}", "tmpfs", str(search.out)]
    if os.geteuid() != 0 or subprocess.run(mount, capture_output=True).returncode != 0:
        pytest.skip("no file system can be mounted here: that takes root and Linux's tmpfs")
    try:
        before = stopped_by_full_disk(search.start(), search, "No space left on device")
        subprocess.run(["mount", "-o", f"remount,size={LARGE_DISK}", str(search.out)], check=True)
        seconds = search.resume()
        survived("a file system that is full, then larger", search, before, seconds)
    finally:
        subprocess.run(["umount", "--lazy", str(search.out)], check=True)


@pytest.mark.parametrize("damage", ["cut in half", "one bit flipped"])
def test_a_file_of_results_is_damaged(search, survived, damage):
    process = search.start()
    search.wait_for(3, process)
    process.kill()
    process.wait()
    chunk = search.out / "evaluations" / "chunk-00001.parquet"
    data = bytearray(chunk.read_bytes())
    if damage == "cut in half":
        data = data[: len(data) // 2]
    else:
        data[len(data) // 4] ^= 1  # in a page: only its checksum detects it
    chunk.write_bytes(data)
    told = ended(search.start(), 2)
    assert f"{chunk}: damaged file" in told
    assert "delete this file and run the same command again" in told
    chunk.unlink()
    before = search.results()
    seconds = search.resume()
    survived(f"a Parquet file {damage}: named, deleted, played again", search, before, seconds)


def test_the_clock_jumps(search, survived):
    """A day forward in the middle of the search, ten years back after it has gone on.

    The clock of the search's process: files and Prefect's server keep the true one.
    """
    process = search.start(fault=("clock", "86400"))
    search.wait_for(8, process)
    process.kill()
    process.wait()
    before = search.results()
    seconds = search.resume(fault=("clock", "-315360000"))
    survived("the clock jumps a day ahead, then ten years back", search, before, seconds)
