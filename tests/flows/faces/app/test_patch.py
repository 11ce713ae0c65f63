"""The patch editor: checks of patches, the elites that have their cards, pages and refusals."""

import json
import re
from html import unescape

import numpy as np
import polars as pl
import pytest

from engine.patches import FIELDS, RANGES, Change, build_patch, new_patch
from flows.faces.app.bench import BenchSide, batches, summary
from flows.faces.app.labs import AskedLab, AskedPatch
from flows.faces.app.patch import N_REPLAYED, REPLAYED_GAMES, upon
from models.players.decks import opponents_of
from models.settings.patches import find_patch
from tasks.games.seeds import games_seed
from tasks.reports.deck_facts import best_with
from tasks.reports.pages import write_page
from tasks.reports.results import elites, read_results
from tasks.storage.files import write_json
from tests.flows.faces.app.conftest import client_of, refusal, states_of

SUN = {"EX1_032": {"attack": 1, "cost": 7}}


def checked(client, cards, format="", name="mine", **more):
    body = {"name": name, "format": format, "cards": cards, **more}
    return client.post("/patch/check", json=body).json()


@pytest.mark.parametrize(("format", "base"), [("blackrock", "38377"), ("naxx14", "2014-11-01")])
def test_the_file_of_a_patch_is_read_by_the_command(client, tmp_path, format, base):
    found = checked(client, SUN, format)
    assert found["problem"] == ""
    assert "attack 4 -> 1" in found["changes"]
    file = tmp_path / "mine.yaml"
    file.write_text(found["text"])
    patch = find_patch(str(file))
    assert (patch.base, patch.values["EX1_032"]) == (base, SUN["EX1_032"])


@pytest.mark.parametrize(
    ("cards", "told"),
    [
        ({"EX1_032": {"attack": -1}}, "attack -1; give a whole number from 0 to 100"),
        ({"EX1_032": {"cost": 31}}, "cost 31; give a whole number from 0 to 30"),
        ({"EX1_032": {"health": 2.5}}, "health '2.5'; give a whole number"),
        ({"EX1_032": {"health": None}}, "health 'None'; give a whole number"),
        ({"EX1_032": {"attack": True}}, "give a whole number"),
        ({"CS2_029": {"attack": 1}}, "'Fireball' is a spell and has no attack"),
        ({"EX1_032": {"luck": 1}}, "no field 'luck'"),
        ({"nothing": {"cost": 1}}, "unknown card 'nothing'"),
        ({"<b>": {"cost": 1}}, "unknown card '<b>'"),
        ({"GVG_110": {"cost": 1}}, "'Dr. Boom' is not in the game of 2014-11-01"),
    ],
)
def test_a_wrong_patch_is_told_in_one_line(client, cards, told):
    found = checked(client, cards, "naxx14")
    assert told in found["problem"]
    assert "\n" not in found["problem"]
    assert found["text"] == ""


def test_new_cards_are_lines_of_the_card_language(client, tmp_path):
    rider = 'minion("Argent Horserider", 3, 2, 1, charge, divine_shield)'
    found = checked(client, {}, "naxx14", new=[rider])
    assert "Argent Horserider: new" in found["changes"]
    file = tmp_path / "mine.yaml"
    file.write_text(found["text"])
    assert find_patch(str(file)).cards[-1].name == "Argent Horserider"
    wrong = {rider.replace("charge", "charg"): "did you mean 'charge'"}
    wrong |= {"open('/etc/passwd')": "'open'", "minion(": "new card 1"}
    for line, told in wrong.items():
        problem = checked(client, SUN, "naxx14", new=[line])["problem"]
        assert told in problem
        assert "\n" not in problem
    body = {"name": "a", "cards": {}, "new": [1]}
    assert client.post("/patch/check", json=body).status_code == 422


def test_odd_requests_are_refused(client):
    assert "small letters" in checked(client, SUN, name="a/b")["problem"]
    assert "nothing" in checked(client, SUN, format="nothing")["error"]
    for body in ({}, {"name": "a", "cards": []}, {"name": "a", "cards": {}, "more": 1}):
        assert client.post("/patch/check", json=body).status_code == 422
    assert client.get("/patch?format=nothing").status_code == 409
    assert client.get("/patch?run=nothing").status_code == 404
    assert client.get("/patch/lab?id=nothing").status_code == 404
    assert client.post("/patch/stop?id=nothing").status_code == 409


def test_the_use_of_a_card_is_that_of_the_elites(client, runs):
    names = ["done", "cubes"]
    found = client.get("/patch/use?card=EX1_278&card=CS2_029&run=done").json()
    assert {each["card"] for each in found} == {"EX1_278"}  # Fireball is in no pool of a Rogue
    assert found[0]["run"] == "done"
    for name in names:
        (row,) = (each for each in found if each["run"] == name)
        results = read_results(runs / name)
        table = elites(results)
        place = list(results.pool.ids).index("EX1_278")
        rate = pl.coalesce("fresh_win_rate", "win_rate")
        has = table.filter(pl.col("solution").arr.get(place) > 0)
        lacks = table.filter(pl.col("solution").arr.get(place) == 0)
        assert (row["n_elites"], row["n_with"]) == (table.height, has.height)
        assert 0 < has.height < table.height
        assert row["rate_with"] == pytest.approx(has.select(rate.mean()).item())
        assert row["rate_without"] == pytest.approx(lacks.select(rate.mean()).item())
        assert row["best"] == has["evaluation"][0]


@pytest.mark.parametrize(
    ("asked", "status", "told"),
    [
        ("card=EX1_278&run=nothing", 404, "no run 'nothing'"),
        ("card=EX1_278&run=../done", 404, "no run '../done'"),
        ("card=EX1_278&run=killed", 409, "no decks have been evaluated yet"),
        ("card=EX1_278&run=trained", 409, "holds networks, not decks"),
        ("card=nothing", 409, "unknown card id 'nothing'"),
    ],
)
def test_an_unknown_run_or_card_is_no_empty_table(client, asked, status, told):
    answer = client.get(f"/patch/use?{asked}")
    assert answer.status_code == status
    assert told in unescape(answer.text)


SI7 = {"EX1_134": {"cost": 9}}


def replayed(client, cards, **more):
    return client.post("/patch/replay", json={"name": "mine", "cards": cards} | more)


def test_elites_play_the_same_deals_with_old_and_new_numbers(client, runs):
    made = replayed(client, SI7, run="done").json()
    decks = made["decks"]
    assert [each["run"] for each in decks[:3]] == ["done"] * N_REPLAYED
    assert {each["run"] for each in decks} == {"done", "cubes"}
    assert all(each["cards"] == ["SI:7 Agent"] for each in decks)
    state = states_of(client, "/bench/state", made["id"])[-1]
    assert state["problem"] == ""
    assert len(state["decks"]) == 2 * len(decks)
    results, number = read_results(runs / "done"), decks[0]["evaluation"]
    assert number == best_with(results, ["EX1_134"], 1)[0]
    deck = results.pool.deck(np.array(results.evaluations["solution"][number]))
    base = results.experiment.player
    new = base.but(patch=new_patch("x", [Change("EX1_134", "cost", 9, "x")], base.patch))
    opponents = opponents_of(results.experiment.opponents)
    sides = [BenchSide(deck, opponents, base), BenchSide(deck, opponents, new)]
    again = summary(list(batches(sides, REPLAYED_GAMES, games_seed(1))))
    assert state["decks"][:2] == again["decks"]
    assert state["differences"][0] == again["difference"]
    assert state["difference"]["win_rate"] < 0
    rates = [each["win_rate"] for each in state["differences"]]
    assert state["difference"]["win_rate"] == pytest.approx(np.mean(rates))


@pytest.mark.parametrize(
    ("asked", "status", "told"),
    [
        ({"cards": {"CS2_029": {"cost": 9}}}, 409, "no elite of the newest searches has a card"),
        ({"cards": {"EX1_134": {"cost": 3}}}, 409, "that this patch changes there"),
        ({"cards": {"EX1_134": {"cost": 99}}}, 409, "give a whole number from 0 to 30"),
        ({"cards": {}}, 409, "no card is changed"),
        ({"cards": SI7, "run": "nothing"}, 404, "no run 'nothing'"),
        ({"cards": SI7, "run": "trained"}, 409, "holds networks, not decks"),
    ],
)
def test_what_cannot_be_played_is_refused_with_the_reason(client, asked, status, told):
    assert told in refusal(replayed(client, **asked), status)


def test_a_search_of_another_day_plays_with_the_new_numbers_of_its_own_cards():
    cards = {"GVG_110": {"cost": 9}, "FP1_028": {"attack": 2}, "EX1_134": {"attack": 1}}
    base = new_patch("own", [Change("EX1_134", "cost", 9, "")], build_patch("naxx14"))
    found = upon(base, AskedPatch(name="mine", cards=cards).patch())
    assert (found.base, found.values["EX1_134"]) == (base.base, {"cost": 9, "attack": 1})
    assert set(found.values) == {"EX1_134", "FP1_028"}  # Dr. Boom came later


def test_the_page_knows_the_fields_and_ranges_of_the_rules(client):
    page = client.get("/patch?run=done").text
    names = ("fields", "ranges")
    fields, ranges = (re.search(f"data-{name}='?\"?([^\"']*)", page)[1] for name in names)
    assert {kind.upper(): tuple(of) for kind, of in json.loads(unescape(fields)).items()} == FIELDS
    assert {name: tuple(of) for name, of in json.loads(unescape(ranges)).items()} == RANGES
    assert 'data-run="done"' in page
    assert "<option selected>standard-2019</option>" in page
    assert "<option selected>naxx14</option>" in client.get("/patch?format=naxx14").text


def test_the_report_of_a_lab_is_in_the_application(tmp_path):
    client = client_of(tmp_path)
    asked = AskedLab(name="sun", cards=SUN, archetype="control-paladin")
    write_json(tmp_path / "labs" / "sun-1.json", asked.model_dump())
    page = client.get("/patch/lab?id=sun-1").text
    assert "Stopped at 0 % of the searches" in page
    assert "Sunwalker: attack 4 -&gt; 1, cost 6 -&gt; 7" in page
    assert "/patch?format=&amp;name=sun&amp;changes=EX1_032.attack.1%2CEX1_032.cost.7" in page
    assert "balance --patch" in page
    text = "# What sun does\n\n![Maps](landscape-x.png) <b>1</b>\n\n## Summary\n"
    write_page(tmp_path / "labs" / "sun-1" / "report", text)
    page = client.get("/patch/lab?id=sun-1").text
    assert page.count("<h1>") == 1
    picture = re.search('src="(/study/picture[^"]*landscape-x.png[^"]*)"', page)
    (tmp_path / "labs" / "sun-1" / "report" / "landscape-x.png").write_bytes(b"PNG")
    assert client.get(unescape(picture[1])).content == b"PNG"
    assert "<h2>Summary</h2>" in page
    assert "<b>1" not in page
    assert "data-live" not in page
    assert "data-ended" in client.get("/patch/state?id=sun-1").text
    assert '<a href="/patch/lab?id=sun-1">' in client.get("/patch").text
    assert '<a href="/patch/lab?id=sun-1">labs/sun-1</a>' in client.get("/").text
