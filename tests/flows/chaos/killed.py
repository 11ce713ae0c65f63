"""Commands that are killed just before one of their writes.

`python -m tests.flows.chaos.killed` imports all flows once, reads jobs from standard input, one
JSON object per line, and forks a process for each. Starting Python each time would take seconds.
"""

import json
import os
import signal
import subprocess
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from tests.processes import ROOT

PROJECT = tuple(f"{ROOT / name}{os.sep}" for name in ("engine", "models", "tasks", "flows"))
#: Audit events of Python that change files, and how many of their arguments are paths.
CHANGES = {
    **dict.fromkeys(("os.rename", "os.link", "os.symlink"), 2),
    **dict.fromkeys(("os.mkdir", "os.remove", "os.rmdir", "os.truncate"), 1),
}
#: Events that change nothing if their path exists (True), or does not (False).
NEEDLESS = {"os.mkdir": True, "os.remove": False}
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


class Killer:
    """A process that runs commands and kills them.

    Args:
        environment: Its environment; it has the address of a Prefect server.
    """

    def __init__(self, environment: dict[str, str]) -> None:
        command = [sys.executable, "-m", "tests.flows.chaos.killed"]
        environment = {**environment, "PYTHONPATH": str(ROOT)}
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self._process = subprocess.Popen(command, cwd=ROOT, env=environment, text=True, **pipes)

    def run(self, words: list[str], out: Path, before: int | None = None) -> tuple[int, list[str]]:
        """Runs a command.

        Args:
            words: Its words.
            out: The folder whose writes count.
            before: Number of the write before which it is killed; None to let it end.

        Returns:
            Its exit status, negative if it was killed; and its writes below `out`, each with a tab
            and the project's lines of code that led to it, or what it printed to standard error
            if it failed.
        """
        job = {"words": words, "out": str(out), "before": before}
        self._process.stdin.write(json.dumps(job) + "\n")
        self._process.stdin.flush()
        answer = json.loads(self._process.stdout.readline())
        return answer["status"], answer["lines"]

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


def watched(out: str, at: Callable[[str], None]) -> Callable[[str, tuple[Any, ...]], None]:
    """An audit hook that calls a function before each write below a folder that changes it."""

    def is_below(path: Any) -> bool:
        if not isinstance(path, str | bytes | os.PathLike):
            return False  # a file that is already open
        place = os.path.abspath(os.fsdecode(path))
        return place == out or place.startswith(out + os.sep)

    def hook(event: str, values: tuple[Any, ...]) -> None:
        if event == "open":
            paths = values[: 1 if values[2] & _WRITING else 0]
        else:
            paths = values[: CHANGES.get(event, 0)]
        if event in NEEDLESS and os.path.lexists(paths[0]) is NEEDLESS[event]:
            return
        if any(map(is_below, paths)):
            changed = " ".join(os.path.relpath(os.fsdecode(path), out) for path in paths)
            at(f"{event} {changed}\t{' '.join(_lines_of_the_project())}")

    return hook


def _lines_of_the_project() -> Iterator[str]:
    """The lines of code being run, innermost first."""
    frame = sys._getframe()
    while frame := frame.f_back:
        file = frame.f_code.co_filename
        if file.startswith(PROJECT):
            yield f"{os.path.relpath(file, ROOT)}:{frame.f_lineno}"


def _play(job: dict[str, Any], errors: Path) -> None:
    """Runs a command in this process, which ends with it."""
    from flows.faces.command_line import main

    writes: list[str] = []

    def at(write: str) -> None:
        if len(writes) == job["before"]:
            os.kill(os.getpid(), signal.SIGKILL)
        writes.append(write)

    with open(errors, "w") as file, open(os.devnull, "w") as nowhere:
        os.dup2(file.fileno(), 2)
        os.dup2(nowhere.fileno(), 1)
    sys.addaudithook(watched(job["out"], at))
    try:
        status = main(job["words"])
    except BaseException:
        traceback.print_exc()
        status = 1
    if status == 0:
        errors.write_text("\n".join(writes))
    os._exit(status)


def _serve() -> None:
    # Imported before the first fork; a process that has used Polars' threads cannot be forked.
    # Torch's first optimiser and MLflow would take 4 s of each process.
    import torch._dynamo  # noqa: F401

    import flows.calibrate
    import flows.train_player  # noqa: F401
    from flows.commands import STUDIES
    from tasks.tracking.mlflow_store import import_mlflow

    import_mlflow()
    for study in STUDIES:
        study.part("play"), study.part("page")

    errors = Path(os.environ["HEARTHLIGHT_HOME"]) / f"killed-{os.getpid()}.txt"
    for line in sys.stdin:
        if (child := os.fork()) == 0:
            _play(json.loads(line), errors)
        status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
        lines = errors.read_text().splitlines()
        print(json.dumps({"status": status, "lines": lines}), flush=True)


if __name__ == "__main__":
    _serve()
