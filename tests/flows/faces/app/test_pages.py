"""The pages and the JSON behind them, by the application's test client."""

import json
import re

import pytest

from engine.patches import Change, new_patch
from flows.faces.app.folder import OTHER_WORK, RunFolder
from flows.faces.app.work import META
from flows.replay import counted_game
from models.players.replay import replay_json
from tasks.reports.results import read_results
from tasks.storage.locks import lock
from tests.flows.faces.app.conftest import client_of
from tests.tasks.synthetic import write_believing, write_run


def text_of(client, address, status=200):
    answer = client.get(address, headers={"accept": "text/html"})
    assert answer.status_code == status, answer.text
    assert "<!doctype html>" in answer.text
    return answer.text


def test_every_run_is_listed_with_what_it_reached(client):
    page = text_of(client, "/")
    for name in ("done", "study/sliding", "cubes", "trained", "killed", "damaged"):
        assert name in page
    assert "20.5" in page  # QD score
    assert "70 decks" in page  # finished: nothing is left of a budget
    assert "of 60 decks" in page  # killed
    assert "rogue-dsame, standard-2019, rogue-network, 6 games" in page
    assert "crashed" in page
    assert "run the same command again to continue it" in page
    assert "damaged file" in page


@pytest.mark.parametrize(
    ("address", "links"),
    [
        ("/", ["/builder", "/doctor", "/patch", "/puzzle"]),
        ("/play", ["/puzzle"]),
        ("/builder", ["/patch"]),
        ("/archive?run=done", ["/patch?run=done"]),
    ],
)
def test_pages_lead_to_others(client, address, links):
    page = client.get(address).text
    assert [link for link in links if f'<a href="{link}"' not in page] == []


def test_other_work_is_listed_with_its_report(tmp_path):
    for mark, name in OTHER_WORK.items():
        (tmp_path / name / "report").mkdir(parents=True)
        (tmp_path / name / mark).write_text('{"seed": 5}')
    (tmp_path / "league" / "report" / "index.html").write_text("<p>ranking</p>")
    (tmp_path / "self-play" / "self-play.json").write_text("[")
    client = client_of(tmp_path)
    page = text_of(client, "/")
    assert all(name in page for name in OTHER_WORK.values())
    assert 'href="/report/league/"' in page
    assert 'href="/report/study/"' not in page
    assert "damaged file" in page
    answer = client.get("/report/league/")
    assert answer.text == "<p>ranking</p>"
    assert "style-src 'unsafe-inline'" in answer.headers["content-security-policy"]
    for name in ("league/other.png", "league/..%2Fleague.json", "study/", "..%2F..%2Fetc/passwd"):
        assert client.get(f"/report/{name}").status_code == 404
    assert client.get("/archive?run=league").status_code == 404


def test_the_searches_of_a_metagame_are_in_its_line(tmp_path):
    (tmp_path / "meta").mkdir()
    (tmp_path / "meta" / META).write_text("{}")
    for name in ("meta/searches/00-MAGE", "meta-other"):
        write_run(tmp_path / name, n=0)
    found = {run.name: [step.name for step in run.steps] for run in RunFolder(tmp_path).runs()}
    assert found == {"meta": ["meta/searches/00-MAGE"], "meta-other": []}
    assert RunFolder(tmp_path).searches() == ["meta-other"]
    table = client_of(tmp_path).get("/runs").text
    assert table.count("<tr>") == 3
    assert "<summary>1 search</summary>" in table
    assert ">searches/00-MAGE</a>" in table


def test_the_table_alone_is_what_the_page_fetches_again(client):
    table = client.get("/runs").text
    assert "<table" in table
    assert "<html" not in table
    assert table.strip() in text_of(client, "/")


def test_an_empty_folder_says_how_to_start(tmp_path):
    assert "python -m flows search dsa-me" in client_of(tmp_path / "none").get("/").text


def test_runs_are_compared_by_their_curves(client):
    page = text_of(client, "/compare?run=done&run=study/sliding")
    assert page.count("<polyline") == 3  # the other run has no metrics
    assert "study/sliding" in page


def test_the_archive_page_has_the_map_and_the_growth(client):
    page = text_of(client, "/archive?run=done")
    assert 'data-run="done"' in page
    assert "<polyline" in page


@pytest.mark.parametrize(
    ("run", "words"),
    [("trained", "the training of a player"), ("killed", "no decks have been evaluated yet")],
)
def test_a_run_without_decks_says_what_to_do(client, run, words):
    page = text_of(client, f"/archive?run={run}")
    assert words in page
    assert "data-run" not in page


def test_the_growth_of_a_run_that_goes_on_is_fetched_again(client, runs):
    assert "data-live" not in text_of(client, "/archive?run=done")
    part = client.get("/archive/growth?run=done").text
    assert "data-ended" in part
    assert "70 decks" in part
    assert "<polyline" in part
    assert "<html" not in part
    with lock(runs / "killed"):  # as its process would hold it
        page = text_of(client, "/archive?run=killed")
    assert 'data-live="/archive/growth?run=killed"' in page
    assert "live.js" in page


def test_facts_name_cards_opponents_and_steps(client):
    facts = client.get("/archive/facts?run=done").json()
    assert facts["steps"] == [30, 70]
    assert facts["measures"][: facts["own"]] == ["turns", "hand_size"]
    assert "Backstab" in facts["cards"]
    assert facts["opponents"][0] == "Aggro Hunter"
    assert facts["labels"]["objective"] == "health difference"


def test_every_card_comes_with_its_text(client, runs):
    cards = client.get("/cards").json()
    assert cards["EX1_011"] == {
        "name": "Voodoo Doctor", "text": "Battlecry: Restore 2 Health.", "class": "neutral",
        "type": "minion", "rarity": "free", "set": "Basic", "cost": 1, "most": 2,
        "attack": 2, "health": 1,
    }  # fmt: skip
    assert (cards["GVG_085"]["tribe"], cards["GVG_085"]["rarity"]) == ("mech", "common")
    assert "attack" not in cards["CS2_029"]
    results = read_results(runs / "done")
    ids = results.archive.elites().ids.tolist()
    pages = "".join(text_of(client, f"/deck?run=done&evaluation={each}") for each in ids[:20])
    assert "2 attack, 1 health, Battlecry: Restore 2 Health." in pages
    assert re.search('class="(added|removed)">.\\dx Voodoo Doctor<', pages)


def test_the_cards_of_a_page_are_as_its_rules_print_them(client, tmp_path):
    """`most` says which of them decks of the format can have."""
    patch = new_patch("nerf", [Change("Fireball", "cost", 9, "")])
    write_run(tmp_path / "nerfed", seed=3, patch=patch)
    other = client_of(tmp_path)
    found = other.get("/cards?run=nerfed").json()
    assert (found["CS2_029"]["cost"], client.get("/cards").json()["CS2_029"]["cost"]) == (9, 4)
    assert found["CS2_029"]["most"] == 2
    assert (found["CS2_mirror"]["most"], found["GVG_085"]["most"]) == (0, 0)
    assert 'data-printed="/cards?run=nerfed"' in other.get("/deck?run=nerfed&evaluation=1").text
    then = client.get("/cards?format=naxx14").json()
    assert then["EX1_029"]["attack"] == 2  # Leper Gnome
    assert client.get("/cards?run=nowhere").status_code == 404
    assert "not a search" in client.get("/cards?run=trained").json()["error"]


def test_a_deck_shows_its_cards_results_and_neighbours(client, runs):
    results = read_results(runs / "done")
    best = int(results.archive.elites().ids[0])
    page = text_of(client, f"/deck?run=done&evaluation={best}")
    for card in results.cards(results.evaluations["solution"][best].to_list()):
        assert card.name.replace("'", "&#39;") in page
    assert "In new games" in page
    assert "cells away" in page
    assert f"/replay?run=done&amp;evaluation={best}&amp;game=0" in page


def test_the_replay_page_asks_for_the_lines_of_the_command(client, runs):
    page = text_of(client, "/replay?run=done&evaluation=7&game=2")
    address = "/replay/lines?run=done&amp;evaluation=7&amp;game=2"
    assert f'data-plans="{address}"' in page
    assert f'data-lines="{address}&amp;plans=false"' in page
    answer = client.get("/replay/lines?run=done&evaluation=7&game=2")
    assert answer.headers["content-type"] == "application/x-ndjson"
    game = counted_game(read_results(runs / "done"), 7, 2)
    assert answer.text == replay_json(game)
    quick = client.get("/replay/lines?run=done&evaluation=7&game=2&plans=false")
    assert quick.text == replay_json(game, plans=False)
    assert json.loads(answer.text.splitlines()[0])["evaluation"] == 7


def test_static_files_and_the_style_are_there(client):
    page = text_of(client, "/replay?run=done&evaluation=0") + text_of(client, "/archive?run=done")
    page += text_of(client, "/") + text_of(client, "/deck?run=done&evaluation=0")
    names = {part.split('"')[0] for part in page.split('="/static/')[1:]}
    assert {"app.css", "archive.js", "replay.js", "copy.js"} <= names
    for name in (*(f"/static/{name}" for name in names), "/static/dom.js", "/style.css"):
        assert client.get(name).status_code == 200, name


def test_the_archives_of_two_runs_are_a_difference(client):
    page = text_of(client, "/compare?run=done&run=study/sliding")
    assert "/difference?run=done&amp;other=study/sliding" in page
    assert "/difference" not in text_of(client, "/compare?run=done&run=trained")
    page = text_of(client, "/difference?run=done&other=study/sliding")
    assert 'data-other="study/sliding"' in page
    found = client.get("/difference/cells?run=done&other=study/sliding").json()
    assert found["summary"]["both"] + found["summary"]["first"] > 0
    assert client.get("/difference/cells?run=done&other=done&x=luck&y=dust").status_code == 409
    assert client.get("/difference?run=done&other=../done").status_code == 404


def test_the_map_of_a_run_that_goes_on_grows(client, runs):
    assert "data-grows" not in text_of(client, "/archive?run=done")
    with lock(runs / "killed"):
        assert "data-awaits" in text_of(client, "/archive?run=killed")
    manifest = runs / "cubes" / "manifest.json"
    finished = manifest.read_text()
    manifest.write_text(finished.replace('"status": "finished"', '"status": "running"'))
    try:
        with lock(runs / "cubes"):
            assert "data-grows" in text_of(client, "/archive?run=cubes")
    finally:
        manifest.write_text(finished)


def test_a_deck_leads_to_a_game_with_it_or_against_it(client):
    assert "/play?run=done&amp;evaluation=1" in text_of(client, "/deck?run=done&evaluation=1")
    play = "/play?run=done&evaluation=1"
    own, against = (text_of(client, play + more) for more in ("", "&against=yes"))
    assert own != against
    assert "Classic Miracle Rogue</textarea>" not in own
    assert "Classic Miracle Rogue</textarea>" in against
    best = client.get("/play/elites?run=done").json()
    assert best[0]["objective"] == max(each["objective"] for each in best)


def test_the_page_of_an_elite_has_what_the_search_believes_of_it(tmp_path, client):
    run = write_believing(tmp_path / "runs" / "believing")
    elite = read_results(run.path).archive.elites().ids[0]
    own = client_of(tmp_path / "runs")
    page = text_of(own, f"/deck?run=believing&evaluation={elite}")
    assert "The search believes" in page
    assert "6 games of this deck" in page
    assert "The search believes" not in text_of(client, "/deck?run=done&evaluation=3")
