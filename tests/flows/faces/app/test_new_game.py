"""Networks trained by self-play as opponents in Play."""

import json
import shutil

import pytest

from flows.faces.app.levels import FIRST_LEVEL, LEVELS
from flows.faces.app.new_game import GOOD_DECKS, N_DECKS, PlayerAsked, network_files
from models.players import learned
from models.self_play import learned_player
from tasks.sql.catalog import query
from tests.flows.faces.app.conftest import client_of, refusal
from tests.flows.faces.app.test_play_pages import mine, opened, play_out, start, state_of
from tests.models.play.test_game import small_network
from tests.waiting import until

MINUS = "\u2212"
NAME = "study/small/players/00002"
LEARNED = {"kind": "learned", "network": NAME}


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
