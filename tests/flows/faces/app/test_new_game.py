"""Opponents in Play: levels, networks trained by self-play, players of leagues and trainings."""

import json
import shutil

import pytest

from flows.faces.app.levels import FIRST_LEVEL, LEVELS
from flows.faces.app.new_game import GOOD_DECKS, N_DECKS, PlayerAsked, network_files
from flows.studies.league.play import FILE
from flows.studies.self_play.play import FILE as TRAINING
from flows.studies.self_play.settings import SelfPlay
from models.league import LeagueDeck, LeagueSettings
from models.players import learned
from models.players.config import PlayerConfig
from models.players.own import OwnSetting
from models.players.player_names import NamedPlayer, read_players
from models.self_play import learned_player
from tasks.sql.catalog import query
from tests.flows.faces.app.conftest import client_of, refusal
from tests.flows.faces.app.test_play_pages import mine, opened, play_out, start, state_of
from tests.flows.studies.league.conftest import DECKS
from tests.models.play.test_game import small_network
from tests.waiting import until

MINUS = "\u2212"
NAME = "study/small/players/00002"
LEARNED = {"kind": "learned", "network": NAME}
CAREFUL = OwnSetting(path="my_players:Careful", digest="0")
OWN = NamedPlayer(name="my_players:Careful", config=PlayerConfig(), own=CAREFUL)


@pytest.fixture(scope="module")
def training(tmp_path_factory):
    """A training with a player, a damaged one, and one of an older period."""
    folder = tmp_path_factory.mktemp("runs")
    players = folder / "study" / "small" / "players"
    players.mkdir(parents=True)
    (players.parent / "self-play.json").write_text("{}")
    small_network(players / "00002.npz")
    shutil.copy(players / "00002.npz", players / "00001.npz")
    (players / "00003.npz").write_bytes(b"no network")
    return folder


@pytest.fixture
def player(training, tmp_path):
    shutil.copytree(training, tmp_path, dirs_exist_ok=True)
    return client_of(tmp_path, is_strict=False)


def test_networks_are_offered_the_newest_first(training, tmp_path, monkeypatch):
    monkeypatch.setattr("models.players.learned.FOLDER", tmp_path)
    (tmp_path / "included.npz").touch()
    names = ["included", *(f"study/small/players/0000{period}" for period in (3, 2, 1))]
    assert list(network_files(training)) == names
    assert list(network_files(tmp_path / "nowhere")) == ["included"]


def test_the_form_offers_them_and_the_decks_that_they_build(player):
    page = player.get("/play").text
    assert f"<option>{NAME}</option>" in page
    assert "learned: a network trained by self-play" in page
    facts = player.get("/play/network", params={"name": NAME}).json()
    assert facts["title"] == "none, 0 samples, Rogue, Hunter, classic"
    assert facts["format"] == "classic"
    assert len(facts["decks"]) == 2 * N_DECKS
    first = facts["decks"][0]
    assert first["text"].startswith(f"### {first['name']}\n# Class: Rogue\n")
    id = start(player, decks=[first["text"]])
    assert state_of(player, id)["decks"][0] == first["name"]


@pytest.mark.parametrize("name", LEVELS)
def test_a_level_is_an_opponent_of_one_click(player, name):
    kind, scorer, elo = LEVELS[name]
    made = player.post("/play/now", json={"level": name}).json()
    state = state_of(player, made["game"])
    assert state["opponent"] == PlayerAsked(kind=kind, scorer=scorer).name()
    assert set(state["decks"]) < set(GOOD_DECKS)
    for page in ("/", "/play"):
        shown = player.get(page).text
        assert f'value="{name}" data-kind="{kind}" data-scorer="{scorer}"' in shown
        assert f"{name} ({elo:+d} Elo)".replace("-", MINUS) in shown


def test_a_level_that_is_none_is_refused(player):
    assert FIRST_LEVEL in LEVELS
    answer = player.post("/play/now", json={"level": "easy"}, headers={"accept": "*/*"})
    assert "use one of beginner" in refusal(answer)


def test_without_a_network_there_is_none_to_choose(tmp_path, monkeypatch):
    monkeypatch.setattr(learned, "FOLDER", tmp_path)
    assert 'value="learned"' not in client_of(tmp_path).get("/play").text


def test_a_game_against_a_network_with_a_hint_of_it(player, tmp_path):
    id = start(player, player=LEARNED)
    assert "<option>learned</option>" in player.get(f"/play/game?id={id}").text
    player.post("/play/mulligan", json={"id": id, "places": []})
    state = mine(player, id)
    hint = player.get("/play/hint", params={"id": id, "kind": "learned"}).json()
    assert hint["move"] < len(state["moves"])
    state = play_out(player, id)
    shutil.rmtree(tmp_path / "study")  # a finished game needs its network no more
    lines = player.get("/play/lines", params={"run": state["run"]}).text.splitlines()
    assert json.loads(lines[-1])["result"] == state["result"]
    (row,) = query([tmp_path / "play"], "select opponent, result from play_games").to_dicts()
    assert row == {"opponent": f"learned:{NAME}", "result": state["result"]}


def test_a_removed_network_is_told_and_the_game_can_be_given_up(player, tmp_path):
    id = start(player, player=LEARNED)
    shutil.rmtree(tmp_path / "study")
    again = client_of(tmp_path)
    again.post("/play/mulligan", json={"id": id, "places": []})
    state = state_of(again, id)
    assert state["phase"] == "person"
    end = next(i for i, move in enumerate(state["moves"]) if move["kind"] == "end turn")
    learned_player._loaded.cache_clear()  # as in a new process
    again.post("/play/act", json={"id": id, "number": 0, "move": end})
    assert "no such file" in until(lambda: state_of(again, id)["problem"])
    assert again.post("/play/concede", json={"id": id}).json()["result"] == "lost"


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"kind": "learned"}, "choose a network"),
        ({"kind": "learned", "network": "../../etc/passwd"}, "no trained network"),
        ({"kind": "learned", "network": "study/small/players/00003"}, "damaged, or no checkpoint"),
        (LEARNED | {"seconds": 1.0}, "no thinking time"),
        ({"kind": "beam", "network": NAME}, "beam has no network"),
    ],
)
def test_a_network_that_cannot_play_is_refused_with_the_reason(player, asked, message):
    body = {"decks": ["Aggro Hunter"], "opponent_decks": ["Aggro Hunter"], "player": asked}
    answer = player.post("/play/start", json=body, headers={"accept": "application/json"})
    assert message in refusal(answer)
    if asked.get("network") not in (None, NAME):
        name = {"name": asked["network"]}
        assert message in player.get("/play/network", params=name, headers={"accept": "*/*"}).text


def test_a_game_without_a_network_has_no_hint_of_one(player):
    id, _ = opened(player)
    refusal(player.get("/play/hint", params={"id": id, "kind": "learned"}))


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
