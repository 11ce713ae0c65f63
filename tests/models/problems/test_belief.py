import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.experiment import Experiment
from models.settings.config import ConfigError

EXPERIMENT = experiment_for("bayes-me", SMOKE)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"surrogate__kind": "linear"}, "needs surrogate.kind gaussian, not linear"),
        ({"search__initial_evaluations": 5}, "needs 10 or more random decks"),
        ({"belief__ways": ("draw", "draw")}, "belief.ways has 2 draws; set surrogate.draws to 2"),
        ({"belief__ways": ()}, "at least 1 item"),
        ({"belief__later_games": 0}, "greater than or equal to 1"),
        (
            {"learning__mode": "model", "learning__source": "dsa-me"},
            "needs learning.mode online|own decks",
        ),
        ({"search__budget_games": 100}, "pays for 8 decks x 12 games"),
    ],
)
def test_silly_settings_are_refused_with_the_fix(changes, message):
    with pytest.raises(ConfigError, match=message):
        EXPERIMENT.but(**changes)


def test_manifests_of_other_algorithms_lack_the_settings_of_beliefs():
    assert "belief" not in Experiment().model_dump(mode="json")
