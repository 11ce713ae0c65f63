import numpy as np
import polars as pl
import pytest

from flows.questions.presets import SMOKE
from models.problems.algorithms import experiment_for
from models.problems.decks import DeckSearch, solutions_column
from models.qd.emitters import new_stream, random_decks
from tasks.search.belief import BeliefSearch, Candidates, believed_archive, shared_out
from tasks.search.surrogate import fit
from tasks.storage.files import read_table
from tests.tasks.searches import algorithm_in, end

EXPERIMENT = experiment_for("bayes-me", SMOKE.but(search__evaluations=200)).but(
    belief__most_decks=1_000, belief__random_decks=10, scheduling__slice_generations=10
)
PROBLEM = DeckSearch(EXPERIMENT)


def evaluated(n: int = 60) -> pl.DataFrame:
    """Random decks whose objective and measures are linear in their cards, with noise."""
    rng = np.random.default_rng(1)
    decks = random_decks(PROBLEM.pool.max_copies, n, new_stream(1))
    effects = np.random.default_rng(2).normal(size=(decks.shape[1], 3))
    results = decks @ effects * [2.0, 0.2, 0.1] + [0, 9, 4] + rng.normal(size=(n, 3)) * 0.3
    columns = dict(zip(("objective", "turns", "hand_size"), results.T, strict=True))
    table = pl.DataFrame({"evaluation": range(n)} | columns).with_columns(
        objective_se=4.0, n_games=12, win_rate=0.5, failed_games=0, iteration=0
    )
    return table.with_columns(solutions_column(decks))


@pytest.fixture(scope="module")
def known():
    """Evaluated decks, and the process that learned them."""
    table = evaluated()
    process = EXPERIMENT.surrogate.build(len(PROBLEM.pool), np.random.SeedSequence(0))
    fit(process, table, np.random.SeedSequence(1))
    return table, process


@pytest.fixture
def knowing(known, tmp_path):
    """Returns a search that knows the results, with some settings changed."""

    def knows(name="run", threads=None, **changes) -> BeliefSearch:
        found = algorithm_in(tmp_path / name, EXPERIMENT.but(**changes), threads)
        found.surrogate = known[1]
        return found

    return knows


def test_promising_decks_are_new_and_gain_under_the_model(known, knowing):
    table, process = known
    played = table["solution"].to_numpy()
    for model in (process, process.draw(0)):
        found = knowing().promising(played, 99, model, np.random.SeedSequence(3))
        assert (np.diff(found.gains) <= 0).all()
        assert found.gains[0] > 0
        assert not {deck.tobytes() for deck in found.solutions} & {d.tobytes() for d in played}
        assert (found.solutions.sum(axis=1) == 30).all()
        predicted = model.predict_compiled(found.solutions)[:, :3]
        np.testing.assert_array_equal(predicted, found.predictions)
        archive = PROBLEM.new_archive()
        parts = map(np.ascontiguousarray, (model.beliefs[:, 0], model.beliefs[:, 1:]))
        archive.add(played, *parts, np.arange(len(played)))
        best = dict(zip(archive.elites().cells, archive.elites().objectives, strict=True))
        cells = archive.index_of(np.ascontiguousarray(found.predictions[:, 1:]))
        pairs = zip(found.predictions[:, 0], cells, strict=True)
        expected = [value - best.get(cell, -30.0) for value, cell in pairs]
        np.testing.assert_allclose(found.gains, expected)


def candidates(gains, first=0):
    n = len(gains)
    solutions = (first + np.arange(n, dtype=np.int8))[:, None] * np.ones(4, np.int8)
    return Candidates(solutions, np.zeros((n, 3)), np.array(gains))


def test_sources_take_turns_and_no_deck_comes_twice():
    one, two = candidates([5.0, 3.0, -1.0]), candidates([4.0, 2.0, 1.0], first=1)
    found = shared_out([one, two], 4)
    assert found.solutions[:, 0].tolist() == [0, 1, 2, 3]
    assert found.gains.tolist() == [5, 4, 2, 1]
    assert shared_out([one, two], 99).solutions[:, 0].tolist() == [0, 1, 2, 3]
    assert shared_out([candidates([1.0, -2.0])], 9).gains.tolist() == [1, -2]


def test_decks_can_be_taken_at_random(known, knowing):
    table, process = known
    gains = [
        knowing(belief__acquisition=each)
        .promising(table["solution"].to_numpy(), 99, process, np.random.SeedSequence(3))
        .gains
        for each in ("gain", "random")
    ]
    np.testing.assert_array_equal(np.sort(gains[0]), np.sort(gains[1]))
    assert (gains[0] != gains[1]).any()
    sources = [candidates([-1.0, 2.0]), candidates([1.0, -3.0], first=5)]
    assert shared_out(sources, 4, "random").gains.tolist() == [-1, 1, 2, -3]


def test_intervals_are_known_where_new_games_test_the_beliefs(known, knowing):
    table, _ = known
    assert np.isnan(knowing().deviations(table)).all()
    judged = knowing(search__evaluations=60, search__initial_evaluations=60)
    assert (judged.deviations(table) > 0).all()


def test_proposals_are_the_same_on_any_number_of_threads(known, knowing):
    one, two = (BeliefSearch.ask.fn(knowing(f"{threads}", threads), known[0]) for threads in (1, 2))
    assert one.equals(two)
    assert one.height > 0


def test_the_archive_has_beliefs_and_says_what_became_of_new_decks(known, knowing):
    table, process = known
    search = knowing()
    judged = knowing("judged", search__evaluations=60, search__initial_evaluations=60)
    deviations = judged.deviations(table)
    for each in (search, judged):
        end(each, BeliefSearch.keep_beliefs, table)
    rows = read_table(judged.run.directory.archives.path(0))
    np.testing.assert_array_equal(rows["objective"], process.beliefs[rows["evaluation"], 0])
    np.testing.assert_array_equal(rows["objective_sd"], deviations[rows["evaluation"]])
    unknown = read_table(search.run.directory.archives.path(0))["objective_sd"]
    assert unknown.null_count() == unknown.len() == search.archive.n_elites
    end(search, BeliefSearch.keep_beliefs, table.with_columns(iteration=1))
    metrics = read_table(search.run.directory.metrics_path)
    assert metrics["n_new"].to_list() == [search.archive.n_elites, 0]
    assert metrics["n_improved"].to_list() == [0, search.archive.n_elites]


def test_an_archive_of_the_best_elites_has_their_cells(known):
    table, process = known
    played = table["solution"].to_numpy()
    whole = believed_archive(EXPERIMENT, process, played).elites()
    small = believed_archive(EXPERIMENT, process, played, 5)
    best = np.argsort(-whole.objectives)[:5]
    assert set(small.elites().ids) == set(whole.ids[best])
    assert set(small.elites().cells) == set(whole.cells[best])
    many = believed_archive(EXPERIMENT, process, played, 99)
    np.testing.assert_array_equal(many.elites().ids, whole.ids)


def test_iterations_end_at_the_points_of_the_curve_and_at_the_budget(knowing):
    search = knowing(
        search__initial_evaluations=24, search__budget_games=2_000, search__curve_games=(600,),
        belief__batch_games=240, belief__later_after=1_000, belief__later_games=20,
    )  # fmt: skip
    problem, ends = search.problem, [24]
    while ends[-1] < problem.budget:
        ends.append(ends[-1] + search.n_decks(ends[-1]))
    games = [problem.config.spending.of_decks(n) for n in ends]
    assert games == [288, 600, 804, 996, 1_256, 1_516, 1_756, 1_996]
    assert problem.games_of(82) == 12
    assert problem.games_of(83) == 20
