"""The balance lab's report on synthetic runs."""

import re

import polars as pl
import pytest

from engine.decks import build_patch, new_patch
from engine.patches import NewLine
from flows.studies.balance.page import REPORT, in_words
from flows.studies.balance.tables import BeforeAfter
from models.problems.mesb import ARCHETYPES, mesb_experiment
from tasks.storage.files import StoreError
from tests.tasks.mesb_runs import write_sides

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
    assert in_words(BeforeAfter(0.5, 0.5 + change, margin)) == words


@pytest.mark.parametrize(
    ("algorithm", "games", "words"),
    [
        ("map-elites", None, "4,000 decks x 100 games"),
        ("map-elites", 20_000, "200 decks x 100 games"),
        ("bayes-me", 20_000, "1,666 decks x 12 games by bayes-me"),
        ("bayes-me", 124_000, "8,333 decks x 12 games and 1,000 decks x 24 games by bayes-me"),
    ],
)
def test_the_size_of_a_search_is_that_of_its_budget(algorithm, games, words):
    made = mesb_experiment(ARCHETYPES[NAME], "study", algorithm=algorithm)
    assert made.but(search__budget_games=games).size_in_words == words


def test_the_report_begins_with_what_a_designer_reads(lab):
    page = REPORT.write(lab)
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


def test_too_little_data_is_said_and_nothing_is_read_into_it(tmp_path):
    write_sides(tmp_path / "lab", NAME, 1, {"Wisp": -5.0}, {"Wisp": -9.0}, n_decks=48)
    page = REPORT.write(tmp_path / "lab")
    text = (page.parent / "report.md").read_text()
    few = r"\d+ elites on a side instead of 30, 48 decks with the new cards instead of \d+"
    assert re.search(rf"Too little data on single cards of Control Paladin: {few}\. Use a", text)
    assert re.search(rf"Too little data to say which cards and combinations .*: {few}\.", text)
    for word in ("+0%", "candidates to nerf:", "whose share of elites changed most", "appear:"):
        assert word not in text
    assert pl.read_csv(page.parent / "candidates.csv").is_empty()


def test_new_cards_have_no_share_before(tmp_path):
    line = NewLine('minion("Argent Horserider", 3, 2, 1, charge, divine_shield)', "")
    patch = new_patch("tourney", [], build_patch("23321"), "", [line])
    worth = {"Argent Horserider": 20.0}
    write_sides(tmp_path / "lab", NAME, 1, worth, worth, patch=patch)
    text = (REPORT.write(tmp_path / "lab").parent / "report.md").read_text()
    shares = r"\*\*0% → (\d+)%\*\*"
    row = re.search(rf"\| Argent Horserider: new, 3 mana, 2/1 \| {shares} \|", text)
    assert int(row[1]) > 50


def test_only_cards_that_changed_are_listed(lab):
    page = REPORT.write(lab)
    text = (page.parent / "report.md").read_text()
    table = text[text.index("changed most") : text.index("Combinations that appear")]
    assert "Silverback Patriarch" in table
    changes = re.findall(r"\(([+-]\d+)% to ([+-]\d+)%\) \| [+-]\d+\.", table)
    assert changes
    assert all(int(low) * int(high) >= 0 for low, high in changes)


def test_a_document_is_refused_as_there_are_no_sections_for_it(tmp_path):
    document = tmp_path / "doc.md"
    document.write_text("no marks")
    with pytest.raises(StoreError, match="has no marked sections; omit --into"):
        REPORT.write(tmp_path, into=document)
