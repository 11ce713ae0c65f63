"""Planned experiments, and what a directory refuses."""

import pytest

from tasks.storage.files import StoreError
from tasks.studies.hearthsim.planned import planned_experiments


def test_both_modes_of_an_experiment_follow_each_other():
    names = ["divine-shield", "taunt"]
    planned = planned_experiments(names, ["clean", "2014"], "study", None, 1)
    assert [each.name for each in planned] == [
        "taunt-2014",
        "taunt-clean",
        "divine-shield-2014",
        "divine-shield-clean",
    ]
    assert [each.games for each in planned] == [100_000, 100_000, 220_000, 220_000]


def test_the_number_of_games_can_be_given():
    (each,) = planned_experiments(["hero-battle"], ["2014"], "paper", 6, 1)
    assert (each.n_games, each.games) == (6, 54)


def test_another_size_needs_another_directory(study):
    (each,) = planned_experiments(["card-draw"], ["2014"], "smoke", 8, 3)
    with pytest.raises(StoreError, match="n_games: 6 there, 8 now"):
        each.check(study)
