"""Requirements of every archive; `ARCHIVES` lists them."""

from copy import deepcopy

import numpy as np
import pytest

from models.qd.archive import GridArchive
from models.qd.emitters import mutate, new_stream, propose, random_decks
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from models.qd.variation import below

DIM = 6
ARCHIVES = {
    "grid": lambda: GridArchive((8, 5), ((5, 15), (1, 7)), DIM),
    "sliding": lambda: SlidingConfig(budget=1000, last_size=9, remap_every=50).build(DIM),
    "growing-grid": lambda: GrowingGridConfig(
        ranges=((5, 15), (1, 7)), last_size=9, budget=1000
    ).build(DIM),
}


@pytest.fixture(params=ARCHIVES)
def archive(request):
    return ARCHIVES[request.param]()


def proposals(n, seed=0):
    rng = np.random.default_rng(seed)
    solutions = rng.integers(0, 3, (n, DIM)).astype(np.int8)
    measures = rng.uniform((4, 0), (16, 8), (n, 2))
    return solutions, rng.normal(0, 10, n), measures, np.arange(n) + 1000


def test_starts_empty(archive):
    assert archive.n_elites == archive.coverage == archive.qd_score() == 0
    assert archive.elites().solutions.shape == (0, DIM)


def test_the_elites_are_proposals_and_the_best_of_their_cells(archive):
    solutions, objectives, measures, ids = proposals(500)
    archive.add(solutions, objectives, measures, ids)
    elites = archive.elites()
    rows = elites.ids - 1000
    np.testing.assert_array_equal(elites.solutions, solutions[rows])
    np.testing.assert_array_equal(elites.measures, measures[rows])
    np.testing.assert_array_equal(elites.objectives, objectives[rows])
    assert len(set(elites.cells.tolist())) == archive.n_elites == elites.cells.size
    assert elites.objectives.max() == objectives.max()


def test_only_a_strictly_greater_objective_replaces(archive):
    measures = np.array([[9.0, 3.0]])
    for objective, identifier, kept in ((1.0, 1, 1), (1.0, 2, 1), (0.5, 3, 1), (1.5, 4, 4)):
        archive.add(np.full((1, DIM), identifier), [objective], measures, [identifier])
        assert archive.elites().ids.tolist() == [kept]
        assert (archive.elites().solutions == kept).all()
    assert archive.elites().visits.tolist() == [4]


def test_one_batch_equals_one_by_one(archive):
    other = deepcopy(archive)
    batch = proposals(400)
    status = archive.add(*batch)
    singles = [other.add(*(part[i : i + 1] for part in batch))[0] for i in range(400)]
    np.testing.assert_array_equal(status, singles)
    for name, array in archive.elites()._asdict().items():
        np.testing.assert_array_equal(array, getattr(other.elites(), name), err_msg=name)


def test_elites_are_copies(archive):
    archive.add(*proposals(10))
    archive.elites().objectives[:] = 99
    assert (archive.elites().objectives < 99).all()


def test_index_of_is_where_add_puts_them(archive):
    batch = proposals(50)
    for i in range(50):
        one = deepcopy(archive)
        one.add(*(part[i : i + 1] for part in batch))
        assert one.elites().cells.tolist() == archive.index_of(batch[2][i : i + 1]).tolist()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({1: np.array([0.0, np.nan])}, "objectives of row 1 are not finite"),
        ({2: np.array([[9.0, 3.0], [np.inf, 3.0]])}, "measures of row 1 are not finite"),
        ({2: np.zeros((2, 3))}, r"expected measures of shape \(2, 2\), got \(2, 3\)"),
        ({0: np.zeros((2, DIM + 1))}, "expected solutions of shape"),
        ({3: np.zeros(1)}, "expected ids of shape"),
        ({1: 0.0}, "expected"),
    ],
)
def test_bad_proposals_are_rejected_as_a_whole(archive, change, message):
    batch = list(proposals(2))
    for index, value in change.items():
        batch[index] = value
    with pytest.raises(ValueError, match=message):
        archive.add(*batch)
    assert archive.n_elites == 0


def test_emptied_cells_stay_where_they_are(archive):
    batch = proposals(400)
    archive.add(*batch)
    elites = archive.elites()
    again = archive.emptied()
    assert again.n_elites == 0
    assert again.shape == archive.shape
    np.testing.assert_array_equal(again.index_of(batch[2]), archive.index_of(batch[2]))
    again.add(elites.solutions, elites.objectives, elites.measures, elites.ids)
    np.testing.assert_array_equal(again.elites().cells, elites.cells)
    again.add(*proposals(1000, seed=1))
    np.testing.assert_array_equal(again.index_of(batch[2]), archive.index_of(batch[2]))


def test_ticks_name_cells_and_rising_values(archive):
    archive.add(*proposals(400))
    ticks = archive.ticks()
    assert len(ticks) == 2
    for axis, (cells, values) in enumerate(ticks):
        assert values == sorted(values)
        assert cells == sorted(cells)
        assert cells[-1] < archive.shape[axis]


def test_elites_are_the_parents_of_proposals(archive):
    copies = np.full(DIM, 8)
    decks = random_decks(copies, 400, new_stream(1))
    archive.add(decks, *proposals(400)[1:])
    children = propose(archive, copies, 30, new_stream(2))
    stream, elites = new_stream(2), archive.elites().solutions
    expected = []
    for _ in range(30):
        parent = below(stream, len(elites))
        expected.append(mutate(elites[parent : parent + 1], copies, stream)[0])
    np.testing.assert_array_equal(children, expected)
