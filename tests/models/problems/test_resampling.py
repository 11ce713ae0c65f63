import numpy as np
import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.resampling import pooled
from models.settings.config import ConfigError
from tests.models.problems.replayed import EXPERIMENT, evaluated


def test_a_deck_that_plays_again_has_the_mean_of_all_its_games():
    table = evaluated(again=(4, 7))
    decks = pooled(table, ("turns", "hand_size"))
    assert decks["evaluation"].to_list() == list(range(30))
    one, two = table.row(4, named=True), table.row(30, named=True)
    found = decks.row(4, named=True)
    assert found["n_games"] == 18
    assert found["iteration"] == 1
    for name in ("objective", "turns", "hand_size"):
        assert found[name] == pytest.approx((6 * one[name] + 12 * two[name]) / 18)
    assert found["objective_sd"] == pytest.approx(3 * np.hypot(6, 12) / 18)
    assert decks["objective_sd"][0] == 3


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"inner_loop__keep_archive": True}, "set inner_loop.keep_archive false"),
        (
            {"learning__mode": "model", "learning__source": "dsa-me"},
            "resampling.assisted learns from its own decks",
        ),
        ({"archive__kind": "sliding"}, "fills a 'grid'"),
    ],
)
def test_an_assisted_search_needs_its_own_fresh_surrogate(changes, message):
    with pytest.raises(ConfigError, match=message):
        experiment_for("sa-extract-me", SMOKE).but(**changes)


def test_manifests_of_other_searches_lack_the_new_setting():
    for name in ("extract-me", "archive-sampling"):
        dumped = experiment_for(name, SMOKE).model_dump(mode="json")
        assert "assisted" not in dumped.get("resampling", {})


def test_silly_settings_are_refused():
    with pytest.raises(ConfigError, match="resampling needs 1 or more"):
        EXPERIMENT.but(search__initial_evaluations=0)
    with pytest.raises(ConfigError, match="less than or equal to 1"):
        EXPERIMENT.but(resampling__share=2)
