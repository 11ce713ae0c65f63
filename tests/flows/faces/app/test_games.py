"""Games and matches on disk: several servers on one folder lose no move."""

import json
from concurrent.futures import ThreadPoolExecutor

import pytest

from flows.faces.app import games
from flows.faces.app.games import Matches, NoSuchGameError, OpenGames
from models.play.game import PlayConfig, PlayDeck
from models.players.config import PlayerConfig
from models.players.decks import named_deck
from tasks.storage.files import StoreError
from tests.flows.faces.app.conftest import client_of
from tests.flows.faces.app.test_play_pages import MINE, THEIRS, act, mine, opened, reached
from tests.waiting import until


def settings(**changes):
    decks = tuple(PlayDeck.of(named_deck(name)) for name in (MINE, THEIRS))
    player = PlayerConfig(search="random")
    return PlayConfig(decks=decks, person=0, opponent="random", player=player, **changes)


@pytest.fixture
def servers(tmp_path):
    """Two applications over one folder."""
    return [client_of(tmp_path) for _ in range(2)]


def n_kept(folder, id):
    path = folder / "play" / ".tables" / f"{id}.json"
    return len(json.loads(path.read_text())["kept"]["actions"])


def test_a_second_server_on_the_folder_loses_no_move(servers, tmp_path):
    one, other = servers
    id, _ = opened(one)
    early = mine(other, id)
    for _ in range(4):
        state = mine(one, id)
        act(one, id, state, len(state["moves"]) - 1)
    state = mine(one, id)
    assert n_kept(tmp_path, id) == state["number"] > 4
    late = other.post("/play/act", json={"id": id, "number": early["number"], "move": 0})
    assert late.status_code == 409
    assert "gone on" in late.json()["error"]
    assert n_kept(tmp_path, id) == state["number"]
    assert mine(other, id) == state
    act(other, id, state, 0)
    state = mine(other, id)
    assert mine(one, id) == state
    one.post("/play/concede", json={"id": id})
    assert reached(other, id, lambda each: each["run"])["result"] == "lost"


def test_every_action_that_two_servers_take_at_once_is_kept(tmp_path):
    servers = [OpenGames(tmp_path) for _ in range(2)]
    id = servers[0].start(settings(), "me", seed=1).id
    with servers[0].changing(id) as opened:
        opened.game.mulligan([])

    def play(games):
        taken = 0
        while taken < 8:
            with games.changing(id) as opened:
                if opened.game.phase == "person":
                    opened.game.apply(opened.game.codes()[-1])
                    taken += 1

    with ThreadPoolExecutor(2) as pool:
        list(pool.map(play, servers))
    game = OpenGames(tmp_path).game(id).game
    assert game.movers.count(game.person) == 16


def test_a_change_that_fails_leaves_the_game_as_it_is_in_its_file(tmp_path):
    games = OpenGames(tmp_path)
    id = games.start(settings(), "me").id
    before = games.game(id).state()

    def fail():
        with games.changing(id) as opened:
            opened.game.mulligan([0])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    assert games.game(id).state() == before
    assert OpenGames(tmp_path).game(id).state() == before


def test_a_game_whose_file_is_removed_is_not_known_any_more(tmp_path):
    games = OpenGames(tmp_path)
    opened = games.start(settings(), "me")
    opened.path.unlink()
    with pytest.raises(NoSuchGameError):
        games.game(opened.id)


def test_two_servers_open_one_game_of_a_match_and_both_see_its_end(tmp_path):
    games = [OpenGames(tmp_path) for _ in range(2)]
    servers = [Matches(each) for each in games]
    sides = [MINE, "Aggro Hunter", "Control Paladin"], [THEIRS, "Control Warlock", "Aggro Paladin"]
    decks = tuple([PlayDeck.of(named_deck(name)) for name in side] for side in sides)
    id = servers[0].start(decks, settings())
    with ThreadPoolExecutor(2) as pool:
        opened = list(pool.map(lambda each: each.next(id, 0, "me"), servers))
    assert opened[0].id == opened[1].id
    with games[0].changing(opened[0].id) as changed:
        changed.game.concede()
    games[0]._workers.shutdown()
    for match in servers:
        shown = match.match(id)
        assert (shown["wins"], shown["open"]) == ([0, 1], None)
        assert shown["games"][0]["run"] == games[0].game(opened[0].id).facts["run"]
    assert servers[1].next(id, 0, "me").id != opened[0].id


def test_the_name_of_a_finished_game_does_not_lead_to_its_match(tmp_path):
    games = OpenGames(tmp_path)
    opened = games.start(settings(match="0" * 16), "me")
    with games.changing(opened.id):
        opened.game.concede()
    games._workers.shutdown()
    assert opened.facts["run"]
    assert opened.id not in opened.facts["run"]


def test_a_board_that_is_opened_again_goes_on_after_a_failed_write(tmp_path, monkeypatch):
    client = client_of(tmp_path)
    id, state = opened(client)
    with monkeypatch.context() as full:
        full.setattr(games, "_think", broken)
        act(client, id, state, end_of_turn(state))
        until(lambda: "disk full" in client.get("/play/state", params={"id": id}).json()["problem"])
    assert client.get("/play/game", params={"id": id}).status_code == 200
    assert mine(client, id)["number"] > state["number"] + 1


def broken(_):
    raise StoreError("disk full")


def end_of_turn(state):
    return next(i for i, move in enumerate(state["moves"]) if move["kind"] == "end turn")
