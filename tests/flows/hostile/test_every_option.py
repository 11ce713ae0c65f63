"""Every option of every command, with values that nobody should give."""

import pytest

from flows.faces import command_line
from flows.faces.command_line import main
from flows.questions import QUESTIONS
from flows.questions.question import Run
from tests.flows.hostile.conftest import AcceptedError

VALUES = (
    *("", " ", "x", "-1", "0", "nan", "inf", "-inf", "1e400", "0x10", "1_000", "9" * 30, "\u0664"),
    *("\0", "a\nb", "\udcff", "../..", "/dev/null/x", "~", "$HOME", "a,b", "[]", "{}", "x" * 300),
)
#: Words that a command needs besides the option under test.
NEEDED = {
    "search": ["map-elites"],
    "balance": ["--patch", "mesb-balance"],
    "surrogate-quality": ["no-such-run"],
    "compare-players": ["control", "aggro", "--games", "2"],
    "evaluate": ["Classic Miracle Rogue", "--games", "2"],
    "replay": ["Classic Miracle Rogue"],
    "hearthsim": ["table-1"],
    "self-play": ["b3"],
}
#: Commands that would go on until they are stopped, or look far beyond this folder.
ENDLESS = ("app", "calibrate")


def tried(words: list[str], capsys) -> str:
    """What a command did: `started`, `answered` or `refused`, in one line and leaving no file."""
    try:
        status = main(words)
    except AcceptedError:
        capsys.readouterr()
        return "started"
    except SystemExit as stop:  # `--help`
        status = int(stop.code or 0)
    out, err = capsys.readouterr()
    if status == 0:
        return "answered"
    assert status == 2, words
    assert err.startswith("error: "), words
    assert err.count("\n") == 1, words
    assert len(err) < 2000, words
    assert out == "", words
    return "refused"


@pytest.mark.slow
@pytest.mark.parametrize("command", [name for name in QUESTIONS if name not in ENDLESS])
def test_odd_values_of_all_options_start_answer_or_are_refused_in_one_line(
    command, tmp_path, monkeypatch, capsys
):
    def accepted(question):
        raise AcceptedError(question)

    monkeypatch.setattr(command_line, "_orchestrated", accepted)
    here = tmp_path / "a" / "b" / "here"
    here.mkdir(parents=True)
    monkeypatch.chdir(here)
    question, done = QUESTIONS[command], []
    for field in question.fields():
        label = question.label(field)
        for value in VALUES:
            option = [f"{label}={value}"] if label.startswith("--") else [value]
            done.append(tried([command, *NEEDED.get(command, []), *option], capsys))
            if done[-1] == "refused":
                assert not list(here.iterdir()), option
    print(f"{command}: {len(done)} inputs, {done.count('refused')} refused")
    assert done.count("refused") > 0 or not issubclass(question, Run)
