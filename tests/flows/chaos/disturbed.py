"""A search on the command line, to be disturbed."""

import os
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import psutil

from tasks.storage.files import read_json
from tests.processes import begun
from tests.run_contents import contents, stamps

MACHINE = Path(__file__).with_name("machine.py")
#: Fast to play, with enough files to be hit in the middle.
SETTINGS = ("search.evaluations=160", "search.chunk_games=30", "search.fresh_games=0")
WAIT_S = 600


class Search:
    """A search on the command line, in processes of its own.

    Args:
        out: Its run directory.
        home: Where Prefect's and MLflow's stores lie.
        settings: Differences from the preset `smoke`.
    """

    def __init__(self, out: Path, home: Path, settings: tuple[str, ...] = SETTINGS) -> None:
        self.out, self.home, self.settings = out, home, settings
        names = ("PREFECT_API_URL", "PREFECT_HOME", "MLFLOW_TRACKING_URI")
        self.environment = {key: value for key, value in os.environ.items() if key not in names}
        self.environment |= {"HEARTHLIGHT_HOME": str(home), "PREFECT_SERVER_ANALYTICS_ENABLED": "0"}

    def start(self, *more: str, fault: tuple[str, str] | None = None) -> subprocess.Popen:
        program = ["-m", "flows"] if fault is None else [str(MACHINE), *fault]
        words = [*program, "search", "map-elites", "--preset", "smoke", "--seed", "4"]
        for setting in self.settings:
            words += ["--set", setting]
        return begun([*words, "--out", str(self.out), *more], self.environment)

    def wait_for(self, n_files: int, process: subprocess.Popen) -> float:
        """Waits for files of results; returns the seconds it took."""
        start = time.monotonic()
        while len(self.results()) < n_files:
            assert process.poll() is None, process.stderr.read()
            assert time.monotonic() - start < WAIT_S
            time.sleep(0.002)
        return time.monotonic() - start

    def results(self) -> dict[str, int]:
        """The files of results, and when they were written."""
        return stamps(self.out / "evaluations", "chunk-*.parquet")

    def contents(self) -> dict[str, Any]:
        """What its files hold, except what depends on the clock."""
        return contents(self.out)

    def status(self) -> str:
        return read_json(self.out / "manifest.json")["status"]

    def resume(self, *more: str, fault: tuple[str, str] | None = None) -> float:
        """Continues to the end; returns the seconds until there was the next file of results."""
        process, n_files = self.start(*more, fault=fault), len(self.results())
        seconds = self.wait_for(n_files + 1, process)
        ended(process, 0)
        return seconds


def ended(process: subprocess.Popen, code: int) -> str:
    """Waits for the end of a process and checks its exit code; returns what it told."""
    _, told = process.communicate(timeout=WAIT_S)
    assert process.returncode == code, told
    assert "Traceback" not in told
    return told


def stopped(process: subprocess.Popen, *below: psutil.Process) -> float:
    """Presses Ctrl-C, also for some processes below; checks the end, returns its seconds."""
    for each in (process, *below):
        each.send_signal(signal.SIGINT)
    asked = time.monotonic()
    told = ended(process, 130)
    took = time.monotonic() - asked
    assert "stopped; run the same command again to continue" in told
    load = max(1.0, os.getloadavg()[0] / os.cpu_count())  # five seconds of a machine of one's own
    assert took < 5 * load
    return took


def children(process: subprocess.Popen, word: str) -> list[psutil.Process]:
    """The processes below one whose command line has a word."""
    below = psutil.Process(process.pid).children(recursive=True)
    return [each for each in below if any(word in part for part in each.cmdline())]
