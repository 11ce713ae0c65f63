"""Other processes of this Python."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]


def begun(words: list[str], environment: dict[str, str]) -> subprocess.Popen[str]:
    """A process of this Python that prints only errors."""
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen([sys.executable, *words], cwd=ROOT, env=environment, text=True, **pipes)


def python(
    *words: object, cwd: Path = ROOT, stdout: Any = subprocess.PIPE, **variables: str
) -> subprocess.CompletedProcess[str]:
    """What becomes of this Python with some words, and with more variables in its environment."""
    command, environment = [sys.executable, *map(str, words)], os.environ | variables
    pipes = {"stdin": subprocess.DEVNULL, "stdout": stdout, "stderr": subprocess.PIPE}
    return subprocess.run(command, cwd=cwd, env=environment, text=True, **pipes)
