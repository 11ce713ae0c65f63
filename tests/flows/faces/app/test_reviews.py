"""Reviews in the application, retries from a position, and refusals."""

import json

import pytest

from tasks.storage.files import write_json
from tasks.storage.store import load_run
from tests.flows.faces.app.conftest import client_of, refusal, states_of
from tests.flows.faces.app.test_play_pages import act, mine, opened, play_out, start


def reviewed(client, **asked):
    made = client.post("/review/start", json=asked)
    assert made.status_code == 200, made.text
    state = states_of(client, "/review/state", made.json()["id"])[-1]
    assert state["problem"] == ""
    assert state["progress"] == 1
    return state["found"]


@pytest.fixture(scope="module")
def player(tmp_path_factory):
    return client_of(tmp_path_factory.mktemp("runs"))


@pytest.fixture(scope="module")
def over(player):
    """A finished game: the name of its run."""
    return play_out(player, start(player), lambda state: 0)["run"]


def test_a_counted_game_is_reviewed(client):
    found = reviewed(client, run="done", evaluation=7, game=2)
    assert len(found["turns"]) > 4
    for totals, result in zip(found["totals"], found["results"], strict=True):
        assert sum(totals.values()) == pytest.approx(result, abs=0.001)


def test_a_persons_game_is_reviewed_and_its_page_offers_it(player, over):
    found = reviewed(player, run=over)
    lines = player.get("/play/lines", params={"run": over}).text.splitlines()
    actions = [line for line in map(json.loads, lines) if line["line"] == "action"]
    for turn in found["turns"]:
        assert actions[turn["first"]]["turn"] == turn["number"]
        assert actions[turn["first"]]["side"] == turn["side"]
    page = player.get("/play/watch", params={"run": over}).text
    assert 'id="review"' in page
    assert "/static/review.js" in page


def test_a_game_that_goes_on_is_not_reviewed(player):
    id, state = opened(player)
    act(player, id, state, 0)
    for name in (id, f"play/{id}", f"play/.tables/{id}", f"play/.tables/{id}.json"):
        for path in ("/review/start", "/play/retry"):
            body = {"run": name} | ({"number": 0} if "retry" in path else {})
            refusal(player.post(path, json=body), 404)


def test_a_stored_game_without_its_end_is_refused(tmp_path):
    client = client_of(tmp_path)
    run = play_out(client, start(client), lambda state: 0)["run"]
    path = load_run(tmp_path / run).path
    manifest = json.loads((path / "manifest.json").read_text())
    kept = manifest["experiment"]["kept"]
    kept["actions"] = kept["actions"][:5]
    write_json(path / "manifest.json", manifest)
    for address, body in (("/review/start", {}), ("/play/retry", {"number": 1})):
        assert "not over" in refusal(client.post(address, json={"run": run} | body))


def test_a_retry_is_a_practice_game_from_that_turn(player, over):
    turns = [turn for turn in reviewed(player, run=over)["turns"] if turn["side"] == 0]
    chosen = turns[2]
    made = player.post("/play/retry", json={"run": over, "number": chosen["first"]})
    id = made.json()["game"]
    state = mine(player, id)
    assert state["number"] == chosen["first"]
    assert state["practice"]
    assert state["run"] is None
    lines = player.get("/play/lines", params={"run": over}).text.splitlines()
    boards = [line["board"] for line in map(json.loads, lines) if "board" in line]
    health = [player_["hero"]["health"] for player_ in boards[chosen["first"]]["players"]]
    shown = state["board"]
    assert [shown["own"]["hero"]["health"], shown["enemy"]["hero"]["health"]] == health
    act(player, id, state, 0)
    assert mine(player, id)["number"] > chosen["first"]


def test_a_counted_game_is_played_on_by_the_side_of_the_turn(client):
    asked = {"run": "done", "evaluation": 7, "game": 2}
    for turn in reviewed(client, **asked)["turns"][2:4]:
        made = client.post("/play/retry", json=asked | {"number": turn["first"]})
        state = mine(client, made.json()["game"])
        assert (state["number"], state["practice"]) == (turn["first"], True)
        assert state["decks"][turn["side"]].startswith("evaluation 7")
    answer = client.post("/play/retry", json=asked | {"number": 9_999})
    assert "choose a turn of it" in refusal(answer)


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/review/start", {"run": "no-such-run"}, 404),
        ("/review/start", {"run": "../../etc"}, 404),
        ("/review/start", {"run": "done"}, 409),
        ("/review/start", {"run": "done", "evaluation": 10_000}, 409),
        ("/review/start", {"run": "done", "evaluation": 0, "game": 9_999}, 409),
        ("/review/start", {"run": "done", "evaluation": -1}, 422),
        ("/review/start", {}, 422),
        ("/play/retry", {"run": "done", "number": 0}, 409),
        ("/play/retry", {"run": "done", "number": -1}, 422),
    ],
)
def test_what_is_not_there_is_refused(client, path, body, status):
    refusal(client.post(path, json=body), status)


def test_an_unknown_review_is_refused(client):
    assert client.get("/review/state", params={"id": "x"}).status_code == 409
