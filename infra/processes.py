"""Background processes that outlive the command that starts them.

A process and its children have its name in their environment, by which they are found again. So
reused process ids do no harm, and orphans are found.
"""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from tasks.orchestration.processes import wait_until_healthy

STOP_S = 20.0
#: The variable that names the process.
_MARK = "HEARTHLIGHT_PROCESS"


@dataclass(frozen=True)
class Process:
    """A background process, whose output goes to `<name>.log`.

    Attributes:
        name: Its name.
        folder: Folder of its log.
    """

    name: str
    folder: Path

    @property
    def log(self) -> Path:
        """Its output."""
        return self.folder / f"{self.name}.log"

    def start(self, command: Sequence[str], cwd: Path, environment: Mapping[str, str]) -> None:
        """Start it in its own session, so that it outlives the terminal."""
        self.folder.mkdir(parents=True, exist_ok=True)
        with open(self.log, "wb") as log:
            subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                cwd=cwd,
                env={**os.environ, **environment, _MARK: str(self.log)},
                start_new_session=True,
            )

    def find(self) -> list[psutil.Process]:
        """Return the process and its children, oldest first; empty if all have ended."""
        found = []
        for each in psutil.process_iter():
            with suppress(psutil.Error):
                if each.environ().get(_MARK) == str(self.log):
                    found.append(each)
        return sorted(found, key=psutil.Process.create_time)

    def stop(self) -> bool:
        """End it, then its children, also those that they start meanwhile.

        A process that does not end within 20 s is killed.

        Returns:
            Whether it was running.
        """
        ended = self.find()[:1]
        _end(ended)
        while left := [each for each in self.find() if each not in ended]:
            _end(left)
            ended += left
        return bool(ended)

    def wait_until(self, is_healthy: Callable[[], bool], timeout_s: float) -> None:
        """Wait until it is healthy.

        Raises:
            ServerError: It ended, or is not healthy in time; the message has the end of its log.
        """
        wait_until_healthy(self.name, self.log, is_healthy, lambda: bool(self.find()), timeout_s)


def _end(processes: Sequence[psutil.Process]) -> None:
    for end in (psutil.Process.terminate, psutil.Process.kill):
        for each in processes:
            with suppress(psutil.NoSuchProcess):
                end(each)
        _, processes = psutil.wait_procs(processes, STOP_S)
