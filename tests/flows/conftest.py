"""Commands that a test runs in its own process, or in others."""

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from flows.faces.command_line import main
from tests.processes import begun


@pytest.fixture
def answered(capsys) -> Callable[..., str]:
    """Checks that a command succeeds; returns what it prints."""

    def check(*words: str | Path) -> str:
        assert main([str(word) for word in words]) == 0
        return capsys.readouterr().out

    return check


@pytest.fixture
def refused(capsys) -> Callable[..., str]:
    """Checks that a command is refused in one line and prints nothing else; returns the line."""

    def check(*words: str | Path) -> str:
        assert main([str(word) for word in words]) == 2
        told = capsys.readouterr()
        assert told.err.startswith("error: ")
        assert told.err.count("\n") == 1
        assert told.out == ""
        return told.err

    return check


@pytest.fixture
def started(prefect) -> Callable[[list[str]], subprocess.Popen]:
    """Starts a command in a process of its own."""

    def start(command: list[str]) -> subprocess.Popen:
        environment = {**prefect, "HEARTHLIGHT_HOME": os.environ["HEARTHLIGHT_HOME"]}
        return begun(["-m", "flows", *command], environment)

    return start
