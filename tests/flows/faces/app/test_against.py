"""Games against the players of leagues and trainings."""

import pytest

from flows.studies.league.play import FILE
from flows.studies.self_play.play import FILE as TRAINING
from flows.studies.self_play.settings import SelfPlay
from models.league import LeagueDeck, LeagueSettings
from models.players.config import PlayerConfig
from models.players.own import OwnSetting
from models.players.player_names import NamedPlayer, read_players
from tests.flows.faces.app.conftest import client_of, refusal
from tests.flows.faces.app.test_play_pages import mine, state_of
from tests.flows.studies.league.conftest import DECKS
from tests.models.play.test_game import small_network

CAREFUL = OwnSetting(path="my_players:Careful", digest="0")
OWN = NamedPlayer(name="my_players:Careful", config=PlayerConfig(), own=CAREFUL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A league of searches, networks and a class of one's own; one of own decks; a training."""
    path = tmp_path_factory.mktemp("runs")
    for name in ("kept", "lost", "changed"):
        (path / name / "players").mkdir(parents=True)
        small_network(path / name / "players" / "00001.npz")
    names = ("fair-beam:aggro", *(f"learned:{path / name}/players/00001.npz" for name in ("kept",)))
    lost = (f"learned:{path / name}/players/00001.npz:choice=best" for name in ("lost", "changed"))
    players = [*read_players(names), *read_players(tuple(lost)), OWN]
    settings = {"n_games": 4, "seed": 1}
    FILE.write(path / "league", LeagueSettings(players=players, decks=DECKS, **settings))
    built = [LeagueDeck(name=f"own {hero}", hero=hero) for hero in ("HUNTER", "ROGUE")]
    FILE.write(path / "own", LeagueSettings(players=players[:2], decks=built, **settings))
    short = [LeagueDeck(name="short", hero="ROGUE", size=10)]
    FILE.write(path / "short", LeagueSettings(players=players[:2], decks=short, **settings))
    (path / "lost" / "players" / "00001.npz").unlink()
    (path / "changed" / "players" / "00001.npz").write_bytes(b"another file")
    TRAINING.write(path / "kept", SelfPlay(model="b3", preset="smoke").study)
    return path


@pytest.fixture(scope="module")
def client(folder):
    return client_of(folder, is_strict=False)


def against(client, run, player, deck=""):
    body = {"run": run, "player": player, "deck": deck}
    return client.post("/play/against", json=body, headers={"accept": "application/json"})


@pytest.mark.parametrize("player", ["fair-beam:aggro", "learned:kept-00001"])
@pytest.mark.parametrize(("run", "decks"), [("league", "Aggro Hunter"), ("own", "Hunter")])
def test_a_player_of_a_league_plays_decks_of_it(client, run, player, decks):
    id = against(client, run, player).json()["game"]
    client.post("/play/mulligan", json={"id": id, "places": []})
    state = mine(client, id)
    assert state["opponent"] == player
    assert any(decks in name for name in state["decks"])
    assert len(set(state["decks"])) == 2


def test_the_player_of_a_period_plays_decks_that_it_builds(client):
    id = against(client, "kept", "00001").json()["game"]
    client.post("/play/mulligan", json={"id": id, "places": []})
    state = mine(client, id)
    assert state["opponent"] == "learned:kept/players/00001"
    assert sorted(state["decks"]) == ["own Hunter", "own Rogue"]


def test_a_person_can_have_another_deck(client):
    id = against(client, "league", "fair-beam:aggro", "Classic Miracle Rogue").json()["game"]
    assert state_of(client, id)["decks"][0] == "Classic Miracle Rogue"
    assert "Your deck" in refusal(against(client, "league", "fair-beam:aggro", "2x Fierball"))


@pytest.mark.parametrize(
    ("run", "player", "status", "words"),
    [
        ("league", "nobody", 409, "no player 'nobody'; choose one from its page"),
        ("league", "learned:lost-00001:choice=best", 409, "no such file"),
        ("league", "learned:changed-00001:choice=best", 409, "not the file it was"),
        ("league", OWN.name, 409, f"start the application with --player {OWN.name}"),
        ("short", "fair-beam:aggro", 409, "cannot be played against"),
        ("kept", "00009", 409, "no trained network"),
        ("kept", "../../kept", 409, "no trained network"),
        ("../kept", "00001", 404, "no run"),
        ("none", "00001", 404, "no run"),
    ],
)
def test_a_player_that_cannot_play_is_refused_in_one_line(client, run, player, status, words):
    assert words in refusal(against(client, run, player), status)
