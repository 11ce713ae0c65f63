"""The pages of leagues and other work: reports that are there, and reports as they form."""

import re

import pytest

from flows.faces.app import background, studies
from flows.studies.league.play import FILE, play_league
from tasks.storage.locks import lock
from tests.flows.faces.app.conftest import client_of
from tests.flows.studies.league.conftest import LEAGUE, play
from tests.waiting import until

SMALL = LEAGUE.but(n_games=4)
REPORT = (
    "# Tiers of today\n\n## Decks\n\nA <b>deck</b>.\n\n`AAECAf`\n![M](m.png)\n\n![N](none.png)\n"
)


@pytest.fixture
def client(tmp_path, monkeypatch):
    monkeypatch.setattr(studies, "PAUSE_S", 0.0)
    return client_of(tmp_path, is_strict=False)


def part_with(client, words):
    def part():
        text = client.get("/study/part?run=league").text
        return text if words in text else ""

    return until(part, what=words)


def test_a_league_that_goes_on_shows_its_ratings_as_they_form(client, tmp_path):
    FILE.write(tmp_path / "league", SMALL, code="", cards="")
    with lock(tmp_path / "league"):
        page = client.get("/study?run=league").text
        assert 'data-live="/study/part?run=league"' in page
        assert 'data-against="beam:aggro"' not in page
        assert 'data-against="random"' in page  # can be played against before it is rated
        part_with(client, "The report comes with the first results.")
        play_league(tmp_path / "league", SMALL, 1)
        part = part_with(client, "Who beats whom")
        assert "running</span>: 12 games." in part
        assert len(re.findall('class="bar-line"', part)) == 3
        assert "Elo" in part
        picture = re.search(r'<img src="([^"]+)" alt="Share of wins of each pair', part)[1]
        assert client.get(picture.replace("&amp;", "&")).content.startswith(b"\x89PNG")
        assert "data-ended" not in part
    assert not (tmp_path / "league" / "report").exists()


def test_a_league_that_has_stopped_says_so_beside_its_report(client, tmp_path):
    play(tmp_path / "league", SMALL)
    assert "run the same command again to continue it" in part_with(client, "Who beats whom")


def test_a_report_is_shown_with_links_to_its_pictures(client, tmp_path):
    (tmp_path / "balance" / "report").mkdir(parents=True)
    for name, text in (("report.md", REPORT), ("index.html", ""), ("m.png", "picture")):
        (tmp_path / "balance" / "report" / name).write_text(text)
    assert 'href="/study?run=balance"' in client.get("/").text
    page = client.get("/study?run=balance").text
    assert "Tiers of today" in page
    assert "&lt;b&gt;deck" in page
    assert "<code>AAECAf</code>" in page
    assert "data-live" not in page
    assert "data-ended" in client.get("/study/part?run=balance").text
    assert "data-against" not in page
    assert re.search(r'src="/study/picture\?run=balance&amp;file=m.png&amp;v=[1-9]\d+"', page)
    assert client.get("/study/picture?run=balance&file=m.png").text == "picture"
    for file, status in (("none.png", 404), ("report.md", 422), ("..%2Fm.png", 422)):
        assert client.get(f"/study/picture?run=balance&file={file}").status_code == status


@pytest.mark.parametrize("run", ["none", "../runs", "searched", "play"])
def test_what_is_no_such_work_is_refused(client, tmp_path, run):
    (tmp_path / "play").mkdir()
    for page in ("/study", "/study/part"):
        answer = client.get(page, params={"run": run}, headers={"accept": "text/html"})
        assert answer.status_code == 404
        assert "choose one from the list of runs" in answer.text


def test_damaged_settings_are_named(client, tmp_path):
    (tmp_path / "league").mkdir()
    (tmp_path / "league" / "league.json").write_text("[")
    answer = client.get("/study?run=league")
    assert (answer.status_code, "damaged" in answer.text) == (409, True)


def test_a_page_is_shown_while_too_many_reports_wait(client, tmp_path, monkeypatch):
    monkeypatch.setattr(background, "MAX_WAITING", 0)
    FILE.write(tmp_path / "league", SMALL, code="", cards="")
    for _ in range(2):
        assert "try again when one has ended" in client.get("/study?run=league").text
    monkeypatch.undo()
    part_with(client, "have no ga")
