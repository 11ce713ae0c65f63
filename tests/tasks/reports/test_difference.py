"""Two archives on one map."""

import pytest

from tasks.reports.cells import cells
from tasks.reports.difference import difference
from tasks.reports.results import read_results
from tasks.storage.files import StoreError
from tests.tasks.synthetic import write_fresh, write_run

SLIDING = {"kind": "sliding", "measures": ["deck_mana_sum", "dust"], "budget": 70}


@pytest.fixture
def results(tmp_path):
    mutated = {"algorithm": "map-elites", "proposals": "mutation"}
    write_run(tmp_path / "one", seed=2)
    write_run(tmp_path / "two", seed=3)
    write_run(tmp_path / "sliding", seed=4, archive=SLIDING, **mutated)
    return {name: read_results(tmp_path / name) for name in ("one", "two", "sliding")}


def test_archives_with_the_same_axes_keep_their_cells(results):
    found = difference(results["one"], results["two"])
    maps = [cells(results[name]) for name in ("one", "two")]
    places = [{tuple(place) for place in each.places.tolist()} for each in maps]
    assert set(zip(found["x"], found["y"], strict=True)) == places[0] | places[1]
    assert found["summary"]["both"] == len(places[0] & places[1])
    assert found["summary"]["first"] == len(places[0] - places[1])
    assert found["summary"]["second"] == len(places[1] - places[0])
    for row, gain in enumerate(found["difference"]):
        ours, theirs = found["first_objective"][row], found["second_objective"][row]
        assert gain == (None if None in (ours, theirs) else theirs - ours)


def test_an_archive_does_not_differ_from_itself(results):
    found = difference(results["one"], results["one"])
    assert set(found["difference"]) == {0.0}
    assert found["first"] == found["second"]


def test_other_archives_share_a_grid_over_the_range_of_both(results):
    found = difference(results["one"], results["sliding"], ("deck_mana_sum", "dust"))
    assert [len(axis["edges"]) for axis in found["axes"]] == [31, 31]
    for axis in found["axes"]:
        seen = [results[name].evaluations[axis["name"]] for name in ("one", "sliding")]
        assert axis["edges"][0] == min(each.min() for each in seen)
        assert axis["edges"][-1] == max(each.max() for each in seen)


def test_runs_with_other_games_per_deck_are_compared_by_new_games_only(results, tmp_path):
    run = write_run(tmp_path / "noisy", seed=5, gain=8.0, search__n_games=3)
    with pytest.raises(StoreError, match=r"settings of search.*new games"):
        difference(results["one"], read_results(run.path))
    for name in ("one", "noisy"):
        each = read_results(tmp_path / name)
        write_fresh(each.run, each.archive.elites().ids)
    one, noisy = (read_results(tmp_path / name) for name in ("one", "noisy"))
    found = difference(one, noisy)
    assert found["by_new_games"] == ["search"]
    again = dict(zip(noisy.fresh["evaluation"], noisy.fresh["objective"], strict=True))
    shown = [
        each for each in zip(found["second"], found["second_objective"], strict=True) if each[0]
    ]
    assert shown
    assert all(again[number] == objective for number, objective in shown)


def test_measures_that_not_both_have_are_named(results):
    with pytest.raises(StoreError, match="luck: no measure"):
        difference(results["one"], results["two"], ("luck", "dust"))
