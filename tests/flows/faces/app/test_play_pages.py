"""Play by the application's test client: whole games, and what the server sends of them."""

import json

import numpy as np
import pytest
from fastapi.testclient import TestClient

from engine.core.memory import copy_game
from engine.core.state import new_games
from flows.faces.app.folder import RunFolder
from flows.faces.app.games import OpenGames
from flows.faces.app.new_game import SEARCHES
from flows.faces.app.play_pages import COOKIE, play_pages
from flows.faces.app.server import create_app
from models.players.board import why_not
from tasks.sql.catalog import query
from tests.engine.example_decks import list_with
from tests.flows.faces.app.conftest import ADDRESS, client_of, refusal
from tests.models.play.hidden import with_hidden_cards_permuted
from tests.waiting import until

MINE, THEIRS = "Classic Miracle Rogue", "Aggro Hunter"
GAME = {"decks": [MINE], "opponent_decks": [THEIRS]}
SPELLS = ", ".join(
    f"2x {name}"
    for name in (
        *("Fireball", "Flamestrike", "Frost Nova", "Blizzard", "Pyroblast", "Arcane Intellect"),
        *("Mirror Image", "Polymorph", "Frostbolt", "Water Elemental", "Cone of Cold"),
        *("Counterspell", "Vaporize", "Ice Block", "Ice Barrier"),
    )
)
#: What is asked about a game, by its id only.
ASKED = ("state", "game", "cards")
#: Players of hints.
HINTERS = [*SEARCHES]
SCRIPT = "<script>alert(1)</script>"


@pytest.fixture
def player(tmp_path):
    return client_of(tmp_path, is_strict=False)


def start(client, **changes):
    body = GAME | {"first": "you"} | changes
    body.setdefault("player", {"kind": "random"})
    answer = client.post("/play/start", json=body)
    assert answer.status_code == 200, answer.text
    return next(iter(answer.json().values()))


def state_of(client, id):
    return client.get("/play/state", params={"id": id}).json()


def reached(client, id, is_ready):
    """The first state of a game for which this holds."""

    def ready():
        state = state_of(client, id)
        assert state["problem"] == ""
        return state if is_ready(state) else None

    return until(ready)


def mine(client, id):
    return reached(client, id, lambda state: state["phase"] in ("person", "over"))


def opened(client, places=(), **changes):
    """A new game after the person's mulligan: its id, and the state when the person is to act."""
    id = start(client, **changes)
    client.post("/play/mulligan", json={"id": id, "places": places})
    return id, mine(client, id)


def act(client, id, state, move):
    answer = client.post("/play/act", json={"id": id, "number": state["number"], "move": move})
    assert answer.status_code == 200, answer.text
    return answer.json()


def play_out(client, id, choose=lambda state: len(state["moves"]) - 1):
    """Plays a game to its end; returns the last state."""
    client.post("/play/mulligan", json={"id": id, "places": [0]})
    state = mine(client, id)
    while state["phase"] != "over":
        act(client, id, state, choose(state))
        state = mine(client, id)
    return reached(client, id, lambda each: each["run"])


def test_a_deck_and_a_format_in_the_address_fill_the_form(client):
    about = {"deck": "2x <b>", "format": "blackrock"}
    page = client.get("/play", params=about).text
    assert "2x &lt;b&gt;</textarea>" in page
    assert "<option selected>blackrock</option>" in page
    against = client.get("/play", params=about | {"against": "yes"}).text
    assert "Classic Miracle Rogue</textarea>" in against


def test_a_game_is_played_to_its_end_stored_and_found_by_sql(player, tmp_path):
    id = start(player)
    assert "Aggro Hunter" in player.get(f"/play/game?id={id}").text
    state = play_out(player, id)
    assert state["result"] in ("won", "lost", "drawn")
    assert "play/" not in player.get("/runs").text
    (row,) = query([tmp_path / "play"], "select * from play_games").to_dicts()
    assert (row["deck"], row["opponent_deck"], row["opponent"]) == (MINE, THEIRS, "random")
    assert row["result"] == state["result"]
    actions = query([tmp_path / "play"], "select count(*) n, max(turn) t from play_actions")
    assert actions["n"][0] == row["n_actions"] == state["number"]
    assert f"/play/watch?run={state['run']}" in player.get("/play").text
    lines = player.get("/play/lines", params={"run": state["run"]}).text.splitlines()
    assert json.loads(lines[-1])["result"] == state["result"]
    assert sum(json.loads(line)["line"] == "action" for line in lines) == state["number"]
    assert "data-lines" in player.get("/play/watch", params={"run": state["run"]}).text
    assert "unreadable" not in player.get("/").text


def test_a_named_day_has_its_cards_and_the_decks_of_its_time(player):
    assert "<option>naxx14</option>" in player.get("/play").text
    id = start(player, decks=["Undertaker Hunter"], opponent_decks=["Zoo 2014"], format="naxx14")
    assert state_of(player, id)["decks"] == ["Undertaker Hunter", "Zoo 2014"]
    body = {"decks": ["Undertaker Hunter"], "opponent_decks": [MINE], "format": "classic14"}
    told = player.post("/play/start", json=body | {"player": {"kind": "random"}})
    assert "'Undertaker' is not in the game of 2014-07-15" in told.json()["error"]


def test_a_restarted_server_goes_on_with_the_game(player, tmp_path):
    id, state = opened(player, [1])
    for _ in range(4):
        state = act(player, id, state, 0)
        state = mine(player, id)
    again = client_of(tmp_path, cookies=player.cookies)
    assert mine(again, id) == state
    assert f"/play/game?id={id}" in again.get("/play").text


def test_practice_takes_back_and_other_games_do_not(player):
    id, first = opened(player, practice=True)
    act(player, id, first, 0)
    assert mine(player, id)["can_undo"]
    undone = player.post("/play/undo", json={"id": id}).json()
    assert undone["number"] == first["number"] == 0
    assert undone["board"] == first["board"]
    assert undone["events"] == []
    other, state = opened(player)
    act(player, other, state, 0)
    mine(player, other)
    assert "practice" in refusal(player.post("/play/undo", json={"id": other}))


def test_giving_up_loses(player, tmp_path):
    id, state = opened(player)
    act(player, id, state, 0)
    n = mine(player, id)["number"]
    assert player.post("/play/concede", json={"id": id}).json()["result"] == "lost"
    run = reached(player, id, lambda state: state["run"])["run"]
    (row,) = query([tmp_path / "play"], "from play_games").to_dicts()
    assert (row["conceded"], row["result"], row["n_actions"]) == (1, "lost", n)
    assert query([tmp_path / "play"], "from play_actions").height == n
    lines = player.get("/play/lines", params={"run": run}).text.splitlines()
    assert json.loads(lines[-1])["conceded"]
    assert player.post("/play/concede", json={"id": id}).status_code == 409


def test_a_rule_is_told_and_a_hint_is_legal(player):
    id, state = opened(player, decks=[SPELLS])
    dear = next(i for i, card in enumerate(state["board"]["own"]["hand"]) if card["cost"] > 1)
    query_ = {"id": id, "kind": "play", "source": f"hand:{dear}", "number": state["number"]}
    why = player.get("/play/why", params=query_).json()["why"]
    assert "costs" in why
    assert "1 mana" in why
    assert "mana" in player.get("/play/why", params={"id": id, "kind": "hero power"}).json()["why"]
    hint = player.get("/play/hint", params={"id": id, "kind": "random"}).json()
    assert hint["move"] < len(state["moves"])
    assert hint["line"]["texts"]
    assert 0 < hint["chance"] < 1
    best = max(line["chance"] for line in (hint["line"], *hint["others"]))
    assert 0 < best < 1
    assert hint["visits"] == []


def test_a_hint_has_reasons_and_on_demand_every_action_and_its_visits(player):
    id, state = opened(player, decks=[SPELLS])
    while sum(move["kind"] == "play" for move in state["moves"]) < 4:
        ends = [i for i, move in enumerate(state["moves"]) if move["kind"] == "end turn"]
        act(player, id, state, ends[0])
        state = mine(player, id)
    asked = [{"id": id, "kind": "is-mcts", "every": every} for every in (False, True)]
    hints = [player.get("/play/hint", params=each).json() for each in asked]
    few, every = (hint["others"] for hint in hints)
    assert len(every) > len(few)
    assert all(line in every for line in few[:-1])
    assert any(line["reasons"] for line in every)
    assert sum(each["visits"] for each in hints[0]["visits"]) > 100


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("start", GAME | {"decks": [SCRIPT]}, 409),
        ("start", GAME | {"decks": [MINE] * 4}, 422),
        ("start", GAME | {"decks": ["x" * 4001]}, 422),
        ("start", GAME | {"decks": ["/etc/passwd"]}, 409),
        ("start", GAME | {"run": "../x"}, 404),
        ("start", GAME | {"format": SCRIPT}, 409),
        ("start", {"decks": [MINE] * 3, "opponent_decks": [THEIRS] * 3}, 409),
        ("start", GAME | {"player": {"kind": "x"}}, 409),
        ("start", GAME | {"player": {"kind": "learned"}}, 409),
        ("start", GAME | {"player": {"scorer": "pyproject.toml"}}, 409),
        ("start", GAME | {"player": {"kind": "beam", "seconds": 1}}, 409),
        ("start", GAME | {"player": {"seconds": 1e9}}, 422),
        ("mulligan", {"id": "../../etc/passwd", "places": []}, 404),
        ("mulligan", {"id": "0" * 16, "places": []}, 404),
        ("mulligan", {"id": "0" * 16, "places": [0] * 11}, 422),
        ("act", {"id": "0" * 16, "number": -1, "move": 0}, 422),
        ("act", {"id": "x" * 41, "number": 0, "move": 0}, 422),
        ("concede", {"id": "0" * 16, "more": 1}, 422),
        ("match/next", {"id": "../../x", "deck": 0}, 404),
        ("start", {"decks": ["x" * 30_000], "opponent_decks": []}, 413),
    ],
)
def test_malformed_and_hostile_requests_are_refused(player, path, body, status):
    answer = player.post(f"/play/{path}", json=body, headers={"accept": "application/json"})
    assert "root:" not in refusal(answer, status)


@pytest.mark.parametrize(
    "address",
    [
        *("/play/game?id=..", "/play/state?id=%2e%2e%2fx", "/play/match?id=../../x"),
        *("/play/lines?run=../x", "/play/watch?run=.tables", "/play/lines?run=play/.tables"),
        *("/play/why?id=x&kind=play", "/play/hint?id=x"),
    ],
)
def test_no_id_or_name_leads_elsewhere(player, address):
    answer = player.get(address, headers={"accept": "text/html"})
    assert answer.status_code == 404
    assert "Traceback" not in answer.text


def test_impossible_actions_are_refused(player):
    id = start(player)
    assert player.post("/play/act", json={"id": id, "number": 0, "move": 0}).status_code == 409
    assert player.post("/play/mulligan", json={"id": id, "places": [9]}).status_code == 409
    player.post("/play/mulligan", json={"id": id, "places": []})
    state = mine(player, id)
    for body in ({"number": 5, "move": 0}, {"number": state["number"], "move": 9_999}):
        assert player.post("/play/act", json={"id": id} | body).status_code == 409
    assert state_of(player, id)["number"] == state["number"]


def test_a_deck_named_as_a_script_stays_text(player):
    cards = "### <img src=x onerror=alert(1)>\n" + list_with("Backstab")
    id = start(player, decks=[cards])
    for address in (f"/play/game?id={id}", "/play"):
        assert "<img" not in player.get(address).text


def test_two_games_at_once_do_not_disturb_each_other(player):
    ids = [opened(player, [0], first=first)[0] for first in ("you", "opponent")]
    assert len(set(ids)) == 2
    for _ in range(6):  # in turn
        for id in ids:
            state = mine(player, id)
            act(player, id, state, len(state["moves"]) - 1)
    numbers = [mine(player, id)["number"] for id in ids]
    player.post("/play/concede", json={"id": ids[0]})
    first = reached(player, ids[0], lambda each: each["run"])
    second = mine(player, ids[1])
    assert (first["result"], second["result"], second["run"]) == ("lost", None, None)
    assert [first["number"], second["number"]] == numbers


def test_best_of_five_in_conquest(player):
    own = [MINE, "Aggro Hunter", "Control Paladin"]
    theirs = ["Aggro Hunter", "Control Warlock", "Aggro Paladin"]
    id = start(player, decks=own, opponent_decks=theirs)
    match_page = f"/play/match?id={id}"
    for played in range(3):
        assert player.get(match_page).text.count("data-post=") == 3
        made = player.post("/play/match/next", json={"id": id, "deck": 0}).json()["game"]
        assert made == player.post("/play/match/next", json={"id": id, "deck": 1}).json()["game"]
        assert "Continue the game" in player.get(match_page).text
        player.post("/play/concede", json={"id": made})
        reached(player, made, lambda state: state["run"])
        # The match is written just after the game.
        until(lambda: "Continue the" not in player.get(match_page).text)
        assert f"You 0 : {played + 1}" in player.get(match_page).text
    assert "The opponent has won the match" in player.get(match_page).text
    assert player.post("/play/match/next", json={"id": id, "deck": 0}).status_code == 409


@pytest.mark.parametrize("wanted", [40, pytest.param(1_000, marks=pytest.mark.slow)])
def test_everything_that_is_sent_is_the_same_for_all_hidden_cards(tmp_path, monkeypatch, wanted):
    """In many positions the hidden cards are permuted: every answer has the same bytes."""
    known = {}
    read = OpenGames.game
    monkeypatch.setattr(OpenGames, "game", lambda games, id: known.setdefault(id, read(games, id)))
    client = client_of(tmp_path)
    rng = np.random.default_rng(1)
    n = 0
    for number in range(60):
        decks = {"decks": ["Control Warlock"], "opponent_decks": ["Control Hunter"]}
        id = start(client, **(decks if number % 2 else {}), first=("you", "opponent")[number % 2])
        check_position(client, known[id], id, rng, HINTERS[:1])
        client.post("/play/mulligan", json={"id": id, "places": []})
        state = mine(client, id)
        assert sum(card["copies"] for card in state["left"]) == state["board"]["own"]["deck"]
        while state["phase"] != "over" and n < wanted:
            hinters = [] if n % 10 else HINTERS[n // 10 % len(HINTERS) :][:1]
            check_position(client, known[id], id, rng, hinters)
            n += 1
            act(client, id, state, int(rng.integers(len(state["moves"]))))
            state = mine(client, id)
        if n == wanted:
            break
        reached(client, id, lambda each: each["run"])  # else the lists change meanwhile
    assert n == wanted


def test_all_addresses_about_a_game_are_compared(tmp_path):
    """Those that act answer with the state; those of matches know decks and results only."""
    found = set()
    for route in play_pages(RunFolder(tmp_path)).routes:
        names = {each.name for each in route.dependant.query_params}
        for body in route.dependant.body_params:
            names |= body.field_info.annotation.model_fields.keys()
        if "id" in names:
            found.add(route.path.removeprefix("/play/"))
    acting = {"mulligan", "act", "undo", "concede"}
    assert found == {*ASKED, "hint", "why"} | acting | {"match", "match/next"}


def check_position(client, opened, id, rng, hinters):
    """Compares all answers about a position with those after its hidden cards are permuted."""
    game = opened.game
    before = answers(client, id, game, hinters)
    record, kept = game.record, new_games(1)[0]
    copy_game(kept, record)
    seed = int(rng.integers(2**31))
    foreign = not hinters
    permuted = with_hidden_cards_permuted(record, game.rules, game.person, seed, foreign=foreign)
    try:
        copy_game(record, permuted)
        assert answers(client, id, game, hinters) == before
    finally:
        copy_game(record, kept)


def answers(client, id, game, hinters):
    """The bytes of every answer about a position; reasons are asked of the function itself.

    With hinters, also of what costs more: hints with all lines, pages, and the list of games.
    """
    own, enemy = game.players[game.person], game.players[1 - game.person]
    addresses = [f"/play/{each}?id={id}" for each in (ASKED if hinters else ASKED[:1])]
    addresses += [f"/play/hint?id={id}&kind={kind}&every=true" for kind in hinters]
    addresses += ["/play", "/"] if hinters else []
    places = [f"enemy:{i}" for i in range(len(enemy.board))] + ["", "enemy-hero", "own-hero"]
    reasons = [
        why_not(game, game.person, kind, f"{zone}:{i}", place)
        for kind, zone, cards in (("play", "hand", own.hand), ("attack", "own", own.board))
        for i in range(len(cards))
        for place in places
    ]
    return reasons, [client.get(address).content for address in addresses]


@pytest.fixture
def browsers(tmp_path):
    """Two browsers at one application."""
    app = create_app(tmp_path)
    return [TestClient(app, base_url=ADDRESS) for _ in range(2)]


def listed(browser, id):
    return f"/play/game?id={id}" in browser.get("/play").text


def test_an_open_game_is_listed_only_in_the_browser_that_started_it(browsers):
    ids = [start(each) for each in browsers]
    assert [[listed(each, id) for id in ids] for each in browsers] == [[True, False], [False, True]]
    assert browsers[1].get(f"/play/game?id={ids[0]}").status_code == 200  # by its address


def test_a_browser_gets_its_secret_with_its_first_game_and_keeps_it(browsers, tmp_path):
    browser = browsers[0]
    assert "set-cookie" not in browser.get("/play").headers
    first = start(browser)
    secret = browser.cookies[COOKIE]
    second = start(browser)
    assert browser.cookies[COOKIE] == secret
    assert listed(browser, first)
    assert listed(browser, second)
    sent = browser.post("/play/start", json=GAME).headers["set-cookie"]
    assert {"HttpOnly", "SameSite=lax", "Path=/play"} <= set(sent.split("; "))
    stored = "".join(path.read_text() for path in (tmp_path / "play" / ".tables").glob("*.json"))
    assert secret not in stored


@pytest.mark.parametrize("cookie", ["", "x", "0" * 31, "é" * 32, "0" * 5_000])
def test_a_cookie_that_is_no_secret_is_replaced(browsers, cookie):
    headers = {"cookie": f"{COOKIE}={cookie}".encode()}
    assert browsers[0].post("/play/start", json=GAME, headers=headers).status_code == 200
    assert len(browsers[0].cookies[COOKIE]) == 32


def test_a_game_from_before_there_were_secrets_stays_in_every_list(browsers, tmp_path):
    id = start(browsers[0])
    path = tmp_path / "play" / ".tables" / f"{id}.json"
    facts = json.loads(path.read_text())
    del facts["owner"]
    path.write_text(json.dumps(facts))
    assert listed(browsers[0], id)
    assert listed(browsers[1], id)
