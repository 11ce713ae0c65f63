"""The effect of a patch, on synthetic runs."""

import numpy as np
import pytest
from scipy import stats

from flows.studies.balance.tables import candidates, compare
from tasks.storage.files import StoreError


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
    for before, after, margin in comparison.strength.values():
        assert np.isfinite([before, after]).all()
        assert margin > 0
    sides = (comparison.before, comparison.after)
    means = [[run.judged["win_rate"].mean() for run in side] for side in sides]
    before, after, margin = comparison.strength["win_rate"]
    assert (before, after) == pytest.approx(np.mean(means, axis=1))
    if len(means[0]) > 1:
        change = np.subtract(means[1], means[0])
        high = stats.ttest_1samp(change, 0).confidence_interval()[1]
        assert margin == pytest.approx(high - change.mean())
    score = comparison.score
    assert score.value == pytest.approx(0.7)
    assert score.low < 0.7 < score.high


def test_nothing_to_compare_is_an_error(lab):
    with pytest.raises(StoreError, match="aggro-mage lacks finished runs"):
        compare(lab, "aggro-mage")
