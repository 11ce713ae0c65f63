"""What can go wrong while a search runs, done for real: nothing finished is lost or repeated.

Killing the flow itself is in test_search.py, damaged files are there and in tests/tasks.
"""

import os
import resource
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import psutil
import pytest

from tasks.store import file_digest, load_run

ROOT = Path(__file__).parents[2]
#: Fast to play, with enough files to be hit in the middle.
SETTINGS = ["search.evaluations=160", "search.chunk_games=30", "search.fresh_games=0"]
WAIT_S = 600


@pytest.fixture(scope="module")
def whole(prefect, tmp_path_factory):
    """The digests of an undisturbed search's files."""
    out = tmp_path_factory.mktemp("runs") / "whole"
    assert finish(out, prefect) == ""
    return tables(out)


def start(out: Path, environment: dict[str, str]) -> subprocess.Popen:
    command = [sys.executable, "-m", "flows", "map-elites", "--preset", "smoke", "--seed", "4"]
    for setting in SETTINGS:
        command += ["--set", setting]
    return subprocess.Popen(
        [*command, "--out", str(out), "--threads", "1"],
        cwd=ROOT,
        env={**environment, "HEARTHLIGHT_HOME": os.environ["HEARTHLIGHT_HOME"]},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )


def finish(out: Path, environment: dict[str, str]) -> str:
    """Runs a search to its end; returns its errors."""
    process = start(out, environment)
    _, told = process.communicate(timeout=WAIT_S)
    assert process.returncode == 0, told
    return "\n".join(line for line in told.splitlines() if "error" in line or "Traceback" in line)


def chunks(out: Path) -> dict[str, int]:
    """The files of results and when they were written."""
    files = (out / "evaluations").glob("chunk-*.parquet")
    return {file.name: file.stat().st_mtime_ns for file in files}


def tables(out: Path) -> dict[str, str]:
    files = [
        file for name in ("proposals", "evaluations", "archive") for file in (out / name).iterdir()
    ]
    return {str(file.relative_to(out)): file_digest(file) for file in sorted(files)}


def wait_for_chunks(out: Path, n: int, process: subprocess.Popen) -> None:
    deadline = time.monotonic() + WAIT_S
    while len(chunks(out)) < n:
        assert process.poll() is None, process.stderr.read()
        assert time.monotonic() < deadline
        time.sleep(0.002)


def test_ctrl_c_then_a_full_disk_then_the_end(whole, prefect, tmp_path):
    """One search: stopped by hand, continued, stopped by a full disk, continued to its end."""
    out = tmp_path / "run"
    process = start(out, prefect)
    wait_for_chunks(out, 2, process)
    process.send_signal(signal.SIGINT)
    asked = time.monotonic()
    _, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "stopped; give the same command again to continue" in told
    assert "Traceback" not in told
    load = max(1.0, os.getloadavg()[0] / os.cpu_count())  # five seconds of a machine of one's own
    assert time.monotonic() - asked < 5 * load
    assert load_run(out).manifest["status"] == "failed"
    before = chunks(out)

    process = start(out, prefect)
    wait_for_chunks(out, len(before) + 1, process)
    resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (100, 100))
    _, told = process.communicate(timeout=WAIT_S)
    assert process.returncode == 2, told
    (error,) = (line for line in told.splitlines() if line.startswith("error: "))
    assert "the disk is full (File too large)" in error
    assert "free some space and give the same command again: what is finished is kept" in error
    assert not list(out.rglob("*.tmp"))
    full = chunks(out)
    assert {name: full[name] for name in before} == before

    finish(out, prefect)
    after = chunks(out)
    assert {name: after[name] for name in full} == full
    assert tables(out) == whole


def test_of_two_searches_in_one_directory_one_is_refused(whole, prefect, tmp_path):
    out = tmp_path / "run"
    both = [start(out, prefect) for _ in range(2)]
    told = [process.communicate(timeout=WAIT_S)[1] for process in both]
    codes = [process.returncode for process in both]
    assert sorted(codes) == [0, 2], told
    refused = both[codes.index(2)]
    winner = both[codes.index(0)]
    assert f"in use by process {winner.pid} on " in told[both.index(refused)]
    assert "wait until it ends, stop it, or use another --out" in told[both.index(refused)]
    assert tables(out) == whole


def test_the_servers_death_costs_nothing(whole, home, tmp_path):
    """The search goes on without Prefect's server; its results are in the directory."""
    environment = {name: value for name, value in os.environ.items() if "PREFECT" not in name}
    out = tmp_path / "run"
    process = start(out, environment)
    wait_for_chunks(out, 1, process)
    (server,) = psutil.Process(process.pid).children()
    server.kill()
    _, told = process.communicate(timeout=WAIT_S)
    assert "Traceback" not in told
    assert process.returncode == 2, told
    assert "ended while the run went on; what the run has finished is in its directory" in told
    before = chunks(out)
    finish(out, environment)
    assert {name: chunks(out)[name] for name in before} == before
    assert tables(out) == whole


def test_a_killed_flow_is_crashed_in_prefect_after_the_next_start(prefect, tmp_path):
    out = tmp_path / "run"
    process = start(out, prefect)
    wait_for_chunks(out, 1, process)
    process.kill()
    process.wait()
    finish(out, prefect)
    states = flow_states(prefect["PREFECT_API_URL"])
    assert "CRASHED" in states
    assert "RUNNING" not in states


def flow_states(api: str) -> list[str]:
    import json

    body = json.dumps({"flow_runs": {"name": {"any_": ["map-elites-smoke-seed4"]}}}).encode()
    request = urllib.request.Request(
        f"{api}/flow_runs/filter", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request, timeout=30) as answer:
        return [each["state_type"] for each in json.load(answer)]
