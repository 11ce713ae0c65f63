"""The guide's player of one's own in the commands and in the application."""

import json
import re
import time
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from flows.__main__ import main
from flows.faces.app.server import create_app
from models.players.own import OwnSetting
from tests.flows.faces.app.conftest import ADDRESS

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "own-player.md"


@pytest.fixture
def name(tmp_path, monkeypatch):
    """The name of the guide's player, in the current folder."""
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "players_of_the_guide.py").write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "players_of_the_guide:Greedy"


def test_it_plays_a_deck_against_the_published_opponents(name, capsys):
    call = ["evaluate", "Aggro Hunter", "--player", name, "--games", "6", "--json"]
    found = []
    for threads in ("1", "2"):
        assert main([*call, "--threads", threads]) == 0
        told = capsys.readouterr()
        assert f"{name} plays the deck" in told.err
        found.append(json.loads(told.out))
    assert found[0] == found[1]
    assert [each["n_games"] for each in found[0]["opponents"]] == [1] * 6


@pytest.mark.parametrize("command", ["evaluate", "league", "app"])
def test_a_missing_class_is_refused_before_work(name, command, tmp_path, refused):
    missing = name.replace("Greedy", "Careful")
    calls = {
        "evaluate": ["Aggro Hunter", "--player", missing],
        "league": ["--out", str(tmp_path / "out"), "--players", "random", missing],
        "app": ["--player", missing],
    }
    assert "has no class 'Careful'" in refused(command, *calls[command])
    assert not (tmp_path / "out").exists()


def body_of(kind):
    decks = {"decks": ["Aggro Hunter"], "opponent_decks": ["Aggro Hunter"]}
    return decks | {"player": {"kind": kind}, "first": "opponent"}


def test_a_person_plays_it_and_asks_it_for_a_hint(name, tmp_path):
    client = TestClient(create_app(tmp_path, own=[OwnSetting.read(name)]), base_url=ADDRESS)
    assert f"{name}: a player of one" in client.get("/play").text
    id = client.post("/play/start", json=body_of(name)).json()["game"]
    client.post("/play/mulligan", json={"id": id, "places": []})
    for _ in range(2_000):
        state = client.get("/play/state", params={"id": id}).json()
        assert state["problem"] == ""
        if state["phase"] == "person":
            break
        time.sleep(0.01)
    assert state["opponent"] == name
    assert state["number"] > 0
    hint = client.get("/play/hint", params={"id": id, "kind": name}).json()
    assert hint["move"] < len(state["moves"])


@pytest.mark.parametrize("kind", ["players_of_the_guide:Greedy", "os:PathLike"])
def test_the_application_seats_only_players_of_its_start(name, tmp_path, kind):
    client = TestClient(create_app(tmp_path), base_url=ADDRESS, raise_server_exceptions=False)
    headers = {"accept": "application/json"}
    answer = client.post("/play/start", json=body_of(kind), headers=headers)
    assert answer.status_code == 409
    assert "start with --player" in answer.json()["error"]
