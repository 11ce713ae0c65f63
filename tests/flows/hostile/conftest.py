"""Runs a command in this process, up to where its flow would start."""

from contextlib import contextmanager

import pytest

from flows.faces import command_line


class AcceptedError(Exception):
    """The command would start its flow."""


@pytest.fixture
def refused(refused, tmp_path, monkeypatch):
    """Checks that a command is refused in one line, and leaves no file in its directory."""

    @contextmanager
    def accepted(question):
        raise AcceptedError(question)
        yield

    monkeypatch.setattr(command_line, "_orchestrated", accepted)
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)

    def check(*words: str) -> str:
        told = refused(*words)
        assert len(told) < 2000
        assert not list(here.iterdir())
        return told

    return check
