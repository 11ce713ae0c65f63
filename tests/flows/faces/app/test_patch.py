"""The patch editor: checks of patches, the elites that have their cards, pages and refusals."""

import json
import re
from html import unescape

import polars as pl
import pytest
from fastapi.testclient import TestClient

from engine.patches import FIELDS, RANGES
from flows.faces.app.labs import AskedLab
from flows.faces.app.server import create_app
from models.settings.patches import find_patch
from tasks.reports.pages import write_page
from tasks.reports.results import elites, read_results
from tasks.storage.files import write_json
from tests.flows.faces.app.conftest import ADDRESS

SUN = {"EX1_032": {"attack": 1, "cost": 7}}


def checked(client, cards, format="", name="mine"):
    body = {"name": name, "format": format, "cards": cards}
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


def test_the_page_knows_the_fields_and_ranges_of_the_rules(client):
    page = client.get("/patch?run=done").text
    (fields, ranges) = (
        re.search(f"data-{name}='?\"?([^\"']*)", page)[1] for name in ("fields", "ranges")
    )
    assert {kind.upper(): tuple(of) for kind, of in json.loads(unescape(fields)).items()} == FIELDS
    assert {name: tuple(of) for name, of in json.loads(unescape(ranges)).items()} == RANGES
    assert 'data-run="done"' in page
    assert "<option selected>standard-2019</option>" in page
    assert "<option selected>naxx14</option>" in client.get("/patch?format=naxx14").text


def test_pages_lead_to_the_editor(client):
    for address, link in (
        ("/", '<a href="/patch">'),
        ("/archive?run=done", "/patch?run=done"),
        ("/builder", '<a href="/patch">patch editor'),
    ):
        assert link in client.get(address).text


def test_the_report_of_a_lab_is_in_the_application(tmp_path):
    client = TestClient(create_app(tmp_path), base_url=ADDRESS)
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
