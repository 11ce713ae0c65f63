import numpy as np
import pytest

from engine.decks import deck_from_code, pool
from tasks.reports.results import crossing, curve, elites, facts, read_results
from tasks.storage.store import StoreError, open_run
from tests.tasks.synthetic import EXPERIMENT, write_fresh, write_run


@pytest.fixture
def results(tmp_path):
    run = write_run(tmp_path / "run")
    write_fresh(run, read_results(run.path).archive.elites().ids)
    return read_results(run.path)


def test_the_curve_is_the_archive_added_one_by_one(results):
    found = curve(results)
    assert found.height == 70
    for n in (1, 13, 70):
        archive = results.archive_of(results.evaluations.head(n))
        row = found.row(n - 1, named=True)
        assert row["evaluations"] == n
        assert row["qd_score"] == pytest.approx(archive.qd_score())
        assert row["n_elites"] == archive.n_elites
        assert row["coverage"] == archive.coverage
        assert row["max_objective"] == results.evaluations["objective"].head(n).max()


def test_comparisons_use_the_first_decks_of_the_budget(results):
    numbers = facts(results)
    assert (numbers["evaluations"], numbers["budget"]) == (70, 60)
    within = results.archive_of(results.evaluations.head(60))
    assert numbers["within_budget"]["qd_score"] == pytest.approx(within.qd_score())
    assert numbers["all"]["n_elites"] == results.archive.n_elites


def test_the_corrected_score_judges_by_new_games(results):
    numbers = facts(results)["all"]
    lost = 2 / 60 * results.archive.n_elites
    assert numbers["corrected_qd_score"] == pytest.approx(numbers["qd_score"] - lost)


def test_without_all_new_games_there_is_no_corrected_score(tmp_path):
    run = write_run(tmp_path / "run")
    write_fresh(run, np.arange(3))
    assert facts(read_results(run.path))["all"]["corrected_qd_score"] is None


def test_elites_are_ranked_by_new_games_and_their_codes_are_their_decks(results):
    table = elites(results)
    assert table["rank"].to_list() == list(range(1, table.height + 1))
    assert table["fresh_objective"].is_sorted(descending=True)
    assert table["fresh_objective"][0] == pytest.approx(table["objective"][0] - 2)
    counts = pool(EXPERIMENT.pool).counts(deck_from_code(table["deck_code"][0]))
    assert counts.tolist() == table["solution"][0].to_list()


@pytest.mark.parametrize(
    ("leader", "place"), [([1, 2, 9, 9], 3), ([9, 9, 9, 9], 1), ([9, 9, 9, 3], None)]
)
def test_crossing_is_where_a_curve_gets_ahead_for_good(leader, place):
    assert crossing(np.array(leader), np.array([2, 2, 3, 3])) == place


def test_a_run_without_evaluations_has_no_results(tmp_path):
    facts = EXPERIMENT.model_dump(mode="json")
    open_run(tmp_path / "run", facts, 1, "cards").close()
    with pytest.raises(StoreError, match="no deck has been evaluated yet"):
        read_results(tmp_path / "run")
