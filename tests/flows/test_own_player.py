"""The guide's player of one's own in the commands and in the application."""

import json
import re
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from flows.__main__ import main
from flows.faces.app.server import create_app
from models.players.own import OwnSetting
from tests.flows.faces.app.conftest import ADDRESS, client_of, refusal
from tests.flows.faces.app.test_play_pages import mine

GUIDE = Path(__file__).parents[2] / "docs" / "how-to" / "own-player.md"


@pytest.fixture
def name(tmp_path, monkeypatch):
    """The name of the guide's player, in the current folder."""
    (example,) = re.findall(r"```python\n(.*?)```", GUIDE.read_text(encoding="utf-8"), re.DOTALL)
    (tmp_path / "players_of_the_guide.py").write_text(example, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return "players_of_the_guide:Greedy"


def call_of(command, player, folder):
    """The arguments of a command with a player."""
    return {
        "evaluate": ["Aggro Hunter", "--player", player],
        "compare-players": ["aggro", player],
        "league": ["--out", str(folder / "out"), "--players", "random", player],
        "app": ["--player", player],
    }[command]


def test_it_plays_a_deck_against_the_published_opponents_and_its_cards_are_followed(name, capsys):
    call = ["evaluate", "Aggro Hunter", "--player", name, "--games", "6", "--json"]
    found = []
    for more in (["--threads", "1"], ["--threads", "2", "--card-statistics"]):
        assert main([*call, *more]) == 0
        told = capsys.readouterr()
        assert f"{name} plays the deck" in told.err
        found.append(json.loads(told.out))
    assert {row["games"] for row in found[1].pop("cards")} == {6}
    assert found[0] == found[1]
    assert [each["n_games"] for each in found[0]["opponents"]] == [1] * 6


def test_it_is_compared_with_others_in_the_same_deals(name, answered):
    def answer(*call):
        return json.loads(answered(*call, "--games", "12", "--seed", "3", "--json"))

    players, deck = ["aggro", name, "control"], ["--deck", "Aggro Hunter"]
    (found,) = answer("compare-players", *players, *deck, "--threads", "2")
    assert answer("compare-players", *players, *deck, "--threads", "1") == [found]
    assert [each["player"] for each in found["players"]] == players
    (compiled,) = answer("compare-players", "aggro", "control", *deck)
    assert found["players"][::2] == compiled["players"]
    own, evaluated = found["players"][1], answer("evaluate", deck[1], "--player", name)
    for key in ("health_difference", "win_rate", "win_rate_interval"):
        assert own[key] == evaluated[key]
    low, high = own["health_against_first"][1]
    assert low < high


@pytest.mark.parametrize("command", ["evaluate", "compare-players"])
def test_an_error_of_it_ends_the_games_in_one_line(name, command, tmp_path, capsys):
    (tmp_path / "broken_players.py").write_text("class Silent:\n    def act(self, view): ...\n")
    broken = "broken_players:Silent"
    assert main([command, *call_of(command, broken, tmp_path), "--games", "12"]) == 2
    *_, error = capsys.readouterr().err.splitlines()
    assert error.startswith(f"error: {broken}: act returned None, which is no action of")


@pytest.mark.parametrize("command", ["evaluate", "compare-players", "league", "app"])
def test_a_missing_class_is_refused_before_work(name, command, tmp_path, refused):
    missing = name.replace("Greedy", "Careful")
    assert "has no class 'Careful'" in refused(command, *call_of(command, missing, tmp_path))
    assert not (tmp_path / "out").exists()


def body_of(kind):
    decks = {"decks": ["Aggro Hunter"], "opponent_decks": ["Aggro Hunter"]}
    return decks | {"player": {"kind": kind}, "first": "opponent"}


def test_a_person_plays_it_and_asks_it_for_a_hint(name, tmp_path):
    client = TestClient(create_app(tmp_path, own=[OwnSetting.read(name)]), base_url=ADDRESS)
    assert f"{name}: a player of one" in client.get("/play").text
    id = client.post("/play/start", json=body_of(name)).json()["game"]
    client.post("/play/mulligan", json={"id": id, "places": []})
    state = mine(client, id)
    assert state["opponent"] == name
    assert state["number"] > 0
    hint = client.get("/play/hint", params={"id": id, "kind": name}).json()
    assert hint["move"] < len(state["moves"])


@pytest.mark.parametrize("kind", ["players_of_the_guide:Greedy", "os:PathLike"])
def test_the_application_seats_only_players_of_its_start(name, tmp_path, kind):
    client = client_of(tmp_path, is_strict=False)
    answer = client.post("/play/start", json=body_of(kind), headers={"accept": "application/json"})
    assert "start with --player" in refusal(answer)
