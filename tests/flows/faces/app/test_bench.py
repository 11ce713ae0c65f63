"""The deck bench: its addresses, and measurements in the background, batch by batch."""

import numpy as np
import polars as pl
import pytest

from flows.faces.app.bench import ROUNDS, BenchSide, batches, n_batches, summary
from models.players.config import PlayerConfig
from models.players.decks import named_deck, opponents_of
from models.players.evaluations import evaluate_decks
from tests.engine.example_decks import exported, list_with, miracle
from tests.flows.faces.app.conftest import refusal, states_of

DECK = named_deck("Classic Miracle Rogue")
OPPONENTS = opponents_of("elite")
SIDE = BenchSide(DECK, OPPONENTS, PlayerConfig())
SIZE = ROUNDS * len(OPPONENTS)


def test_batches_are_evaluations_and_have_at_least_the_games_wanted():
    found = list(batches([SIDE], SIZE + 1, seed=3))
    assert len(found) == n_batches(SIZE + 1, [SIDE]) == 2
    again = evaluate_decks([DECK], "elite", PlayerConfig(), SIZE, 3, np.array([1]))
    assert found[1].equals(again.select(found[1].columns))
    assert summary(found)["decks"][0]["n_games"] == 2 * SIZE


def made_up(objectives):
    n = len(objectives)
    return pl.DataFrame(
        {
            "n_games": [24] * n, "win_count": [12] * n, "win_rate": [0.5] * n,
            "objective": objectives, "objective_se": [2.0] * n,
        }
    )  # fmt: skip


def test_intervals_of_some_batches():
    found = [made_up([1.0, 4.0]), made_up([3.0, 5.0]), made_up([2.0, 6.0])]
    first, second = summary(found)["decks"]
    assert (first["n_games"], first["win_rate"], first["objective"]) == (72, 0.5, 2.0)
    margin = 1.959964 * 2 / np.sqrt(3)
    assert first["objective_interval"] == pytest.approx([2 - margin, 2 + margin])
    assert second["objective"] == 5
    difference = summary(found)["difference"]
    assert difference["objective"] == pytest.approx(3)
    # Differences 3, 2 and 4; Student's t with two degrees of freedom.
    margin = 4.3027 / np.sqrt(3)
    assert difference["objective_interval"] == pytest.approx([3 - margin, 3 + margin], abs=1e-3)


def test_two_sides_in_turn_are_a_pair_and_the_mean_is_paired_too():
    state = summary([made_up([1.0, 4.0, 9.0, 8.0]), made_up([3.0, 5.0, 7.0, 9.0])])
    assert [each["objective"] for each in state["differences"]] == [2.5, 0.5]
    mean = state["difference"]
    assert mean["objective"] == 1.5
    # The pairs' mean changes by batch: 1 and 2; Student's t with one degree of freedom.
    assert mean["objective_interval"][1] == pytest.approx(1.5 + 12.7062 * 0.5, abs=1e-3)


def test_sides_may_have_other_opponents():
    found = list(batches([SIDE, BenchSide(DECK, OPPONENTS[:3], PlayerConfig())], 2 * SIZE, seed=3))
    assert len(found) == 4  # so that the side with the fewest opponents has its games
    assert [each["n_games"] for each in summary(found)["decks"]] == [4 * SIZE, 2 * SIZE]


def test_there_is_no_difference_before_the_second_batch():
    assert summary([]) == {"decks": [], "differences": [], "difference": None}
    assert summary([made_up([1.0, 2.0])])["difference"] is None
    assert summary([made_up([1.0])] * 2)["difference"] is None


NAME = "Classic Miracle Rogue"
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
    page = client.get("/bench", params={"deck": NAME}).text
    assert "Classic Miracle Rogue&#39;: Rogue, 30 cards" in page
    assert "Nearest elites" not in page


def test_the_bench_has_the_cards_of_its_run_or_of_a_format(client):
    page = client.get("/bench?run=done").text
    assert "format standard-2019" in page
    assert 'id="format"' not in page
    text = list_with("Piloted Shredder", "Mechwarper", "Backstab")
    assert 'role="alert"' in client.get("/bench", params={"deck": text}).text
    page = client.get("/bench", params={"deck": text, "format": "blackrock"}).text
    assert "Rogue, 30 cards, format blackrock" in page
    assert client.get("/bench?format=nothing").status_code == 409


def test_the_bench_has_the_cards_of_a_named_day(client):
    page = client.get("/bench?deck=Undertaker+Hunter&format=naxx14").text
    assert "<option selected>naxx14</option>" in page
    assert "Hunter, 30 cards" in page
    page = client.get("/bench?deck=Undertaker+Hunter&format=classic14").text
    assert "Undertaker&#39; is not in the game of 2014-07-15" in page


@pytest.mark.parametrize(
    "text", [SCRIPT, "2x Fierball\n2x Sap", "pyproject.toml", "/etc/passwd", "AAEBAaIH", "\0", "x,"]
)
def test_what_is_no_deck_is_told_as_text(client, text):
    answer = client.get("/bench", params={"deck": text})
    assert answer.status_code == 200
    assert 'role="alert"' in answer.text
    assert SCRIPT not in answer.text
    assert "build-system" not in answer.text  # no file of the server is read
    refusal(client.post("/bench/measure", json={"deck": text}))


def test_the_games_own_text_is_read_and_what_differs_from_its_code_is_told(client):
    text = exported(miracle()).replace("# 2x (0) Backstab", "# 2x (0) Innervate")
    said = "the list is not used"
    assert said in client.get("/bench", params={"deck": text}).text
    made = client.post("/bench/measure", json={"deck": text, "games": 24}).json()
    assert said in made["read"]
    assert said in client.get("/play/deck", params={"text": text}).json()["read"]
    assert "Read: published deck" in client.get("/play/deck", params={"text": NAME}).json()["read"]
    assert client.get("/play/deck", params={"text": "2x Wisp,"}).status_code == 409


def test_games_are_measured_in_the_background(client):
    body = {"deck": NAME, "changed": NAME, "games": 48, "run": "done"}
    made = client.post("/bench/measure", json=body).json()
    state = states_of(client, "/bench/state", made["id"])[-1]
    assert state["problem"] == ""
    assert state["progress"] == 1
    assert [deck["n_games"] for deck in state["decks"]] == [48, 48]
    difference = state["difference"]  # a deck does not differ from itself
    assert difference["win_rate"] == difference["objective"] == 0
    assert difference["objective_interval"] == [0, 0]
    assert client.get("/bench/state?id=other").status_code == 409


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        ({"json": {"deck": NAME, "games": 10**9}}, 422),
        ({"json": {"deck": "x" * 4001}}, 422),
        ({"json": {"deck": NAME, "games": "24"}}, 422),
        ({"json": {"deck": NAME, "more": 1}}, 422),
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
    refusal(client.post("/bench/measure", headers=headers, **sent), status)


def test_another_run_or_a_text_too_long_is_refused(client):
    assert client.get("/bench?run=../done").status_code == 404
    assert client.get("/bench", params={"deck": "x" * 4001}).status_code == 422
