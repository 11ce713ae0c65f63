"""CMA-ME: parents, the emitters' input, and their updates."""

import numpy as np
import pytest

from models.qd.archive import GridConfig
from models.qd.evolution import Evolution, EvolutionConfig
from models.settings.config import ConfigError

DIM = 5
GRID = GridConfig(shape=(10, 10), ranges=((-2.0, 2.0), (-2.0, 2.0)))
CONFIG = EvolutionConfig(emitters=3, population=8, step_size=0.5)


def evolution(seed: int = 1, config: EvolutionConfig = CONFIG) -> Evolution:
    return Evolution(config, GRID, np.zeros(DIM), np.random.SeedSequence(seed))


def judged(solutions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """The nearer to (1, 1, ...), the better; the first two numbers are the measures."""
    return -((solutions - 1) ** 2).sum(axis=1), solutions[:, :2]


def run(search: Evolution, n: int) -> list[np.ndarray]:
    asked = []
    for _ in range(n):
        asked.append(solutions := search.ask())
        search.tell(solutions, *judged(solutions))
    return asked


def test_the_same_seed_asks_the_same_to_the_bit():
    for a, b in zip(run(evolution(), 6), run(evolution(), 6), strict=True):
        assert a.tobytes() == b.tobytes()
    assert run(evolution(2), 1)[0].tobytes() != run(evolution(), 1)[0].tobytes()


def test_status_and_value_are_those_of_offering_one_by_one():
    search, naive = evolution(), {}
    for _ in range(5):
        solutions = search.ask()
        objectives, measures = judged(solutions)
        info = search.tell(solutions, objectives, measures)
        cells = search.archive.index_of(measures).tolist()
        for row, (cell, objective) in enumerate(zip(cells, objectives, strict=True)):
            status = 2 if cell not in naive else int(objective > naive[cell])
            assert info["status"][row] == status
            assert info["value"][row] == objective - naive.get(cell, 0.0)
            naive[cell] = max(objective, naive.get(cell, -np.inf))
    elites = search.archive.elites()
    assert dict(zip(elites.cells.tolist(), elites.objectives.tolist(), strict=True)) == naive


def test_new_cells_come_before_gains_and_all_that_was_added_are_parents():
    """One emitter; the mean moves to the weighted sum of new cells, then gains, each by value."""
    config = EvolutionConfig(emitters=1, population=6, step_size=0.5)
    search = Evolution(config, GRID, np.zeros(DIM), np.random.SeedSequence(1))
    first = search.ask()
    measures = np.array([[-2, -2], [-1, -1], [-1, -1], [-1, -1], [2, 2], [2, 2]], float)
    # Rows: new, new, gain of 1, nothing, new, gain of 3.
    search.tell(first, np.array([5.0, 7, 8, 6, 1, 4]), measures)
    weights = np.log(5 + 0.5) - np.log(np.arange(1, 6))
    expected = weights / weights.sum() @ first[[1, 0, 4, 5, 2]]
    assert search._strategies[0].mean == pytest.approx(expected)


def test_an_emitter_that_adds_nothing_starts_again_from_an_elite():
    search = evolution(config=EvolutionConfig(emitters=2, population=4, step_size=0.5))
    first = search.ask()
    search.tell(first, *judged(first))
    elites = [tuple(row) for row in first]
    second = search.ask()
    search.tell(second, np.full(8, -1e9), judged(first)[1])
    assert search.restarts == 2
    assert {tuple(strategy.mean) for strategy in search._strategies} <= set(elites)
    assert search.step_sizes.tolist() == [0.5, 0.5]


def test_to_cma_es_the_archive_does_not_matter():
    config = EvolutionConfig(emitters=1, population=10, step_size=0.5, algorithm="cma-es")
    asked = []
    for measures in (np.zeros((10, 2)), np.linspace(-2, 2, 20).reshape(10, 2)):
        search = Evolution(config, GRID, np.zeros(DIM), np.random.SeedSequence(1))
        for _ in range(30):
            solutions = search.ask()
            search.tell(solutions, judged(solutions)[0], measures)
        asked.append(solutions)
    assert asked[0].tobytes() == asked[1].tobytes()
    assert judged(asked[0])[0].max() > -0.01


def test_the_end_of_a_budget_fills_the_archive_alone():
    search = evolution()
    solutions = search.ask()[:7]
    info = search.tell(solutions, *judged(solutions))
    assert len(info["status"]) == 7
    assert search.archive.n_elites > 0
    assert all(strategy.mean.tolist() == [0] * DIM for strategy in search._strategies)


def test_it_illuminates():
    search = evolution()
    run(search, 60)
    assert search.archive.coverage > 0.5
    assert search.archive.elites().objectives.max() > -0.5


def test_settings_out_of_range_are_refused():
    for change in ({"population": 3}, {"emitters": 0}, {"step_size": 0}, {"algorithm": "luck"}):
        with pytest.raises(ConfigError):
            CONFIG.but(**change)
