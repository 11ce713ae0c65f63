import numpy as np
import polars as pl
import pytest

from models.qd.archive import GridConfig
from models.qd.sliding import SlidingConfig
from tasks.reports.curves import growth

CONFIGS = {
    "grid": GridConfig(measures=("turns",), shape=(4,), ranges=((0, 3),)),
    "sliding": SlidingConfig(measures=("turns",), last_size=5, budget=40, remap_every=7),
}


@pytest.mark.parametrize("kind", CONFIGS)
def test_growth_is_that_of_the_archive_filled_one_by_one(kind):
    rng = np.random.default_rng(1)
    config, n = CONFIGS[kind], 40
    turns, objectives = rng.uniform(0, 4, n), rng.integers(-30, 31, n).astype(float)
    found = growth(config, pl.DataFrame({"turns": turns, "objective": objectives}))
    assert found.height == n
    archive = config.build(0)
    for i, row in enumerate(found.iter_rows(named=True)):
        solution, id_ = np.zeros((1, 0), np.int8), np.array([i])
        archive.add(solution, objectives[i : i + 1], turns[i : i + 1, None], id_)
        assert row["evaluations"] == i + 1
        assert row["n_elites"] == archive.n_elites
        assert row["coverage"] == archive.coverage
        assert row["qd_score"] == pytest.approx(archive.qd_score())
        assert row["max_objective"] == objectives[: i + 1].max()
