"""Every option of every command, with values that nobody should give."""

import io
import shutil

import pytest

from flows.commands import QUESTIONS
from flows.faces.command_line import main
from tests.flows.hostile.conftest import AcceptedError

VALUES = (
    *("", " ", "x", "-1", "0", "nan", "inf", "-inf", "1e400", "0x10", "1_000", "9" * 30, "\u0664"),
    *("\0", "a\nb", "\udcff", "../..", "/dev/null/x", "~~", "$HOME", "a,b", "[]", "{}", "x" * 300),
)
#: Words that a command needs besides the option under test.
NEEDED = {
    "search": ["map-elites"],
    "balance": ["--patch", "mesb-balance"],
    "surrogate-quality": ["no-such-run"],
    "compare-players": ["control", "aggro", "--games", "2"],
    "evaluate": ["Classic Miracle Rogue", "--games", "2"],
    "replay": ["Classic Miracle Rogue"],
    "review": ["Classic Miracle Rogue"],
    "hearthsim": ["table-1"],
    "self-play": ["b3"],
}
#: Commands that would go on until they are stopped, or look far beyond this folder.
ENDLESS = ("app", "calibrate")


def tried(words: list[str], capsys) -> str:
    """What a command did: `started`, `answered`, `refused`; else what is wrong about it."""
    try:
        status = main(words)
    except AcceptedError:
        capsys.readouterr()
        return "started"
    except Exception as error:
        return ascii(error)
    out, err = capsys.readouterr()
    if status == 0:
        return "answered"
    is_plain = err.startswith("error: ") and err.count("\n") == 1 and len(err) < 2000
    return "refused" if is_plain and status == 2 and not out else ascii((status, err, out))


@pytest.mark.slow
@pytest.mark.parametrize("command", [name for name in QUESTIONS if name not in ENDLESS])
def test_odd_values_of_all_options_do_no_harm(command, here, monkeypatch, capsys):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    question, n_refused, wrong = QUESTIONS[command], 0, []
    for label in map(question.label, question.fields()):
        for value in VALUES:
            option = [f"{label}={value}"] if label.startswith("--") else [value]
            words = [command, *NEEDED.get(command, []), *option]
            done = tried(words, capsys)
            n_refused += done == "refused"
            if done not in ("started", "answered", "refused"):
                wrong.append(f"{words!a}: {done}")
            left = list(here.iterdir())
            # A mirror is made before it is known whether it has the run to continue.
            if done == "refused" and label != "--mirror" and left:
                wrong.append(f"{words!a}: left {left}")
            for path in left:  # of a command that would have started
                shutil.rmtree(path)
    assert not wrong
    assert n_refused > 0
