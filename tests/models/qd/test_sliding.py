"""Archives with moving cells, against a naive version and against ribs."""

import numpy as np
import pytest
from ribs.archives import SlidingBoundariesArchive as RibsArchive

from models.qd.sliding import GrowingGridConfig, SlidingConfig
from tests.models.qd.naive import SlidingBoundaries

DIM = 3
ONE = ("dust",)  # measures of an archive of one axis


def individuals(n, seed=0, distinct=False):
    """Mana-like measures: many equal values unless `distinct`."""
    rng = np.random.default_rng(seed)
    measures = rng.normal((100, 4), (15, 1), (n, 2))
    if not distinct:
        measures = np.round(measures)
    objectives = np.round(rng.normal(0, 5, n))
    return rng.integers(0, 3, (n, DIM)).astype(np.int8), objectives, measures, np.arange(n)


def test_the_archive_equals_the_naive_one_after_every_individual():
    archive = SlidingConfig(last_size=8, budget=600, remap_every=40).build(DIM)
    naive = SlidingBoundaries(last=8, budget=600, every=40)
    solutions, objectives, measures, ids = individuals(700)
    for i in range(700):
        one = slice(i, i + 1)
        archive.add(solutions[one], objectives[one], measures[one], ids[one])
        naive.add(objectives[i], measures[i])
        elites = archive.elites()
        size = archive.shape[0]
        places = zip(elites.cells.tolist(), elites.ids.tolist(), strict=True)
        cells = {divmod(cell, size): number for cell, number in places}
        assert cells == naive.cells
        assert list(cells) == list(naive.cells), "in the order of their first filling"


def test_batches_equal_single_individuals():
    batch = individuals(1000)
    whole, single = (SlidingConfig(budget=1000).build(DIM) for _ in range(2))
    whole.add(*batch)
    for i in range(1000):
        single.add(*(part[i : i + 1] for part in batch))
    np.testing.assert_array_equal(single.boundaries, whole.boundaries)
    for name, array in single.elites()._asdict().items():
        np.testing.assert_array_equal(array, getattr(whole.elites(), name), err_msg=name)


def test_sizes_grow_at_the_published_numbers_of_individuals():
    archive = SlidingConfig().build(1)
    data = individuals(10_001, distinct=True)
    sizes = {}
    for i in range(10_001):
        one = slice(i, i + 1)
        archive.add(data[0][one, :1], data[1][one], data[2][one], data[3][one])
        sizes.setdefault(archive.shape[0], i + 1)
    starts = [1, 601, 1201, 1701, 2301, 2801, 3401, 3901, 4501, 5001]
    starts += [5601, 6201, 6701, 7301, 7801, 8401, 8901, 9501, 10_001]
    assert sizes == dict(zip(range(2, 21), starts, strict=True))


def test_a_value_on_a_boundary_falls_in_the_lower_cell():
    archive = SlidingConfig(measures=ONE, last_size=2, remap_every=4).build(1)
    values = np.array([[1.0], [2.0], [3.0], [4.0], [5.0]])
    archive.add(np.zeros((5, 1), np.int8), np.zeros(5), values, np.arange(5))
    np.testing.assert_array_equal(archive.boundaries, [[1.0, 3.0]])
    assert archive.index_of([[0.0], [1.0], [3.0], [3.1], [9.0]]).tolist() == [0, 0, 0, 1, 1]


def test_an_elite_comes_back_when_the_cells_become_finer():
    config = SlidingConfig(measures=ONE, first_size=1, last_size=4, budget=8, remap_every=4)
    archive = config.build(1)
    values = np.array([[1.0], [2.0], [3.0], [4.0], [5.0]])
    archive.add(np.zeros((4, 1), np.int8), np.array([4.0, 3, 2, 1]), values[:4], np.arange(4))
    assert archive.elites().ids.tolist() == [0]
    archive.add(np.zeros((1, 1), np.int8), np.zeros(1), values[4:], np.array([4]))
    assert archive.elites().ids.tolist() == [0, 3]


def test_at_a_fixed_size_new_points_fall_where_they_do_in_ribs():
    """Individuals that stand on a boundary do not: ribs puts those in the upper cell."""
    n = 501
    solutions, objectives, measures, ids = individuals(n, distinct=True)
    ours = SlidingConfig(first_size=10, last_size=10, remap_every=n - 1).build(DIM)
    ours.add(solutions, objectives, measures, ids)
    ranges = [(-1000, 1000), (-1000, 1000)]
    theirs = RibsArchive(
        solution_dim=DIM, dims=(10, 10), ranges=ranges, remap_frequency=n, buffer_capacity=n
    )
    for i in range(n):
        theirs.add_single(solutions[i], objectives[i], measures[i])
    rng = np.random.default_rng(9)
    inside = rng.uniform(measures.min(0), measures.max(0), (2000, 2))
    np.testing.assert_array_equal(ours.index_of(inside), theirs.index_of(inside))


def test_the_fixed_baseline_has_equal_cells_without_the_plus_one_of_the_other_grid():
    archive = GrowingGridConfig(first_size=9, last_size=9).build(1)
    found = archive.index_of([[30, 2], [44.9, 2], [45, 2], [164.9, 5.4], [165, 5.5], [0, 9]])
    assert found.tolist() == [0, 0, 9, 80, 80, 8]


def test_the_fixed_baseline_places_everybody_again_when_it_grows():
    sizes = {"first_size": 1, "last_size": 3, "budget": 4}
    archive = GrowingGridConfig(measures=ONE, ranges=((0, 10),), **sizes).build(1)
    values = np.array([[1.0], [9.0]])
    zeros = np.zeros((1, 1), np.int8)
    archive.add(zeros, np.array([2.0]), values[:1], np.array([0]))
    assert archive.add(zeros, np.array([1.0]), values[1:], np.array([1])).tolist() == [2]
    assert archive.elites().ids.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: SlidingConfig(budget=0), "greater than or equal to 1"),
        (lambda: GrowingGridConfig(measures=ONE, ranges=((3, 3),)), "it must rise"),
        (lambda: GrowingGridConfig(measures=ONE), "one entry per measure"),
        (lambda: SlidingConfig(first_size=9, last_size=3), "last_size 3 is below first_size 9"),
    ],
)
def test_nonsense_is_refused(make, message):
    with pytest.raises(ValueError, match=message):
        make()
