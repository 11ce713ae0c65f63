"""Directories of commands that were killed before their first file."""

import pytest

from flows.faces.command_line import read

COMMANDS = [
    f"{words} --preset smoke"
    for words in (
        *("search dsa-me", "search bayes-me", "train-player", "study"),
        *("mesb --archetype control-paladin", "balance --patch mesb-balance"),
        *("hearthsim card-draw", "league", "tradingstone", "self-play b3"),
    )
]
TRACES = ["lock", "run/lock", "runs/run/lock", ".writable", ".study.json.17.tmp"]


@pytest.mark.parametrize("words", COMMANDS)
def test_a_directory_with_traces_of_a_killed_command_is_empty(words, tmp_path):
    noted = () if words in COMMANDS[:3] else ("mlflow.json",)  # a run's comes after its manifest
    for number, trace in enumerate((*TRACES, *noted)):
        out = tmp_path / str(number)
        (out / trace).parent.mkdir(parents=True)
        (out / trace).touch()
        read([*words.split(), "--out", str(out)]).check()


@pytest.mark.parametrize("words", [COMMANDS[0], COMMANDS[6], COMMANDS[7]])
def test_a_folder_below_with_other_files_is_refused(words, tmp_path, refused):
    (tmp_path / "out" / "photos").mkdir(parents=True)
    (tmp_path / "out" / "photos" / "lock").touch()
    (tmp_path / "out" / "photos" / "1.jpg").touch()
    assert "photos" in refused(*words.split(), "--out", tmp_path / "out")
