"""The same lines from compiled and from interpreted code: a second process runs the other way."""

import os
import subprocess
import sys
from pathlib import Path

from engine.core.jit import JIT_ON


def other_way(module: str, *options: str) -> list[str]:
    """What a module `show`s in a process that interprets what this one compiles, or vice versa."""
    done = subprocess.run(
        [sys.executable, *options, "-m", module],
        cwd=Path(__file__).parents[1],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1" if JIT_ON else "0"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    way, *lines = done.stdout.splitlines()
    assert way == f"compiled: {not JIT_ON}"
    return lines


def show(lines: list[str]) -> None:
    """Prints the lines of this process, and which way it runs."""
    print(f"compiled: {JIT_ON}", *lines, sep="\n")
