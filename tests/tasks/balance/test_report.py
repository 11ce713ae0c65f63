"""The balance lab's report on runs that are made of numbers."""

import re

import numpy as np
import pytest
from scipy import stats

from tasks.balance.analysis import candidates, compare
from tasks.balance.report import strength_in_words, write_balance_report
from tasks.storage.files import StoreError
from tests.tasks.mesb_runs import write_sides

NAME = "control-paladin"
BEFORE = {"Sunwalker": 20.0, "Wisp": -5.0}
AFTER = {"Silverback Patriarch": 20.0, "Wisp": -20.0}


@pytest.fixture(scope="module", params=[1, 3], ids="{} trials".format)
def lab(request, tmp_path_factory):
    path = tmp_path_factory.mktemp("balance") / "lab"
    write_sides(path, NAME, request.param, BEFORE, AFTER)
    return path


@pytest.fixture(scope="module")
def comparison(lab):
    return compare(lab, NAME)


def test_shares_show_what_the_patch_did(comparison):
    rows = {row["card"]: row for row in comparison.shares.iter_rows(named=True)}
    assert rows["Sunwalker"]["change"] < -0.2
    assert rows["Silverback Patriarch"]["change"] > 0.2
    assert rows["Sunwalker"]["is_clear"]
    assert comparison.changes["Sunwalker"] == "attack 4 -> 1"
    assert "Argent Squire" not in comparison.changes


def test_trials_have_shares_of_their_own(comparison):
    before, after = comparison.trial_shares("Sunwalker")
    row = comparison.shares.filter(card="Sunwalker").row(0, named=True)
    assert len(before) == len(after) == len(comparison.before)
    assert (np.mean(before), np.mean(after)) == pytest.approx((row["before"], row["after"]))


def test_maps_have_the_same_cells_and_the_best_of_each(comparison):
    (fitness, after), (rates, _) = comparison.maps().values()
    assert fitness.shape == after.shape == comparison.cells.shape
    tables = [run.evaluations for run in comparison.before]
    assert np.nanmax(fitness) == max(table["objective"].max() for table in tables)
    np.testing.assert_array_equal(np.isnan(fitness), np.isnan(rates))
    assert np.nanmax(rates) <= 1


def test_candidates_are_cards_that_are_surely_worth_more_or_less(comparison):
    found = candidates([comparison])
    assert found.filter(what="nerf")["card"].to_list()[:1] == ["Silverback Patriarch"]
    assert "Wisp" in found.filter(what="buff")["card"].to_list()
    worth = dict(comparison.worth.select("card", "worth").iter_rows())
    assert worth["Silverback Patriarch"] == pytest.approx(20, abs=1.5)


def test_strength_and_score_have_intervals(comparison):
    for before, after, margin in comparison.strength().values():
        assert np.isfinite([before, after]).all()
        assert margin > 0
    means = [
        [run.judged["win_rate"].mean() for run in side]
        for side in (comparison.before, comparison.after)
    ]
    before, after, margin = comparison.strength()["win_rate"]
    assert (before, after) == pytest.approx(np.mean(means, axis=1))
    if len(means[0]) > 1:
        change = np.subtract(means[1], means[0])
        assert margin == pytest.approx(
            stats.ttest_1samp(change, 0).confidence_interval()[1] - change.mean()
        )
    score, low, high = comparison.score()
    assert score == pytest.approx(0.7)
    assert low < 0.7 < high


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
    assert strength_in_words(change, margin) == words


def test_the_report_begins_with_what_a_designer_reads(lab):
    page = write_balance_report(lab, [NAME])
    text = (page.parent / "report.md").read_text()
    assert page.read_text().startswith("<!doctype html>")
    assert text.startswith("# What mesb-balance does\n")
    minute = text[: text.index("## Control Paladin")]
    assert "new decks beat old ones, 70% of games" in minute
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


def test_nothing_to_compare_is_an_error(lab, tmp_path):
    with pytest.raises(StoreError, match="aggro-mage has no two finished runs"):
        compare(lab, "aggro-mage")
