import numpy as np

from models.qd.archive import GridConfig
from models.qd.metrics import objective_grid, qd_score, summary


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
    assert summary(two_elites()) == {"n_elites": 2, "coverage": 2 / 1600} | of_objectives
    assert np.isnan(summary(GridConfig().build(1))["max_objective"])


def test_the_grid_is_the_archives_picture():
    grid = objective_grid(two_elites())
    assert grid.shape == (40, 40)
    assert grid[0, 0] == 0
    assert grid[39, 39] == 15
    assert np.isnan(grid).sum() == 1598
