"""Archives as maps: the run's own measures, others, three of them, the time; two on one map."""

import numpy as np
import pytest

from models.problems.experiment import Emulator
from tasks.reports.cells import N_CELLS, as_columns, cells, difference, facts_of, measures_of, steps
from tasks.reports.results import read_results
from tasks.storage.files import StoreError
from tests.tasks.synthetic import write_fresh, write_run

SLIDING = {"kind": "sliding", "measures": ["deck_mana_sum", "dust"]}
SLIDING |= {"budget": 70, "remap_every": 10}
CUBES = {"kind": "grid", "measures": ["turns", "hand_size", "dust"]}
CUBES |= {"shape": [4, 4, 4], "ranges": [[5, 15], [1, 7], [0, 4000]]}
LINE = {"kind": "grid", "measures": ["turns"], "shape": [6], "ranges": [[5, 15]]}


def results_of(folder, **changes):
    write_run(folder / "run", seed=2, algorithm="map-elites", proposals="mutation", **changes)
    return read_results(folder / "run")


def test_a_map_has_the_elites_in_their_cells(tmp_path):
    results = results_of(tmp_path)
    found, archive = cells(results), results.archive.elites()
    assert found.elites["evaluation"].to_list() == archive.ids.tolist()
    flat = np.ravel_multi_index(tuple(found.places.T), results.archive.shape)
    assert flat.tolist() == archive.cells.tolist()
    assert [axis.name for axis in found.axes] == ["turns", "hand_size"]


@pytest.mark.parametrize("archive", [None, SLIDING])
def test_the_ticks_of_a_map_are_round_and_at_their_places(archive, tmp_path):
    results = results_of(tmp_path, **({} if archive is None else {"archive": archive}))
    for axis in as_columns(results, cells(results))["axes"]:
        places, values = zip(*axis["ticks"], strict=True)
        edges = axis["edges"]
        assert 2 <= len(values) <= 12
        assert np.allclose(np.interp(places, range(len(edges)), edges), values)
        assert all(float(f"{value:.2g}") == value for value in values)
        assert min(np.diff(places)) >= (len(edges) - 1) / 12
    if archive is None:
        assert values == (2, 4, 6, 8)


def test_earlier_archives_grow_into_the_last_one(tmp_path):
    results = results_of(tmp_path)
    sizes = [cells(results, n=n).elites.height for n in (1, 20, 70)]
    assert sizes[0] == 1
    assert sizes == sorted(sizes)
    assert cells(results, n=20).elites["evaluation"].max() < 20
    assert steps(results) == [70]


def test_sliding_cells_have_the_boundaries_of_their_time(tmp_path):
    results = results_of(tmp_path, archive=SLIDING)
    early, late = cells(results, n=10), cells(results)
    assert len(early.axes[0].edges) < len(late.axes[0].edges)
    for axis, place in zip(late.axes, late.places.T, strict=True):
        values = late.elites[axis.name].to_numpy()
        assert (values >= axis.edges[place]).all()
        assert (values <= axis.edges[place + 1]).all()


def test_of_a_third_measure_the_map_shows_the_best(tmp_path):
    results = results_of(tmp_path, archive=CUBES)
    found, archive = cells(results), results.archive.elites()
    places = [tuple(place) for place in found.places.tolist()]
    assert len(set(places)) == len(places) < len(archive.ids)
    x, y, _ = np.unravel_index(archive.cells, results.archive.shape)
    for place, objective in zip(places, found.elites["objective"], strict=True):
        assert objective == archive.objectives[(x == place[0]) & (y == place[1])].max()


def test_one_measure_makes_one_row(tmp_path):
    found = cells(results_of(tmp_path, archive=LINE))
    assert found.axes[1].name == ""
    assert set(found.places[:, 1]) == {0}


def test_other_measures_show_the_best_deck_of_each_cell(tmp_path):
    results = results_of(tmp_path)
    found = cells(results, ("dust", "win_rate"))
    assert [len(axis.edges) for axis in found.axes] == [N_CELLS + 1] * 2
    assert found.elites["objective"].max() == results.evaluations["objective"].max()
    assert found.elites.height > 40
    early = cells(results, ("dust", "win_rate"), 10)
    assert (early.axes[0].edges == found.axes[0].edges).all()


@pytest.mark.parametrize(
    ("measures", "n", "words"),
    [(("luck", "dust"), None, "use one of turns"), ((), 71, "1 to 70"), ((), 0, "1 to 70")],
)
def test_what_is_not_there_is_named(tmp_path, measures, n, words):
    with pytest.raises(StoreError, match=words):
        cells(results_of(tmp_path), measures, n)


def test_columns_are_json_values_with_new_games_beside(tmp_path):
    results = results_of(tmp_path)
    assert not any(as_columns(results, cells(results))["values"].get("fresh_objective", []))
    write_fresh(results.run, results.archive.elites().ids)
    again = read_results(tmp_path / "run")
    values = as_columns(again, cells(again))["values"]
    lost = np.subtract(values["objective"], values["fresh_objective"])
    np.testing.assert_allclose(lost, 2, atol=1e-3)


def test_facts_list_the_archives_measures_first(tmp_path):
    results = results_of(tmp_path)
    facts = facts_of(results)
    assert facts["measures"] == measures_of(results)
    assert facts["measures"][: facts["own"]] == ["turns", "hand_size"]
    assert len(facts["cards"]) == len(results.pool)


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
    pairs = zip(found["second"], found["second_objective"], strict=True)
    shown = [each for each in pairs if each[0]]
    assert shown
    assert all(again[number] == objective for number, objective in shown)


def test_measures_that_not_both_have_are_named(results):
    with pytest.raises(StoreError, match="luck: no measure"):
        difference(results["one"], results["two"], ("luck", "dust"))


def test_emulated_results_are_not_compared_with_games(results, tmp_path):
    emulator = Emulator(file="emulator.npz", digest="any")
    run = write_run(tmp_path / "emulated", seed=5, emulator=emulator)
    with pytest.raises(StoreError, match="not the same emulator, or one of them has played games"):
        difference(results["one"], read_results(run.path))
