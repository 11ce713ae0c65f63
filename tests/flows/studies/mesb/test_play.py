"""Finished runs of MESB, read from their directories."""

import numpy as np
import pytest

from flows.studies.mesb.play import best_opponents, read_mesb
from tasks.storage.files import StoreError
from tests.tasks.mesb_runs import ARCHETYPES


def test_runs_are_found_by_experiment_and_archetype(runs):
    found = [(run.group, run.archetype.name) for run in runs]
    assert found == [(g, name) for g in ("validation", "elite", "balance") for name in ARCHETYPES]


def test_growth_has_the_elites_of_every_iteration(runs):
    growth = runs[0].growth
    assert growth["evaluations"].to_list() == [100, 200, 300]
    rates = runs[0].evaluations["win_rate"]
    assert growth["best"].to_list() == [rates[:n].max() for n in (100, 200, 300)]
    assert (growth["mean"] < growth["best"]).all()


def test_own_opponents_need_all_six_archetypes(study, tmp_path):
    with pytest.raises(StoreError, match=r"validation-aggro-hunter is not finished.*published"):
        best_opponents(study)
    with pytest.raises(StoreError, match="no finished run of MESB"):
        read_mesb(tmp_path)


def test_the_best_deck_is_that_of_the_new_games(runs):
    best = runs[0].best(2)
    assert [deck.code for deck in best] == runs[0].elites["deck_code"][:2].to_list()
    counts = runs[0].pool.counts(best[0].opponent().deck)
    np.testing.assert_array_equal(counts, runs[0].copies[0])
