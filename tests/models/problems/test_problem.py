import numpy as np
import polars as pl
import pytest

from flows.questions.presets import SMOKE, TRAININGS
from models.problems.decks import SOLUTIONS, DeckSearch, solutions_table
from models.problems.players import NetworkSearch
from models.qd.emitters import new_stream, random_decks

PROBLEMS = [DeckSearch(SMOKE), NetworkSearch(TRAININGS["smoke"])]


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)
def test_vectors_come_back_from_a_table_as_they_were(problem):
    dtype = {"solution": np.int8, "weights": np.float64}[problem.vectors.name]
    vectors = np.random.default_rng(1).normal(0, 9, (4, 7)).astype(dtype)
    table = pl.DataFrame([problem.vectors.series(vectors)])
    back = problem.vectors.of(table)
    assert back.dtype == dtype
    assert np.array_equal(back, vectors)


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)
def test_a_line_on_an_iteration_counts_and_has_a_speed_if_games_were_played(problem):
    metrics = {"iteration": 3, "evaluations": 1200, "qd_score": 20.5, "n_elites": 39}
    metrics |= {"coverage": 0.024, "max_objective": 19.5, "max_win_rate": 1.0}
    metrics |= {"mean_proposed": -2.0}
    within = metrics | {"evaluations": problem.budget}
    start = f"{problem.round} 3: {problem.budget} of {problem.budget} {problem.noun}, "
    assert problem.headline(within | {"games_per_second": 0.0}).startswith(start)
    line = problem.headline(metrics | {"games_per_second": 1234.5})
    wanted = f"{problem.budget} or more were wanted"
    assert line.startswith(f"{problem.round} 3: 1,200 {problem.noun}, {wanted}, ")
    assert line.endswith("best +19.5 health, 100 % wins, 1,234 games/s")
    assert problem.headline(metrics | {"games_per_second": 0.0}).endswith("100 % wins")


def test_the_elites_table_has_each_elites_own_row():
    problem = DeckSearch(SMOKE)
    decks = solutions_table(random_decks(problem.pool.max_copies, 6, new_stream(1)))
    evaluated = decks.with_columns(
        evaluation=pl.Series(range(6)),
        objective=pl.Series([1.0, 5.0, 2.0, 3.0, 9.0, 4.0]),
        turns=pl.Series([6.0, 6.0, 8.0, 8.0, 14.0, 14.0]),
        hand_size=pl.Series([2.0, 2.0, 3.0, 3.0, 6.0, 6.0]),
    )
    archive = problem.new_archive()
    assert problem.offer(archive, evaluated).tolist() == [2, 1, 2, 1, 2, 0]
    table = problem.elites_table(archive, evaluated)
    assert table["evaluation"].to_list() == [1, 3, 4]
    assert table["visits"].to_list() == [2, 2, 2]
    assert np.array_equal(SOLUTIONS.of(table), SOLUTIONS.of(evaluated)[[1, 3, 4]])
    places = table.select("cell_turns", "cell_hand_size").to_numpy()
    assert (places @ [40, 1] == table["cell"].to_numpy()).all()
