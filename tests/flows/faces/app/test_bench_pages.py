"""The deck bench by the application's test client."""

import time

import pytest

from tests.engine.example_decks import exported, miracle

DECK = "Classic Miracle Rogue"
SCRIPT = "<script>alert(1)</script>"


def test_a_deck_of_a_run_is_read_and_its_nearest_elite_is_itself(client, runs):
    from tasks.reports.results import read_results

    best = int(read_results(runs / "done").archive.elites().ids[0])
    page = client.get(f"/bench?run=done&evaluation={best}").text
    assert "Rogue, 30 cards, format standard-2019, read by its list." in page
    assert f"/deck?run=done&amp;evaluation={best}" in page
    assert "the same cards" in page
    assert page.count("</textarea>") == 2


def test_a_published_deck_needs_no_run(client):
    page = client.get("/bench", params={"deck": DECK}).text
    assert "Classic Miracle Rogue&#39;: Rogue, 30 cards" in page
    assert "Nearest elites" not in page


def test_the_bench_has_the_cards_of_its_run_or_of_a_format(client):
    page = client.get("/bench?run=done").text
    assert "format standard-2019" in page
    assert 'id="format"' not in page
    goblins = "2x Piloted Shredder, 2x Mechwarper"
    text = goblins + ", ".join(
        ("", *(f"2x {name}" for name in (
            "Wisp", "Backstab", "Sap", "Eviscerate", "Sprint", "Assassinate", "Vanish",
            "Murloc Raider", "Bloodfen Raptor", "River Crocolisk", "Chillwind Yeti",
            "Boulderfist Ogre", "Core Hound",
        )))
    )  # fmt: skip
    assert 'role="alert"' in client.get("/bench", params={"deck": text}).text
    page = client.get("/bench", params={"deck": text, "format": "blackrock"}).text
    assert "Rogue, 30 cards, format blackrock" in page
    assert client.get("/bench?format=nothing").status_code == 409


@pytest.mark.parametrize(
    "text", [SCRIPT, "2x Fierball\n2x Sap", "pyproject.toml", "/etc/passwd", "AAEBAaIH", "\0", "x,"]
)
def test_what_is_no_deck_is_told_as_text(client, text):
    answer = client.get("/bench", params={"deck": text})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert SCRIPT not in answer.text
    assert "build-system" not in answer.text  # no file of the server is read
    measured = client.post("/bench/measure", json={"deck": text})
    assert measured.status_code == 409
    assert measured.json()["error"]


def test_the_games_own_text_is_read_and_what_differs_from_its_code_is_told(client):
    text = exported(miracle()).replace("# 2x (0) Backstab", "# 2x (0) Innervate")
    said = "the list is not used"
    assert said in client.get("/bench", params={"deck": text}).text
    made = client.post("/bench/measure", json={"deck": text, "games": 24}).json()
    assert said in made["read"]
    assert said in client.get("/play/deck", params={"text": text}).json()["read"]
    assert "Read: published deck" in client.get("/play/deck", params={"text": DECK}).json()["read"]
    assert client.get("/play/deck", params={"text": "2x Wisp,"}).status_code == 409


def test_games_are_measured_in_the_background(client):
    body = {"deck": DECK, "changed": DECK, "games": 48, "run": "done"}
    made = client.post("/bench/measure", json=body).json()
    for _ in range(600):
        state = client.get("/bench/state", params=made).json()
        if state["over"]:
            break
        time.sleep(0.05)
    assert state["problem"] == ""
    assert [deck["n_games"] for deck in state["decks"]] == [48, 48]
    assert state["difference"]["objective"] == 0
    assert client.get("/bench/state?id=other").status_code == 409


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"json": {"deck": DECK, "games": 10**9}}, 422),
        ({"json": {"deck": "x" * 4001}}, 422),
        ({"json": {"deck": DECK, "games": "24"}}, 422),
        ({"json": {"deck": DECK, "more": 1}}, 422),
        ({"json": [1]}, 422),
        ({"content": b"{", "headers": {"content-type": "application/json"}}, 422),
        # What a form of another site can send without asking.
        ({"content": b'{"deck": "x"}', "headers": {"content-type": "text/plain"}}, 422),
        ({"json": {"deck": "x" * 30_000}}, 413),
        ({"content": iter([b"x" * 30_000])}, 413),
    ],
)
def test_malformed_and_oversized_bodies_are_refused(client, sent, status):
    headers = {"accept": "application/json"} | sent.pop("headers", {})
    answer = client.post("/bench/measure", headers=headers, **sent)
    assert answer.status_code == status
    assert answer.json()["error"]


def test_another_run_or_a_text_too_long_is_refused(client):
    assert client.get("/bench?run=../done").status_code == 404
    assert client.get("/bench", params={"deck": "x" * 4001}).status_code == 422
