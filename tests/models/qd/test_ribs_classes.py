"""Our archives as pyribs', and CMA-ES against the textbook, step by step."""

from copy import deepcopy

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from ribs.archives import ArchiveDataFrame
from ribs.archives import GridArchive as RibsGrid
from ribs.emitters import EvolutionStrategyEmitter, GaussianEmitter
from ribs.schedulers import Scheduler
from ribs.visualize import (
    archive_ecdf,
    archive_histogram,
    grid_archive_heatmap,
    parallel_axes_plot,
    sliding_boundaries_archive_heatmap,
)

from models.qd.archive import Archive, GridArchive, GridConfig
from models.qd.ribs_classes import Cma
from models.qd.sliding import GrowingGridConfig, SlidingConfig
from tasks.reports.results import read_results
from tests.models.qd.naive import TextbookCma
from tests.tasks.synthetic import write_run

DIM = 4
FINITE = st.floats(-1e6, 1e6, allow_subnormal=False)


def filled(archive: Archive, n: int = 300, seed: int = 0, step: float = 0.0) -> Archive:
    """The archive with random solutions; measures in multiples of `step`, if given."""
    rng = np.random.default_rng(seed)
    measures = rng.uniform(-2, 12, (n, len(archive.shape)))
    if step:
        measures = np.round(measures / step) * step
    solutions = rng.integers(0, 3, (n, archive.solution_dim)).astype(np.int8)
    archive.add(solutions, np.round(rng.normal(0, 8, n), 1), measures, np.arange(n))
    return archive


@st.composite
def archives(draw) -> Archive:
    """Random archives of all kinds, of one to three measures, empty ones included."""
    n_measures = draw(st.integers(1, 3))
    kind = draw(st.sampled_from(["grid", "sliding", "growing-grid"]))
    lows = [draw(st.floats(-5, 5)) for _ in range(n_measures)]
    ranges = tuple((low, low + draw(st.floats(0.01, 20))) for low in lows)
    if kind == "grid":
        shape = tuple(draw(st.integers(1, 12)) for _ in range(n_measures))
        archive = GridArchive(shape, ranges, DIM)
    else:
        first, more, budget = (draw(st.integers(a, b)) for a, b in ((1, 4), (0, 6), (1, 300)))
        about = {"measures": ("a", "b", "c")[:n_measures], "budget": budget}
        about |= {"first_size": first, "last_size": first + more}
        if kind == "sliding":
            archive = SlidingConfig(**about, remap_every=draw(st.integers(1, 90))).build(DIM)
        else:
            archive = GrowingGridConfig(**about, ranges=ranges).build(DIM)
    n = draw(st.integers(1 if kind == "sliding" else 0, 200))
    return filled(archive, n, draw(st.integers(0, 99)), draw(st.sampled_from([0.0, 0.5, 3.0])))


@settings(max_examples=150, deadline=None)
@given(archive=archives(), values=st.lists(FINITE, min_size=3, max_size=30))
def test_every_elite_is_in_its_own_cell(archive, values):
    ribs, elites = archive.to_ribs(), archive.elites()
    assert isinstance(ribs, RibsGrid)
    assert tuple(ribs.dims) == archive.shape
    assert len(ribs) == ribs.stats.num_elites == archive.n_elites
    assert ribs.stats.coverage == archive.coverage
    assert ribs.stats.qd_score == pytest.approx(60 * archive.qd_score())
    data, order = ribs.data(), np.argsort(elites.cells)
    np.testing.assert_array_equal(data["index"], elites.cells[order])
    np.testing.assert_array_equal(data["objective"], elites.objectives[order])
    np.testing.assert_array_equal(data["measures"], elites.measures[order])
    np.testing.assert_array_equal(data["solution"], elites.solutions[order])
    n_measures = len(archive.shape)
    anywhere = np.resize(values, (len(values) // n_measures, n_measures))
    edges = np.array([np.resize(axis, 40) for axis in ribs.boundaries]).T
    for measures in (anywhere, edges):
        np.testing.assert_array_equal(ribs.index_of(measures), archive.index_of(measures))


@settings(max_examples=100, deadline=None)
@given(archive=archives(), shares=st.lists(st.floats(0.01, 0.99), min_size=3, max_size=12))
def test_a_cell_lies_between_its_edges(archive, shares):
    for axis, (edges, n) in enumerate(zip(archive.edges(), archive.shape, strict=True)):
        assert edges.shape == (n + 1,)
        assert (np.diff(edges) >= 0).all()
        within = np.array([edges[:-1] + share * np.diff(edges) for share in shares])
        # Where cells are (high - low + 1) / n wide, all from `high` on is in the last one.
        reached = archive.ranges[axis][1] if isinstance(archive, GridArchive) else np.inf
        wide = (np.diff(edges) > 1e-6) & (within < reached)
        measures = np.zeros((within.size, len(archive.shape)))
        measures[:, axis] = within.ravel()
        places = np.unravel_index(archive.index_of(measures), archive.shape)[axis]
        expected = np.tile(np.arange(n), len(shares))
        np.testing.assert_array_equal(places[wide.ravel()], expected[wide.ravel()])


def test_all_measures_seen_lie_between_the_outer_edges():
    archive = filled(SlidingConfig(remap_every=250).build(DIM), 320)
    elites = archive.elites()
    for axis, edges in enumerate(archive.edges()):
        assert edges[0] <= elites.measures[:, axis].min()
        assert elites.measures[:, axis].max() <= edges[-1]


def test_what_is_added_later_falls_into_our_cells():
    archive = filled(GridArchive((12, 9), ((0, 10), (0, 10)), DIM), 100)
    ribs = archive.to_ribs()
    rng = np.random.default_rng(5)
    solutions = rng.integers(0, 3, (500, DIM)).astype(np.int8)
    objectives, measures = rng.normal(0, 9, 500), rng.uniform(-2, 12, (500, 2))
    ribs.add(solutions, objectives, measures)
    archive.add(solutions, objectives, measures, np.arange(500))
    ours = dict(zip(archive.elites().cells, archive.elites().objectives, strict=True))
    theirs = dict(zip(ribs.data("index"), ribs.data("objective"), strict=True))
    assert theirs == ours


def test_the_conversion_leaves_our_archive_as_it_is():
    archive = filled(SlidingConfig(remap_every=7).build(DIM), 50)
    before = deepcopy(archive.arrays)._asdict()
    archive.to_ribs().add(np.zeros((1, DIM)), [99.0], [[5.0, 5.0]])
    for name, array in archive.arrays._asdict().items():
        np.testing.assert_array_equal(array, before[name], err_msg=name)


def test_cells_do_not_change():
    with pytest.raises(ValueError, match="cannot change"):
        filled(GridConfig().build(DIM)).to_ribs().retessellate([3, 3])


def test_measures_that_are_not_finite_are_refused():
    ribs = filled(SlidingConfig().build(DIM)).to_ribs()
    with pytest.raises(ValueError, match="measures of row 0 are not finite"):
        ribs.index_of([[np.nan, 1.0]])


def test_an_empty_sliding_archive_has_no_cells_yet():
    with pytest.raises(ValueError, match="add at least one solution first"):
        SlidingConfig().build(DIM).to_ribs()
    assert SlidingConfig().build(DIM).to_pandas().empty


@settings(max_examples=50, deadline=None)
@given(archive=archives())
def test_the_table_is_the_elites(archive):
    table, elites = archive.to_pandas(), archive.elites()
    assert isinstance(table, ArchiveDataFrame)
    assert len(table) == archive.n_elites
    columns = [f"solution_{i}" for i in range(DIM)] + ["objective"]
    columns += [f"measures_{i}" for i in range(len(archive.shape))]
    assert list(table) == [*columns, "index", "evaluation", "visits"]
    fields = ("solution", "objective", "measures", "index", "evaluation", "visits")
    parts = ("solutions", "objectives", "measures", "cells", "ids", "visits")
    for field, part in zip(fields, parts, strict=True):
        np.testing.assert_array_equal(table.get_field(field), getattr(elites, part))


def test_the_table_survives_a_csv_file_and_fills_an_equal_archive(tmp_path):
    archive = filled(GridArchive((12, 9), ((0, 10), (0, 10)), DIM))
    archive.to_pandas().to_csv(tmp_path / "elites.csv", index=False)
    table = ArchiveDataFrame(pd.read_csv(tmp_path / "elites.csv"))
    again = archive.emptied()
    fields = ("solution", "objective", "measures", "evaluation")
    again.add(*map(table.get_field, fields))
    for name in ("cells", "solutions", "objectives", "measures", "ids"):
        expected = getattr(archive.elites(), name)
        np.testing.assert_array_equal(getattr(again.elites(), name), expected, err_msg=name)


SHOWN = {
    "grid": lambda: GridArchive((12, 9), ((0, 10), (0, 10)), DIM),
    "sliding": lambda: SlidingConfig(budget=200, remap_every=40).build(DIM),
    "growing-grid": lambda: GrowingGridConfig(ranges=((0, 10), (0, 10)), budget=200).build(DIM),
}


@pytest.mark.parametrize("kind", SHOWN)
def test_the_heat_map_shows_each_elite_in_its_cell(kind):
    archive = filled(SHOWN[kind]())
    figure, axes = plt.subplots()
    grid_archive_heatmap(archive.to_ribs(), ax=axes)
    shown = axes.collections[0].get_array().T
    expected = np.full(archive.shape, np.nan).ravel()
    expected[archive.elites().cells] = archive.elites().objectives
    np.testing.assert_array_equal(np.ma.filled(shown, np.nan), expected.reshape(archive.shape))
    drawn = axes.collections[0].get_coordinates()
    np.testing.assert_array_equal(drawn[0, :, 0], archive.edges()[0])
    np.testing.assert_array_equal(drawn[:, 0, 1], archive.edges()[1])
    plt.close(figure)


@pytest.mark.parametrize("kind", SHOWN)
@pytest.mark.parametrize(
    "plot",
    [archive_ecdf, archive_histogram, parallel_axes_plot, sliding_boundaries_archive_heatmap],
)
def test_it_opens_in_the_other_plots(kind, plot):
    figure, axes = plt.subplots()
    plot(filled(SHOWN[kind]()).to_ribs(), ax=axes)
    figure.canvas.draw()
    plt.close(figure)


def test_an_archive_of_one_measure_has_a_heat_map():
    figure, axes = plt.subplots()
    archive = filled(GridArchive((9,), ((0, 10),), DIM))
    grid_archive_heatmap(archive.to_ribs(), ax=axes)
    shown = np.ma.filled(axes.collections[0].get_array()[0], np.nan)
    elites = archive.elites()
    np.testing.assert_array_equal(shown[elites.cells], elites.objectives)
    plt.close(figure)


def test_the_archive_of_a_run_becomes_a_ribs_archive(tmp_path):
    archive = read_results(write_run(tmp_path / "run").path).archive
    ribs = archive.to_ribs()
    assert ribs.dims.tolist() == [40, 40]
    assert ribs.solution_dim == 180
    assert sorted(ribs.data("index")) == sorted(archive.elites().cells)
    assert (ribs.data("solution").sum(axis=1) == 30).all()


def test_emitters_start_from_its_elites_and_the_seed_picks_the_same_ones():
    def asked(seed):
        ribs = filled(GridArchive((12, 9), ((0, 10), (0, 10)), DIM)).to_ribs(seed)
        emitters = [
            GaussianEmitter(ribs, sigma=1e-9, x0=np.zeros(DIM), batch_size=20, seed=1),
            EvolutionStrategyEmitter(ribs, sigma0=0.5, x0=np.zeros(DIM), batch_size=8, seed=2),
        ]
        scheduler = Scheduler(ribs, emitters)
        solutions = scheduler.ask()
        before = ribs.stats.num_elites
        scheduler.tell(np.full(28, 50.0), np.tile([[3.0, 3.0]], (28, 1)))
        assert ribs.stats.num_elites == before
        assert ribs.stats.obj_max == 50
        return solutions

    elites = {tuple(row) for row in filled(SHOWN["grid"]()).elites().solutions.tolist()}
    assert {tuple(row) for row in np.round(asked(3)[:20]).tolist()} <= elites
    np.testing.assert_array_equal(asked(3), asked(3))
    assert (asked(3) != asked(4)).any()


def test_an_archive_without_solutions_converts():
    """As of a player's training, whose networks are stored elsewhere."""
    archive = GridConfig(shape=(5, 5)).build(0)
    archive.add(np.zeros((2, 0), np.int8), [1.0, 2.0], [[6.0, 2.0], [9.0, 5.0]], [0, 1])
    assert archive.to_ribs().stats.num_elites == 2
    assert next(iter(archive.to_pandas())) == "objective"


N = 6
SCALES = np.logspace(0, 2, N)


def ellipsoid(solutions: np.ndarray) -> np.ndarray:
    return ((solutions * SCALES) ** 2).sum(axis=1)


def strategy(sigma: float = 0.5, seed: int = 1, batch_size: int = 12) -> Cma:
    made = Cma(sigma0=sigma, solution_dim=N, batch_size=batch_size, seed=seed)
    made.reset(np.ones(N))
    return made


@pytest.mark.parametrize("sigma", [0.01, 30.0])
def test_every_generation_changes_it_as_the_textbook_says(sigma):
    """A small step size at the start makes the path long, so that it is stopped for a while."""
    ours, naive, rng = strategy(sigma), TextbookCma(np.ones(N), sigma), np.random.default_rng(2)
    ours.lazy_gap_evals = 0
    for _ in range(40):
        order = np.argsort(ellipsoid(solutions := ours.ask()))
        n_parents = int(rng.integers(1, 7))
        naive.learn(solutions[order[:n_parents]])
        ours.tell(order, np.zeros(12), n_parents)
        assert ours.mean == pytest.approx(naive.mean)
        assert ours.sigma == pytest.approx(naive.sigma)
        assert ours.cov.cov == pytest.approx(naive.cov)


def test_samples_have_the_covariance():
    ours = strategy(0.3, batch_size=20_000)
    ours.cov.cov = np.diag(SCALES)
    ours.current_eval = 10**9
    samples = ours.ask()
    assert samples.mean(axis=0) == pytest.approx(np.ones(N), abs=0.1)
    assert np.cov(samples.T).diagonal() == pytest.approx(0.09 * SCALES, rel=0.05)


def test_it_solves_an_ill_conditioned_problem():
    ours = strategy()
    for _ in range(200):
        order = np.argsort(ellipsoid(ours.ask()))
        ours.tell(order, np.zeros(12), 6)
    assert ellipsoid(ours.mean[None])[0] < 1e-8


def test_without_parents_nothing_changes():
    ours = strategy()
    ours.ask()
    ours.tell(np.arange(12), np.zeros(12), 0)
    assert ours.mean.tolist() == [1] * N
    assert ours.sigma == 0.5
