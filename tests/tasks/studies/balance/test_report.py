"""The balance lab's report on synthetic runs."""

import re

import pytest

from tasks.studies.balance.analysis import Change
from tasks.studies.balance.report import in_words, write_balance_report

NAME = "control-paladin"


@pytest.mark.parametrize(
    ("change", "margin", "words"),
    [
        (0.05, 0.04, "is stronger"),
        (-0.01, 0.005, "is weaker"),
        (0.005, 0.012, "is unchanged"),
        (0.011, 0.141, "shows no clear change"),
        (0.011, float("nan"), "shows no clear change"),
    ],
)
def test_a_side_is_unchanged_only_if_its_interval_is_narrow(change, margin, words):
    assert in_words(Change(0.5, 0.5 + change, margin)) == words


def test_the_report_begins_with_what_a_designer_reads(lab):
    page = write_balance_report(lab, [NAME])
    text = (page.parent / "report.md").read_text()
    assert page.read_text().startswith("<!doctype html>")
    assert text.startswith("# What mesb-balance does\n")
    minute = text[: text.index("## Control Paladin")]
    assert "new decks beat old ones: new decks win 70% of games" in minute
    assert "Sunwalker: attack 4 -> 1" in minute
    assert "| Explosive Shot: cost 5 -> 7 | not in the pool |" in minute
    several = r" \(\d+%, \d+%, \d+%\)" if "In brackets" in minute else ""
    assert re.search(rf"-> 1 \| (\*\*)?\d+%{several} → \d+%{several}", minute)
    assert "candidates to nerf: Silverback Patriarch" in minute
    assert len(minute.split()) < 300
    for title in ("Combinations that appear", "Candidates for the next patch", "How to read this"):
        assert title in text
    names = {file.name for file in page.parent.iterdir()}
    assert {f"landscape-{NAME}.png", f"cards-{NAME}.csv", f"sets-{NAME}.csv"} <= names
    assert {f"duels-{NAME}.csv", "candidates.csv"} <= names
