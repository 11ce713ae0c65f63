"""Balance labs in the background: the command's words, one process each, and what survives."""

import stat
from types import SimpleNamespace

import pytest
from filelock import lock_descriptor

from flows.faces.app import labs as module
from flows.faces.app.folder import REPORT, NoSuchRunError, RunFolder
from flows.faces.app.labs import SIZES, AskedLab, Labs
from flows.faces.command_line import read
from models.settings.config import ConfigError
from models.settings.patches import find_patch
from tasks.storage.files import StoreError
from tests.waiting import until

SUN = {"name": "soft-sun", "cards": {"EX1_032": {"attack": 1}}, "archetype": "control-paladin"}


@pytest.fixture
def lab(tmp_path, monkeypatch):
    """Labs whose command is a shell script, by default one that ends at once."""
    script = tmp_path / "command"

    def written(text="exit 0"):
        script.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/calls\n{text}\n')
        script.chmod(stat.S_IRWXU)
        return Labs(RunFolder(tmp_path / "runs"))

    monkeypatch.setattr(module, "sys", SimpleNamespace(executable=str(script)))
    written.calls = tmp_path / "calls"
    return written


def over(labs, name):
    until(lambda: labs.state(name)["over"])
    return labs.state(name)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("format", ["", "blackrock", "naxx14"])
def test_a_lab_is_a_question_of_the_command(tmp_path, size, format):
    asked = AskedLab(**SUN, size=size, format=format)
    question = read(asked.words(tmp_path / "lab"))
    assert question.trials == SIZES[size].trials
    assert question.archetypes == ["control-paladin"]
    date, opponents = ("naxx14", "naxx14") if format == "naxx14" else (None, "elite")
    assert (question.date, question.opponents) == (date, opponents)


def test_the_same_question_is_the_same_lab_and_is_played_once(lab):
    labs = lab("echo half >&2; exec sleep 30")
    name = labs.start(AskedLab(**SUN))
    assert labs.start(AskedLab(**SUN)) == name
    other = labs.start(AskedLab(**SUN | {"archetype": "aggro-mage"}))
    assert other != name
    until(lambda: labs.state(name)["said"] == "half")
    assert not labs.state(name)["over"]
    assert "Waits" in labs.state(other)["said"]
    labs.stop(other)
    assert labs.state(other)["over"]  # at once, not when its turn comes
    assert labs.start(labs.asked(other)) == other
    assert not labs.state(other)["over"]
    patch = find_patch(str(labs.path(f"{name}.yaml")))
    assert (patch.name, patch.describe()) == ("soft-sun", "Sunwalker: attack 4 -> 1")
    labs.close()
    assert over(labs, name)["failed"] == over(labs, other)["failed"] == ""
    assert len(lab.calls.read_text().splitlines()) == 1


def test_a_lab_that_was_stopped_goes_on(lab):
    labs = lab("echo half >&2; exec sleep 30")
    name = labs.start(AskedLab(**SUN))
    until(lambda: labs.state(name)["said"] == "half")
    labs.stop(name)
    assert not over(labs, name)["finished"]
    with pytest.raises(ConfigError, match="does not play"):
        labs.stop(name)
    labs = lab()  # another server
    assert labs.start(labs.asked(name)) == name
    over(labs, name)
    assert len(lab.calls.read_text().splitlines()) == 2


def test_a_command_that_fails_says_why(lab):
    labs = lab("echo 'error: the disk is full' >&2; exit 2")
    assert over(labs, labs.start(AskedLab(**SUN)))["failed"] == "the disk is full"


def test_a_lab_goes_on_without_its_server_and_no_other_one_starts_it(lab):
    labs = lab("echo half >&2; exec sleep 1.5")
    name = labs.start(AskedLab(**SUN))
    until(lambda: labs.state(name)["said"] == "half")
    other = lab()
    assert other.start(AskedLab(**SUN)) == name
    assert not other.state(name)["over"]
    over(other, name)
    assert len(lab.calls.read_text().splitlines()) == 1


def test_a_lab_is_not_played_while_its_folder_is_locked(lab):
    labs = lab()
    name = labs.start(AskedLab(**SUN))
    over(labs, name)
    with (labs.path(name) / "lock").open("wb") as held:
        assert lock_descriptor(held.fileno(), blocking=False)
        labs.start(AskedLab(**SUN))
        assert not labs.state(name)["over"]
    assert len(lab.calls.read_text().splitlines()) == 1


def test_a_finished_lab_is_not_played_again(lab):
    labs = lab()
    name = labs.start(AskedLab(**SUN))
    over(labs, name)
    report = labs.path(name) / REPORT
    report.parent.mkdir()
    report.write_text("")
    assert labs.state(labs.start(AskedLab(**SUN)))["finished"]
    with (labs.path(name) / "lock").open("wb") as held:
        assert lock_descriptor(held.fileno(), blocking=False)
        assert not labs.state(name)["finished"]  # the command still ends: its pictures come then
    assert len(lab.calls.read_text().splitlines()) == 1


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"name": "Sun"}, "small letters"),
        ({"name": "../x"}, "small letters"),
        ({"name": "23321"}, "included patch"),
        ({"archetype": "bard"}, "no such choice"),
        ({"archetype": "--help"}, "expected at least one argument"),
        ({"cards": {}}, "no card is changed"),
        ({"cards": {"EX1_032": {}}}, "no card is changed"),
        ({"size": "huge"}, "Input should be 'short'"),
        ({"cards": {"EX1_032": {"attack": 4}}}, "all cards are as in build 38377"),
        ({"cards": {"EX1_032": {"attack": -1}}}, "attack -1; give a whole number from 0 to 100"),
    ],
)
def test_bad_questions_are_refused_and_leave_no_file(lab, changed, words):
    labs = lab()
    with pytest.raises(ValueError, match=words):
        labs.start(AskedLab(**SUN | changed))
    assert not list(labs.path("").glob("*"))


def test_unknown_and_damaged_labs_are_named(lab):
    labs = lab()
    for name in ("none", "../done", "", "..", "a" * 300, "a\0"):
        with pytest.raises(NoSuchRunError, match="no lab"):
            labs.state(name)
    name = labs.start(AskedLab(**SUN))
    over(labs, name)
    assert list(labs.newest(5)) == [name]
    labs.path(f"{name}.json").write_text('{"name": 3}')
    assert labs.newest(5) == {}
    with pytest.raises(StoreError, match="start the lab again"):
        labs.asked(name)
