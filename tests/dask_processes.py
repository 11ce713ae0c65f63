"""A Dask cluster of separate processes, as in docs/how-to/scale.md."""

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from distributed import Client

from tasks.orchestration.server import free_port
from tests.processes import ROOT

START_S = 120


class Processes:
    """A scheduler and workers.

    Args:
        n_workers: Processes, each with one thread.
        folder: For Dask's files.
    """

    def __init__(self, n_workers: int, folder: Path) -> None:
        self.folder = folder
        self.address = f"tcp://127.0.0.1:{free_port()}"
        port = self.address.rpartition(":")[2]
        self.scheduler = self._start("scheduler", "--port", port, "--host", "127.0.0.1")
        self.workers = [self.add_worker() for _ in range(n_workers)]

    def add_worker(self, root: Path = ROOT) -> subprocess.Popen:
        """Starts one more, with the code below `root`."""
        more = ("--nthreads", "1", "--no-nanny", "--local-directory", str(self.folder))
        return self._start("worker", self.address, *more, root=root)

    def wait(self) -> None:
        """Until the scheduler and all workers are there."""
        deadline = time.monotonic() + START_S
        while True:
            try:
                with Client(self.address, timeout=5, set_as_default=False) as client:
                    if self.workers:
                        client.wait_for_workers(len(self.workers), timeout=START_S)
                return
            except OSError:
                assert time.monotonic() < deadline

    def stop(self) -> None:
        for process in (*self.workers, self.scheduler):
            process.kill()
            process.wait()

    def _start(self, kind: str, *arguments: str, root: Path = ROOT) -> subprocess.Popen:
        command = [sys.executable, "-m", "dask", kind, *arguments, "--no-dashboard"]
        log = open(self.folder / "dask.log", "a")  # noqa: SIM115 (the processes write to it)
        with log:
            return subprocess.Popen(command, cwd=root, stdout=log, stderr=log)


@contextmanager
def dask_processes(n_workers: int, folder: Path) -> Iterator[Processes]:
    """A cluster that is ready."""
    processes = Processes(n_workers, folder)
    try:
        processes.wait()
        yield processes
    finally:
        processes.stop()
