"""The deck doctor in the application: examinations in the background, and refusals."""

import pytest

from flows.faces.app.doctor import explained_pairs, near_elites
from flows.faces.app.folder import RunFolder
from models.players.config import PlayerConfig
from models.players.decks import named_deck
from tasks.reports.results import read_results
from tests.flows.faces.app.conftest import refusal, states_of
from tests.tasks.synthetic import deck_together, write_explained, write_run


def test_an_examination_shows_more_and_more_and_goes_on(client):
    body = {"deck": "Zoolock", "format": "naxx14", "keep": "Soulfire\n", "avoid": "Loatheb"}
    body |= {"dust": 200, "games": 3_000}
    made = client.post("/doctor/examine", json=body).json()
    assert "Zoolock" in made["read"]
    states = states_of(client, "/doctor/state", made["id"])
    progress = [state["progress"] for state in states]
    assert progress == sorted(progress)
    last = states[-1]
    assert last["problem"] == ""
    assert last["may_go_on"]
    found = last["found"]
    assert found["rounds"] == 1
    assert found["archetype"]["when"] == "July 2014"
    assert found["elites"] == found["pairs"] == []
    assert all(found[part] for part in ("matchups", "mulligan", "cards", "swaps"))
    assert any("Undertaker Hunter" in each["opponent"] for each in found["matchups"])
    for swap in found["swaps"]:
        assert "Soulfire" not in swap["out"]
        assert "Loatheb" not in swap["into"]
        assert swap["dust"] <= 200
    assert client.post("/doctor/more", json={"id": made["id"]}).json()["id"] == made["id"]
    again = states_of(client, "/doctor/state", made["id"])[-1]["found"]
    assert again["rounds"] == 2
    assert again["won"]["all"]["games"] == pytest.approx(3 * found["won"]["all"]["games"], rel=0.02)


def test_the_page_has_the_deck_of_its_address(client):
    page = client.get("/doctor", params={"deck": "<b>Zoolock"})
    assert page.status_code == 200
    assert "&lt;b&gt;Zoolock" in page.text


def test_a_game_of_the_deck_can_be_watched(client):
    about = {"deck": "Zoolock", "game": 1}
    page = client.get("/doctor/watch", params=about).text
    assert "review" not in page  # it is no game of a run
    assert "against Aggro" in page
    assert "/doctor/lines?deck=Zoolock" in page
    lines = client.get("/doctor/lines", params=about | {"plans": False}).text
    assert '"line":"end"' in lines.replace(" ", "")
    assert client.get("/doctor/watch", params={"deck": "nothing"}).status_code == 409


def test_near_decks_of_searches_are_those_with_cards_in_common(client, runs):
    results = read_results(runs / "done")
    deck = results.pool.deck(results.archive.elites().solutions[0])
    found = near_elites(RunFolder(runs), deck)
    assert found[0]["common"] == 30
    assert found[0]["run"] in ("done", "study/sliding", "cubes")
    assert [each["common"] for each in found] == sorted((e["common"] for e in found), reverse=True)
    assert near_elites(RunFolder(runs), named_deck("Zoolock")) == []


def test_pairs_are_those_of_the_newest_search_that_fits(tmp_path):
    results = read_results(write_explained(tmp_path / "mine" / "synergy").path)
    write_run(tmp_path / "newer")  # without an explanation
    deck, folder = deck_together(results), RunFolder(tmp_path)
    found = explained_pairs(folder, deck, PlayerConfig())
    assert found["explained"] == "mine/synergy"
    assert [each["pair"] for each in found["pairs"]] == ["Backstab + SI:7 Agent"]
    assert explained_pairs(folder, deck, PlayerConfig(format="blackrock")) == {}
    assert explained_pairs(folder, named_deck("Zoolock"), PlayerConfig()) == {}


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"deck": "nothing"}, "not a file or a deck code"),
        ({"deck": "Zoolock", "avoid": "Dr Boom"}, "did you mean 'Dr. Boom'"),
        ({"deck": "Zoolock", "keep": "Fireball"}, "the deck does not have it"),
        ({"deck": "Zoolock", "keep": "Soulfire\nSoulfire"}, "--keep"),
        ({"deck": "Zoolock", "avoid": "a\0b"}, "--avoid"),
        ({"deck": "Zoolock", "format": "nothing"}, "nothing"),
        ({"deck": "Zoolock", "dust": -1}, "dust"),
        ({"deck": "Zoolock", "games": 10}, "games"),
        ({"deck": "x" * 5000}, "deck"),
    ],
)
def test_bad_requests_are_refused_with_the_reason(client, body, told):
    assert told in refusal(client.post("/doctor/examine", json=body), 409, 422)


def test_rounds_of_nothing_are_refused(client):
    assert client.post("/doctor/more", json={"id": "nothing"}).status_code == 409
    assert client.get("/doctor/state", params={"id": "nothing"}).status_code == 409
