"""The report of a study, made of a template and one table."""

from unittest.mock import Mock

import polars as pl
import pytest
from jinja2 import UndefinedError

from flows.studies.published import PublishedReport, filled
from tasks.storage.files import StoreError, write_csv
from tests.flows.studies.playing import check_follows, numbers_of

TEMPLATE = """\
# {{ n }} decks

## Of decks <!-- decks -->

{{ rows | table("deck", "wins") }}
Mean {{ values | mean(1) }}; best {{ best | form("+.1f") }}, worst {{ worst | form("+.1f") }}.

## A picture <!-- picture -->

![It](it.png)
"""
DECKS = pl.DataFrame({"deck": ["a", "b"], "wins": [3, 5]})


def values(folder, tables):
    decks = tables["decks"]
    write_csv(folder, tables)
    rows = [[deck, str(wins)] for deck, wins in decks.iter_rows()]
    found = {"n": decks.height, "rows": rows, "values": [3, 5], "best": 5, "worst": None}
    return found | {"numbers": decks}


@pytest.fixture
def report(tmp_path, monkeypatch):
    monkeypatch.setattr(PublishedReport, "template", tmp_path / "report.md")
    (tmp_path / "report.md").write_text(TEMPLATE)

    def extract(path):
        if not (path / "run").exists():
            raise StoreError(f"{path}: no run")
        return {"decks": DECKS}

    return PublishedReport({"decks": "a deck"}, extract, values)


@pytest.fixture
def runs(tmp_path):
    (tmp_path / "runs").mkdir()
    (tmp_path / "runs" / "run").touch()
    return tmp_path / "runs"


def test_the_page_is_the_template_with_its_values(report, runs):
    page = report.write(runs)
    assert page == runs / "report" / "index.html"
    assert (page.parent / "report.md").read_text() == (
        "# 2 decks\n\n## Of decks\n\n| deck | wins |\n| --- | --- |\n| a | 3 |\n| b | 5 |\n\n"
        "Mean 4.0 ± 1.0; best +5.0, worst -.\n\n## A picture\n\n![It](it.png)\n"
    )
    assert (page.parent / "decks.csv").read_text() == "deck,wins\na,3\nb,5\n"
    assert report.titles == {"decks": "Of decks", "picture": "A picture"}


def test_the_extract_alone_gives_the_same_page(report, runs, tmp_path):
    page = report.write(runs)
    check_follows(report, page, tmp_path / "other")
    assert report.write(page.parent) == page


def test_the_numbers_for_mlflow_are_among_the_values(report, runs):
    assert numbers_of(report, runs).equals(DECKS)
    assert (runs / "report" / "index.html").exists()


def test_a_flow_runs_page_shows_the_pictures_of_the_report(report, runs, monkeypatch):
    shown = Mock()
    monkeypatch.setattr("flows.studies.published.show_picture", shown)
    numbers_of(report, runs)
    shown.assert_called_once_with("it", runs / "report" / "it.png", "It")


def test_a_folder_without_runs_is_refused(report, tmp_path):
    with pytest.raises(StoreError, match="no run"):
        report.write(tmp_path / "nothing")
    assert not (tmp_path / "nothing").exists()


def test_sections_are_written_into_a_document(report, runs, tmp_path):
    document = tmp_path / "mine.md"
    document.write_text(
        "# Mine\n\n<!-- begin decks -->\nold\n<!-- end decks -->\n\nwords\n\n"
        "<!-- begin picture -->\n<!-- end picture -->\n"
    )
    report.write(runs, tmp_path / "out", document)
    text = document.read_text()
    assert text.startswith("# Mine\n\n<!-- begin decks -->\n| deck | wins |")
    assert "old" not in text
    assert "\n\nwords\n\n" in text
    assert "](out/it.png)" in text
    report.write(tmp_path / "out", into=document)
    assert document.read_text() == text


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("no marks", "no place for a section"),
        ("<!-- begin x -->\n<!-- end x -->\n", "no section is called x; use decks, picture"),
    ],
)
def test_a_document_without_sections_is_refused(report, runs, tmp_path, text, message):
    (tmp_path / "doc.md").write_text(text)
    with pytest.raises(StoreError, match=message):
        report.write(runs, into=tmp_path / "doc.md")
    assert not (runs / "report").exists()


def test_a_template_that_shows_what_is_not_there_is_an_error(tmp_path):
    (tmp_path / "bad.md").write_text("{{ score }}")
    with pytest.raises(UndefinedError, match="score"):
        filled(tmp_path / "bad.md", {})
