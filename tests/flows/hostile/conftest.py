"""Runs a command in this process, up to where its flow would start."""

from contextlib import contextmanager

import pytest

from flows.faces import command_line
from flows.faces.command_line import main


class AcceptedError(Exception):
    """The command would start its flow."""


@pytest.fixture
def refused(tmp_path, monkeypatch, capsys):
    """Checks that a command is refused in one line, and leaves no file in its directory."""

    @contextmanager
    def accepted(question):
        raise AcceptedError(question)
        yield

    monkeypatch.setattr(command_line, "_orchestrated", accepted)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def check(words: list[str]) -> str:
        assert main(words) == 2
        told = capsys.readouterr()
        assert told.err.startswith("error: ")
        assert told.err.count("\n") == 1
        assert len(told.err) < 2000
        assert told.out == ""
        assert not list(here.iterdir())
        return told.err

    return check
