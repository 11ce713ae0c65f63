"""`DeckTask`: repeatable evaluations, and pyribs' schedulers, emitters and archives on them."""

import pickle
import re
from pathlib import Path

import matplotlib as mpl
import matplotlib.pyplot as plt
import numpy as np
import pytest
from polars.testing import assert_frame_equal
from ribs.archives import CVTArchive, GridArchive, SlidingBoundariesArchive
from ribs.emitters import (
    EvolutionStrategyEmitter,
    GaussianEmitter,
    GeneticAlgorithmEmitter,
    IsoLineEmitter,
)
from ribs.schedulers import Scheduler

from engine.decks import DeckError, pool, validate_deck
from models.players.config import PlayerConfig
from models.players.evaluations import evaluate_decks
from models.problems.deck_task import DeckTask
from models.qd.archive import GridConfig
from tests.tasks.synthetic import write_run

RANGES = ((5, 15), (1, 7))
DOCS = Path(__file__).parents[3] / "docs"
PAGE, RIBS_PAGE = (
    (DOCS / name).read_text(encoding="utf-8") for name in ("deck-task.md", "ribs.md")
)


@pytest.fixture
def task() -> DeckTask:
    return DeckTask(n_games=3, seed=7)


def test_results_are_those_of_evaluate_decks():
    task = DeckTask(n_games=5, measures=("dust", "hand_size", "n_minions"), seed=3)
    vectors = np.random.default_rng(1).normal(0, 1, (4, 180))
    found = task.evaluate(vectors)
    decks = [pool("rogue-dsame").deck(counts) for counts in task.repair(vectors)]
    expected = evaluate_decks(decks, n_games=5, seed=3)
    assert_frame_equal(found.outcomes, expected)
    np.testing.assert_array_equal(found.objective, expected["objective"])
    np.testing.assert_array_equal(found.objective_se, expected["objective_se"])
    for axis, name in enumerate(("dust", "hand_size", "n_minions")):
        np.testing.assert_array_equal(found.measures[:, axis], expected[name])
    assert found.measures.dtype == np.float64


def test_the_same_calls_give_the_same_results_on_any_number_of_threads():
    def results(threads):
        task = DeckTask(n_games=3, seed=7, threads=threads)
        solutions = task.random_solutions(6, seed=1)
        return [task.evaluate(part).outcomes for part in (solutions[:2], solutions[2:], solutions)]

    for one, other in zip(results(1), results(2), strict=True):
        assert_frame_equal(one, other)


def test_evaluations_are_numbered_in_order_and_every_one_has_its_own_games(task):
    solutions = task.random_solutions(3, seed=1)
    first, again = task.evaluate(solutions), task.evaluate(solutions)
    assert first.outcomes["evaluation"].to_list() == [0, 1, 2]
    assert again.outcomes["evaluation"].to_list() == [3, 4, 5]
    assert (first.objective != again.objective).any()
    later = DeckTask(n_games=3, seed=7, first_evaluation=3)
    assert_frame_equal(later.evaluate(solutions).outcomes, again.outcomes)
    assert (DeckTask(n_games=3, seed=8).evaluate(solutions).objective != first.objective).any()


def test_settings_reach_the_games():
    solutions = DeckTask().random_solutions(8, seed=1)

    def objective(**settings):
        return DeckTask(**{"n_games": 4, "seed": 7, **settings}).evaluate(solutions).objective

    default = objective()
    for change in ({"opponents": "starter"}, {"n_games": 5}, {"player": PlayerConfig(width=1)}):
        assert (objective(**change) != default).any()


def test_random_solutions_are_legal_decks_of_their_seed(task):
    solutions = task.random_solutions(20, seed=5)
    assert (solutions.dtype, solutions.shape) == (np.float64, (20, 180))
    for counts in solutions.astype(np.int8):
        validate_deck(pool("rogue-dsame").deck(counts))
    np.testing.assert_array_equal(task.repair(solutions), solutions)
    np.testing.assert_array_equal(task.random_solutions(20, seed=5), solutions)
    assert (task.random_solutions(20, seed=6) != solutions).any()


def test_bounds_are_the_copies_allowed():
    task = DeckTask(pool="hunter-mesb")
    assert task.bounds.shape == (171, 2)
    np.testing.assert_array_equal(task.bounds[:, 0], 0)
    np.testing.assert_array_equal(task.bounds[:, 1], pool("hunter-mesb").max_copies)


def test_a_refused_call_uses_no_number(task):
    solutions = task.random_solutions(2, seed=1)
    for wrong, message in (
        (solutions[:0], "solutions: no rows; give at least one solution"),
        (solutions[0], r"one vector; use solutions\[None\]"),
        (solutions[:, 1:], r"expected shape \(n, 180\).*got \(2, 179\)"),
        (solutions * np.nan, "row 0, entry 0 is nan"),
    ):
        with pytest.raises(ValueError, match=message):
            task.evaluate(wrong)
    assert task.evaluate(solutions).outcomes["evaluation"].to_list() == [0, 1]


@pytest.mark.parametrize(
    ("settings", "error", "message"),
    [
        ({"pool": "rouge-dsame"}, DeckError, "rogue-dsame"),
        ({"opponents": "elites"}, DeckError, "elite"),
        ({"opponents": ()}, DeckError, "opponents: none given"),
        ({"n_games": 0}, ValueError, "n_games: 0; use at least 1"),
        ({"threads": 0}, ValueError, "threads: 0; use at least 1"),
        ({"first_evaluation": -1}, ValueError, "first_evaluation: -1; use 0 or more"),
        ({"measures": ("turn",)}, ValueError, "measures: no outcome 'turn'; use some of .*turns"),
        ({"measures": "turns"}, ValueError, "measures: 'turns'; give names in a tuple"),
        ({"measures": ()}, ValueError, "give names in a tuple"),
    ],
)
def test_wrong_settings_are_refused_before_a_game_is_played(settings, error, message):
    with pytest.raises(error, match=message):
        DeckTask(**settings)


ARCHIVES = {
    "grid": lambda: GridArchive(solution_dim=180, dims=[10, 10], ranges=RANGES, seed=1),
    "cvt": lambda: CVTArchive(solution_dim=180, centroids=30, samples=500, ranges=RANGES, seed=1),
    "sliding": lambda: SlidingBoundariesArchive(
        solution_dim=180, dims=[5, 5], ranges=RANGES, remap_frequency=10, seed=1
    ),
    "of the paper": lambda: GridConfig().build(180).to_ribs(seed=1),
}
BOX = {"bounds": DeckTask().bounds, "batch_size": 6, "seed": 2}
EMITTERS = {
    "gaussian": lambda archive, start: GaussianEmitter(
        archive, sigma=0.3, initial_solutions=start, **BOX
    ),
    "iso-line": lambda archive, start: IsoLineEmitter(
        archive, iso_sigma=0.3, line_sigma=0.2, initial_solutions=start, **BOX
    ),
    "genetic-algorithm": lambda archive, start: GeneticAlgorithmEmitter(
        archive, operator="gaussian", operator_kwargs={"sigma": 0.3}, initial_solutions=start, **BOX
    ),
    "evolution-strategy": lambda archive, start: EvolutionStrategyEmitter(
        archive, x0=start[0], sigma0=0.3, batch_size=6, seed=2
    ),
}


@pytest.mark.parametrize("archive", ARCHIVES)
@pytest.mark.parametrize("emitter", EMITTERS)
def test_a_scheduler_drives_the_evaluation(archive, emitter):
    def elites():
        task = DeckTask(n_games=2, seed=7)
        filled = ARCHIVES[archive]()
        scheduler = Scheduler(filled, [EMITTERS[emitter](filled, task.random_solutions(6, seed=3))])
        for _ in range(3):
            solutions = scheduler.ask()
            solutions[:] = task.repair(solutions)
            found = task.evaluate(solutions)
            scheduler.tell(found.objective, found.measures)
        return filled.data()

    found = elites()
    assert len(found["objective"]) > 1
    for counts in found["solution"]:  # the archive holds the decks, not the emitters' vectors
        validate_deck(pool("rogue-dsame").deck(counts.astype(np.int8)))
    for name, values in elites().items():
        np.testing.assert_array_equal(values, found[name], err_msg=name)


## docs/deck-task.md and docs/ribs.md ##

EXAMPLES = re.findall(r"```python\n(.*?)```", RIBS_PAGE + PAGE, re.DOTALL)


@pytest.fixture
def small(monkeypatch, tmp_path):
    """Runs an example of the page with few games, beside a run directory `runs/first`."""
    mpl.use("Agg")
    write_run(tmp_path / "runs" / "first")
    monkeypatch.chdir(tmp_path)

    def run(code: str) -> dict:
        scope: dict = {}
        exec(re.sub(r"n_games=\d+", "n_games=2", code).replace("range(20)", "range(2)"), scope)
        return scope

    yield run
    plt.close("all")


def test_the_whole_example_of_the_page_runs(small, tmp_path):
    assert len(EXAMPLES[0].splitlines()) <= 25
    assert "range(20)" in EXAMPLES[0]
    archive = small(EXAMPLES[0])["archive"]
    assert archive.stats.num_elites > 1
    assert (archive.data("solution").sum(axis=1) == 30).all()
    assert (tmp_path / "archive.png").stat().st_size > 5_000


@pytest.mark.parametrize("example", EXAMPLES[1:], ids=lambda code: code.split("\n", 1)[0])
def test_the_other_examples_of_the_page_run(small, example):
    assert small(example)


def test_the_deck_with_names_of_the_page_has_names(small, capsys):
    small(next(code for code in EXAMPLES if "describe()" in code))
    told = capsys.readouterr().out
    assert re.match(r"([12]x [A-Z][\w':.! -]+, )+[12]x [\w':.! -]+ AAE\S+$", told)


def test_a_scheduler_is_stored_and_goes_on_as_if_nothing_had_happened():
    """As the page says: pickle the scheduler, and number on from the evaluations so far."""

    def step(scheduler, task):
        found = task.evaluate(scheduler.ask())
        scheduler.tell(found.objective, found.measures)

    archive = GridConfig().build(180).to_ribs(seed=1)
    task = DeckTask(n_games=2, seed=7)
    emitters = [make(archive, task.random_solutions(6, seed=3)) for make in EMITTERS.values()]
    scheduler = Scheduler(archive, emitters)
    step(scheduler, task)
    stored = pickle.loads(pickle.dumps(scheduler))
    step(scheduler, task)
    step(stored, DeckTask(n_games=2, seed=7, first_evaluation=24))
    for name, values in stored.archive.data().items():
        np.testing.assert_array_equal(values, archive.data(name), err_msg=name)
