"""The paper's analyses on synthetic runs."""

import polars as pl
import pytest

from models.statistics.intervals import wilson_interval
from tasks.studies.claims import NotMeasuredError
from tasks.studies.mesb.analysis import MesbResults


def test_strength_counts_fitness_as_the_sum_over_games(mesb):
    row = mesb.strength.row(0, named=True)
    run = mesb.runs[0]
    assert row["fitness"] == round(run.evaluations["objective"].max() * 6)
    assert row["elites"] == run.elites.height == run.growth["n_elites"][-1]
    assert row["cells"] == 7 * 7  # the last size comes with the next deck, as in the paper
    assert row["fresh_best"] == pytest.approx(run.elites["objective"].max() - 1)


def test_the_changed_cards_are_the_patches(mesb):
    changed = mesb.changed_cards
    assert changed["Sunwalker"] == "attack 4 -> 1"
    assert changed["Silverback Patriarch"] == "attack 1 -> 3"
    assert list(changed) == list(MesbResults(mesb.folder, [], {}).changed_cards)
    assert "Argent Squire" not in changed  # its "new" cost is the old one


def test_shares_of_changed_cards_are_counted(mesb):
    row = mesb.cards.row(
        by_predicate=(pl.col("card") == "Sunwalker") & (pl.col("archetype") == "control-paladin"),
        named=True,
    )
    run = mesb.find("elite", "control-paladin")
    column = run.copies[:, run.cards.index("Sunwalker")]
    assert row["before"] == (column > 0).mean()
    assert [row["before_low"], row["before_high"]] == wilson_interval(
        (column > 0).sum(), len(column)
    )
    assert row["after"] < 0.3 < row["before"]
    assert mesb.count("elite", "control-paladin", "Explosive Shot") == (0, len(column))


def test_what_has_not_been_run_is_not_measured(mesb):
    assert mesb.find("elite", "aggro-hunter") is None
    with pytest.raises(NotMeasuredError):
        mesb.count("elite", "aggro-hunter", "Sunwalker")
