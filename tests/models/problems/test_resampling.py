"""Decks that play again: pooled results, and cells of several decks."""

import numpy as np
import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.resampling import DeepCells, pooled
from models.qd.archive import GridArchive
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
        ({"learning__mode": "model", "learning__source": "dsa-me"},
         "resampling.assisted learns from its own decks"),
        ({"archive__kind": "sliding"}, "fills a 'grid'"),
    ],
)  # fmt: skip
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


#: Two cells by the first measure.
GRID = GridArchive((2,), ((0.0, 1.0),), 0)
LEFT, RIGHT = [0.1], [1.0]


def filled(depth: int = 2) -> DeepCells:
    cells = DeepCells(GRID, depth)
    add(cells, [(0, 5, LEFT), (1, 7, LEFT), (2, 6, LEFT), (3, -1, RIGHT)])
    return cells


def add(cells: DeepCells, solutions: list) -> None:
    ids, objectives, measures = zip(*solutions, strict=True)
    cells.add(np.array(ids), np.array(objectives, float), np.array(measures))


def test_cells_keep_their_best_and_elites_are_the_very_best():
    cells = filled()
    assert cells.ids().tolist() == [1, 2, 3]
    assert cells.elites().tolist() == [1, 3]


def test_of_equals_the_first_stays_first():
    cells = filled()
    add(cells, [(9, 7, LEFT)])
    assert cells.ids().tolist() == [1, 9, 3]


def test_who_leaves_makes_room_for_the_next():
    cells = filled()
    cells.take_out(np.array([1, 77]))
    assert cells.elites().tolist() == [2, 3]
    add(cells, [(1, 2, RIGHT)])
    assert cells.elites().tolist() == [2, 1]
    assert cells.ids().tolist() == [2, 1, 3]


def test_draws_differ_and_prefer_the_best():
    cells, rng = filled(3), np.random.default_rng(1)
    assert sorted(cells.drawn(9, rng).tolist()) == [0, 1, 2, 3]
    first = np.array([cells.drawn(1, rng)[0] for _ in range(4_000)])
    shares = np.bincount(first) / 4_000
    np.testing.assert_allclose(shares, [0.5 / 7, 2 / 7, 1 / 7, 0.5], atol=0.03)
    assert not filled().drawn(0, rng).size
    assert not DeepCells(GRID, 2).drawn(3, rng).size
