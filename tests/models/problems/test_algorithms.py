from typing import get_args

import pytest

from models.problems.algorithms import (
    ALGORITHMS,
    PAPER_ALGORITHMS,
    PAPER_TARGETS,
    AlgorithmName,
    algorithm,
    decided_settings,
    experiment_for,
)
from models.problems.experiment import Experiment
from models.problems.study import StudyConfig
from models.settings.config import ConfigError

PAPER = Experiment()


def study(*algorithms, **changes):
    return StudyConfig(**{"base": PAPER, "algorithms": algorithms, "trials": 2} | changes)


def test_every_name_has_its_algorithm():
    assert get_args(AlgorithmName) == tuple(ALGORITHMS)


def test_the_papers_rows_are_a_list_of_their_own():
    ours = {name for name, each in ALGORITHMS.items() if not each.in_paper}
    assert set(PAPER_ALGORITHMS) == set(ALGORITHMS) - ours
    assert len(PAPER_ALGORITHMS) == 9
    assert {"random-search", "surrogate-test"} <= ours
    assert experiment_for("dsa-me-ad", PAPER).surrogate.targets == PAPER_TARGETS


@pytest.mark.parametrize("name", ALGORITHMS)
def test_every_algorithm_is_another_experiment(name):
    experiment = experiment_for(name, PAPER)
    assert experiment.algorithm == name
    assert (experiment == PAPER) == (name == "dsa-me")
    assert Experiment.model_validate(experiment.model_dump(mode="json")) == experiment


def test_the_variants_are_the_papers():
    ad = experiment_for("dsa-me-ad", PAPER).surrogate
    assert ad.sizes(180) == (180, 128, 32, 16, 12)
    assert experiment_for("lsa-me", PAPER).surrogate.sizes(180) == (180, 3)
    offline = experiment_for("offline-dsa-me", PAPER)
    assert (offline.learning.mode, offline.learning.source) == ("data", "random-search")
    assert offline.search == PAPER.search
    assert experiment_for("dsa-me-no-reset", PAPER).inner_loop.keep_archive
    test = experiment_for("surrogate-test", PAPER).search
    assert (test.initial_evaluations, test.evaluations) == (0, 1)


def test_an_unknown_algorithm_is_refused_with_the_nearest():
    with pytest.raises(ConfigError, match=r"did you mean offline-dsa-me\?"):
        algorithm("offline-dsame")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"archive__measures": ("turns", "colour")}, "no measure is called 'colour'"),
        ({"archive__measures": ("turns", "dust")}, "surrogate.targets lack dust"),
        ({"surrogate__targets": ("objective", "turns")}, "surrogate.targets lack hand_size"),
        ({"learning__mode": "data"}, "cannot have source"),
        ({"proposals": "mutation", "learning__mode": "data", "learning__source": "dsa-me"},
         "applies only to searches with a surrogate"),
        ({"learning__mode": "trend", "learning__source": "bayes-me"},
         "trend is for searches by belief"),
        ({"proposals": "ribs", "search__batch_size": 99},
         "batch_size is 99 and ribs.emitters 4; use a batch of a multiple of 4"),
        ({"proposals": "ribs", "ribs__emitter": "evolution-strategy", "ribs__emitters": 50},
         "use a batch of at least 200, or fewer emitters"),
    ],
)  # fmt: skip
def test_parts_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(ConfigError, match=message):
        PAPER.but(**changes)


def test_trials_come_after_what_they_learn_from():
    plan = study(*reversed(PAPER_ALGORITHMS), "surrogate-test", trials=3).plan()
    names = [trial.name for trial in plan]
    assert len(names) == len(set(names)) == 3 * 11
    for trial in plan:
        if trial.source is not None:
            assert names.index(trial.source) < names.index(trial.name)
            assert trial.source.endswith(f"-{trial.seed}")
    assert [trial.seed for trial in plan] == sorted(trial.seed for trial in plan)
    assert {trial.seed for trial in plan} == {1, 2, 3}


def test_random_decks_come_by_themselves_and_dsa_me_does_not():
    plan = study("offline-dsa-me", trials=1).plan()
    assert [trial.name for trial in plan] == ["random-search-1", "offline-dsa-me-1"]
    for name in ("offline-elite-data", "offline-surrogate-model", "surrogate-test"):
        with pytest.raises(ConfigError, match=f"{name} learns from dsa-me.*add dsa-me"):
            study(name).plan()
        there = study(name, trials=1).plan(there=("dsa-me",))
        assert [trial.experiment.algorithm for trial in there] == ["dsa-me", name]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"algorithms": ()}, "at least 1 item"),
        ({"algorithms": ("dsa-me", "dsa-me")}, "dsa-me is named twice"),
        ({"trials": 0}, "greater than or equal to 1"),
        ({"base": PAPER.but(surrogate__kind="linear")}, "surrogate.kind differs between"),
    ],
)
def test_a_study_that_makes_no_sense_is_refused(change, message):
    with pytest.raises(ValueError, match=message):
        study("dsa-me", **change)


def test_no_study_may_decide_what_algorithms_do():
    found = decided_settings(["dsa-me"])
    assert {"surrogate.kind", "learning.mode", "inner_loop.keep_archive"} <= found
    assert "search.evaluations" not in found


def test_a_study_of_other_measures_names_its_targets():
    measures = {"archive__measures": ("deck_mana_sum", "deck_mana_variance")}
    targets = ("objective", "deck_mana_sum", "deck_mana_variance")
    base = PAPER.but(**measures, surrogate__targets=targets)
    for name in ("bayes-me", "dsa-me", "sa-extract-me"):
        (trial,) = study(name, base=base, trials=1).plan()
        assert trial.experiment.surrogate.targets == targets
    with pytest.raises(ValueError, match=r"surrogate.targets differs between"):
        study("dsa-me", "dsa-me-ad", base=base)
