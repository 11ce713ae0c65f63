"""docs/environments.md and observations.md: players run, and tables are those of the code."""

import re
from pathlib import Path

import numpy as np
import pytest

from models.environments.core import action_space as a
from models.environments.core.records import N_FEATURES, OBSERVATION, SEEN_CHARACTER, SEEN_PLAYER

DOCS = Path(__file__).parents[3] / "docs"
GUIDE, PAGE = (
    (DOCS / name).read_text(encoding="utf-8") for name in ("environments.md", "observations.md")
)
PLAYERS = re.findall(r"## A (\w+) player\n(?:.*?)```python\n(.*?)```", GUIDE, re.DOTALL)
UPDATES = "range(10)"  # of the torch player


@pytest.mark.parametrize(("name", "code"), PLAYERS, ids=[name for name, _ in PLAYERS])
def test_players_run_and_are_short(name, code, capsys):
    from models.surrogates.dense import one_thread  # loads torch, which other processes do not need

    if name == "random":
        pytest.importorskip("pettingzoo", reason="needs the extra environments")
    assert code.count("\n") <= 30
    assert (UPDATES in code) == (name == "torch")
    with one_thread():  # several would wait for each other in small networks
        exec(compile(code.replace(UPDATES, "range(1)"), name, "exec"), {})
    said = capsys.readouterr().out
    expected = {
        "random": r"player_\d -?1.0\nplayer_\d -?1.0\n",
        "greedy": r"the greedy player won (20|1\d) of 20 games",
        "named": r"the named player won 5 of 5 games",
        "torch": r"update 0: the policy won \d+% of \d+ games\n$",
    }
    assert re.match(expected[name], said)


def test_all_players_are_there():
    assert [name for name, _ in PLAYERS] == ["random", "greedy", "named", "torch"]


@pytest.mark.parametrize(
    ("heading", "record"),
    [
        ("## Observations of the full game", OBSERVATION),
        ("### A side", SEEN_PLAYER),
        ("### A character", SEEN_CHARACTER),
    ],
)
def test_tables_list_the_fields(heading, record: np.dtype):
    section = PAGE.partition(heading + "\n")[2].partition("\n#")[0]
    rows = re.findall(r"^\| `(\w+)` \| (\(.*?\)) \|", section, re.M)
    assert rows == [(name, str(record[name].shape)) for name in record.names]


def test_sizes_and_indices_are_those_of_the_code():
    assert f"a vector of {N_FEATURES} int16" in PAGE
    assert f"from 0 to {a.N_ACTIONS - 1}" in PAGE
    firsts = [int(n) for n in re.findall(r"^\| (\d+) \| ", PAGE, re.M)]
    assert firsts == [a.END_TURN, a.FIRST_CHOICE, a.FIRST_ATTACK, a.FIRST_POWER, a.FIRST_PLAY]
