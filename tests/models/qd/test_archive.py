import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from models.qd.archive import GridArchive, GridConfig, qd_score
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from tests.models.qd import naive

MEASURE = st.one_of(st.floats(-5, 25), st.integers(-1, 20).map(float))


@given(turns=MEASURE, hand=MEASURE)
def test_index_equals_the_naive_rule(turns, hand):
    i, j = naive.Grid().cell((turns, hand))
    assert GridConfig().build(1).index_of(np.array([[turns, hand]])) == 40 * i + j


@pytest.mark.parametrize(
    ("turns", "row"),
    [(-1, 0), (5, 0), (5.274, 0), (5.275, 1), (10, 18), (14.999, 36), (15, 39), (99, 39)],
)
def test_the_rule_divides_by_one_more_than_the_range(turns, row):
    assert GridConfig().build(1).index_of(np.array([[turns, 1.0]])) == 40 * row


def test_only_38_by_36_cells_can_be_reached():
    turns, hands = np.linspace(4, 16, 2000), np.linspace(0, 8, 2000)
    archive = GridConfig().build(1)
    rows = archive.index_of(np.column_stack([turns, np.ones(2000)])) // 40
    columns = archive.index_of(np.column_stack([np.full(2000, 4.0), hands]))
    assert set(rows.tolist()) == {*range(37), 39}
    assert set(columns.tolist()) == {*range(35), 39}


def test_add_equals_the_naive_archive():
    archive, slow, rng = GridConfig().build(4), naive.Grid(), np.random.default_rng(1)
    measures = rng.normal((8.6, 3.7), (3, 2), (3000, 2))
    objectives = np.round(rng.normal(-2, 5, 3000), 1)  # with ties
    batch = rng.integers(0, 3, (3000, 4)).astype(np.int8), objectives, measures, np.arange(3000)
    status = archive.add(*batch)
    assert status.dtype == np.int8
    assert status.tolist() == [slow.add(*row) for row in zip(*batch, strict=True)]
    elites = archive.elites()
    assert [(i // 40, i % 40) for i in elites.cells] == list(slow.elites)
    for row, elite in enumerate(slow.elites.values()):
        got = elites.objectives[row], tuple(elites.measures[row]), tuple(elites.solutions[row])
        assert (*got, elites.ids[row]) == elite
    assert elites.visits.tolist() == [slow.visits[cell] for cell in slow.elites]


@pytest.mark.parametrize(
    "change",
    [
        {"shape": (40,)},
        {"shape": (40, 0)},
        {"ranges": ((5, 15), (7, 1))},
        {"ranges": ((5, 15), (1, float("nan")))},
        {"measures": ()},
    ],
)
def test_config_rejects_impossible_grids(change):
    with pytest.raises(ValidationError):
        GridConfig(**change)


def test_read_only_arrays_are_welcome():
    archive = GridConfig().build(2)
    arrays = [np.zeros((1, 2), np.int8), np.zeros(1), np.array([[8.0, 3.0]]), np.zeros(1, np.int64)]
    for array in arrays:
        array.flags.writeable = False
    assert archive.add(*arrays).tolist() == [2]


def test_values_that_share_a_cell_have_one_tick():
    archive = GridArchive((1, 3), ((5.0, 15.0), (1.0, 7.0)), 2)
    assert archive.ticks() == [([0], [5.0]), ([0, 1, 2], [1.0, 4.0, 7.0])]


@pytest.mark.parametrize("kind", [GridConfig, SlidingConfig, GrowingGridConfig])
def test_more_measures_than_reports_can_draw_are_refused(kind):
    shape = {"shape": (2,) * 4} if kind is GridConfig else {}
    ranges = {} if kind is SlidingConfig else {"ranges": ((0.0, 1.0),) * 4}
    with pytest.raises(ValidationError, match="4 measures; give one to three"):
        kind(measures=("turns", "hand_size", "dust", "mana_spent"), **shape, **ranges)


@pytest.mark.parametrize("solution", [[0.5, 1.0], [300, 0], [np.nan, 0]])
def test_solutions_that_are_no_counts_are_refused(solution):
    archive = GridConfig().build(2)
    with pytest.raises(ValueError, match="solutions of row 1 are not whole numbers that int8"):
        archive.add([[1.0, 2.0], solution], [1.0, 2.0], [[6.0, 2.0]] * 2, [0, 1])
    assert archive.n_elites == 0
    archive.add([[1.0, 2.0]], [1.0], [[6.0, 2.0]], [0])


def test_objectives_in_a_column_are_named():
    with pytest.raises(ValueError, match=r"expected objectives of shape \(n,\), got \(2, 1\)"):
        GridConfig().build(1).add([[1], [2]], [[1.0], [2.0]], [[6.0, 2.0]] * 2, [0, 1])


def two_elites():
    archive = GridConfig().build(1)
    archive.add(np.zeros((2, 1)), [0.0, 15.0], [[5.0, 1.0], [15.0, 7.0]], [0, 1])
    return archive


def test_each_elite_counts_its_objective_from_minus_30_to_30():
    assert qd_score(np.array([-30.0, 0.0, 30.0])) == 1.5
    assert qd_score(np.array([])) == 0
    assert two_elites().qd_score() == 0.5 + 0.75


def test_summary():
    of_objectives = {"qd_score": 1.25, "max_objective": 15, "mean_objective": 7.5}
    assert two_elites().summary() == {"n_elites": 2, "coverage": 2 / 1600} | of_objectives
    assert np.isnan(GridConfig().build(1).summary()["max_objective"])


def test_the_grid_is_the_archives_picture():
    grid = two_elites().objective_grid()
    assert grid.shape == (40, 40)
    assert grid[0, 0] == 0
    assert grid[39, 39] == 15
    assert np.isnan(grid).sum() == 1598
