"""Runs a command in this process, up to where its flow would start."""

import pytest

from flows.faces import command_line


class AcceptedError(Exception):
    """The command would start its flow."""


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The folder of commands, which end where their flow would start."""

    def accepted(question):
        raise AcceptedError(question)

    monkeypatch.setattr(command_line, "_orchestrated", accepted)
    folder = tmp_path / "a" / "b" / "here"
    folder.mkdir(parents=True)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def refused(refused, here):
    """Checks that a command is refused in one line, and leaves no file in its directory."""

    def check(*words: str) -> str:
        told = refused(*words)
        assert len(told) < 2000
        assert not list(here.iterdir())
        return told

    return check
