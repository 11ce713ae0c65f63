"""The report of MESB's study on synthetic runs."""

import re

import pytest

from flows.studies.mesb.page import REPORT
from tests.flows.studies.playing import check_follows, check_whole


@pytest.fixture(scope="module")
def page(study):
    return REPORT.write(study)


def test_the_report_has_every_section_and_picture(page):
    scatter = [f"scatter-{name}" for name in ("validation", "elite", "balance")]
    text = check_whole(REPORT, page, ["win-rates", "density", *scatter], 10)
    assert "| 300 decks x 6 games | 2 x 2 to 7 x 7 |" in text
    assert "ours to 8 x 8 over 300." in text
    assert "1.4197e+35" in text
    assert re.search(r"the most expensive \d\.\d\d; [\d.]+% of all decks", text)
    assert "Needs" not in text
    names = {file.name for file in page.parent.iterdir()}
    assert {"strength.csv", "cards.csv", "duels-before.csv"} <= names


def test_the_extract_gives_the_same_report_without_the_runs(page, tmp_path):
    document = tmp_path / "mesb.md"
    document.write_text("# Mine\n<!-- begin claims -->\nold\n<!-- end claims -->\nkept\n")
    check_follows(REPORT, page, tmp_path / "mesb", document)
    text = document.read_text()
    assert "old" not in text
    assert "kept" in text
    assert "| claim |" in text
