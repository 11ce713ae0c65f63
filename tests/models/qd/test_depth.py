import numpy as np

from models.qd.archive import GridArchive
from models.qd.depth import DeepCells

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
