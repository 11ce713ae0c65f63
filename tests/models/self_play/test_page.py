"""docs/self-play.md and its results: the example runs, and commands are understood."""

import re
import shlex
from pathlib import Path

import pytest
import torch

from flows.commands import League
from flows.faces.command_line import read
from models.self_play.environment import EnvironmentConfig
from models.self_play.network import NetworkConfig

DOCS = Path(__file__).parents[3] / "docs"
PAGE = (DOCS / "self-play.md").read_text(encoding="utf-8")
RESULTS = (DOCS / "results" / "self-play.md").read_text(encoding="utf-8")
(_, EXAMPLE) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^python -m flows (.*)$", PAGE + RESULTS, re.MULTILINE)

#: Trainings of which the page names a player, and its number.
RUNS = ("exploiter", "00010"), ("b2", "00008"), ("b3", "00008")


@pytest.fixture
def in_folder(new_checkpoint, tmp_path, monkeypatch):
    """A folder with the page's checkpoints, of small decks so that games are short."""
    sizes = NetworkConfig(card=2, entity=4, state=8), EnvironmentConfig(deck_size=4)
    runs = [f"runs/{run}/players/{n}" for run, n in RUNS]
    for name, samples in (("player", 2000), ("older", 1000), *((run, 3000) for run in runs)):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        made = new_checkpoint(1, *sizes, method="osfp", samples=samples)
        made.save(tmp_path / f"{name}.npz")
    monkeypatch.chdir(tmp_path)


@pytest.mark.usefixtures("in_folder")
def test_the_example_loads_a_checkpoint_and_plays(capsys):
    assert EXAMPLE.count("\n") <= 11
    torch.manual_seed(1)
    exec(compile(EXAMPLE, "example", "exec"), {})
    assert re.fullmatch(
        r"osfp, 2,000 samples, Mage, Warrior, Hunter, classic - first player: (-1|0|1)\n",
        capsys.readouterr().out,
    )


@pytest.mark.usefixtures("in_folder")
@pytest.mark.parametrize("command", COMMANDS)
def test_commands_are_understood(command):
    question = read(shlex.split(command))
    if isinstance(question, League):
        assert len(question.study.players) >= 2
        heroes = [deck.hero for deck in question.study.decks]
        assert heroes == (["MAGE", "WARRIOR", "HUNTER"] if "own" in command else [""] * 6)
