from hashlib import sha256

import numpy as np
import pytest
from ribs.archives import GridArchive as RibsGridArchive

from models.problems.inner_loop import InnerLoopConfig, fill_archive
from models.qd.archive import GridArchive, GridConfig
from models.qd.emitters import new_stream
from models.surrogates.dense import DenseConfig
from models.surrogates.kinds import surrogate_from_state
from tests.both_ways import other_way
from tests.models.qd import naive

LIMITS = naive.card_limits()
SMALL = InnerLoopConfig(generations=30, random_decks=25)


def surrogate_that_spreads(config=None, seed=0):
    """A surrogate fitted to decks whose cards have made-up effects of about the real size."""
    rng = np.random.default_rng(seed)
    effects = rng.normal(size=(180, 3)) * [1.2, 0.15, 0.15]
    counts = np.array([naive.random_deck(LIMITS, naive.Stream(new_stream(i))) for i in range(100)])
    results = (counts - counts.mean(0)) @ effects + [-2.4, 8.6, 3.7]
    surrogate = (config or DenseConfig()).build(180, seed=seed)
    surrogate.fit(counts, results, seed=seed)
    return surrogate


def search_with_ribs(surrogate, config, seed):
    """The same search as a plain loop over a pyribs archive; the elites' ids by cell, in order."""
    about = {"dims": (40, 40), "ranges": ((0, 40), (0, 40)), "extra_fields": {"id": ((), np.int64)}}
    archive = RibsGridArchive(solution_dim=180, solution_dtype=np.int8, **about)
    cells = {}  # from cell to its centre, in the order of first filling
    stream = naive.Stream(new_stream(seed))
    for start in range(0, config.generations * config.batch_size, config.batch_size):
        ids = np.arange(start, start + config.batch_size)
        decks = np.array(
            [next_deck(archive, list(cells.values()), i < config.random_decks, stream) for i in ids]
        )
        predictions = surrogate.predict_compiled(decks)
        centres = [np.array(naive.Grid().cell(row[1:])) + 0.5 for row in predictions]
        archive.add(decks, predictions[:, 0], centres, id=ids)
        cells |= {tuple(c): c for c in centres if tuple(c) not in cells}
    rows = archive.retrieve(list(cells.values()))[1]
    return [int(40 * (i - 0.5) + j - 0.5) for i, j in cells], rows


def next_deck(archive, centres, is_random, stream):
    if is_random or not centres:
        return naive.random_deck(LIMITS, stream)
    parent = archive.retrieve_single(centres[stream.below(len(centres))])[1]["solution"]
    return naive.mutated(parent, LIMITS, stream)


@pytest.mark.parametrize("config", [SMALL, InnerLoopConfig(generations=400)])
def test_the_archive_equals_that_of_a_plain_loop_with_ribs(config):
    surrogate = surrogate_that_spreads()
    elites = fill_archive(surrogate, LIMITS, 5, config).elites()
    cells, rows = search_with_ribs(surrogate, config, 5)
    assert elites.cells.tolist() == cells
    for ours, theirs in (("ids", "id"), ("solutions", "solution"), ("objectives", "objective")):
        np.testing.assert_array_equal(getattr(elites, ours), rows[theirs])
    assert len(cells) > 30
    assert elites.visits.sum() == config.generations * config.batch_size


def test_elites_hold_what_the_surrogate_predicts():
    surrogate = surrogate_that_spreads()
    elites = fill_archive(surrogate, LIMITS, 5, SMALL).elites()
    predictions = surrogate.predict(elites.solutions)
    found = np.column_stack([elites.objectives, elites.measures])
    assert np.abs(predictions - found).max() < 1e-4


def test_targets_may_stand_in_any_order():
    config = DenseConfig(hidden=(8,))
    surrogate = surrogate_that_spreads(config)
    turned = config.but(targets=("hand_size", "win_rate", "objective", "turns")).build(180, 0)
    state = turned.state()
    for part in ("weights", "biases"):
        state[f"value/{part}.0"] = surrogate.state()[f"value/{part}.0"]
        last = surrogate.state()[f"value/{part}.1"]
        state[f"value/{part}.1"] = last[..., [2, 0, 0, 1]]
    expected = fill_archive(surrogate, LIMITS, 5, SMALL).elites()
    elites = fill_archive(surrogate_from_state(state), LIMITS, 5, SMALL).elites()
    for ours, theirs in zip(elites, expected, strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_slices_change_nothing():
    surrogate = surrogate_that_spreads()
    sliced = fill_archive(surrogate, LIMITS, 5, SMALL, slice_generations=8)
    whole = fill_archive(surrogate, LIMITS, 5, SMALL)
    for ours, theirs in zip(sliced.elites(), whole.elites(), strict=True):
        np.testing.assert_array_equal(ours, theirs)


def test_a_search_can_go_on_in_the_archive_of_an_earlier_one():
    surrogate = surrogate_that_spreads()
    archive = fill_archive(surrogate, LIMITS, 5, SMALL)
    n_elites, best = archive.n_elites, archive.elites().objectives.max()
    assert fill_archive(surrogate, LIMITS, 6, SMALL, archive=archive) is archive
    assert archive.n_elites > n_elites
    assert archive.elites().objectives.max() >= best
    assert archive.elites().visits.sum() == 600


def test_seed_and_grid_have_an_effect():
    surrogate = surrogate_that_spreads()
    coarse = fill_archive(surrogate, LIMITS, 5, SMALL, GridConfig(shape=(4, 3)))
    assert coarse.n_elites <= 12
    first, second = (fill_archive(surrogate, LIMITS, seed, SMALL).elites() for seed in (5, 6))
    assert first.solutions.tobytes() != second.solutions.tobytes()


def test_impossible_searches_are_rejected():
    surrogate = surrogate_that_spreads()
    other = DenseConfig(targets=("objective", "turns")).build(180, 0)
    with pytest.raises(ValueError, match="does not predict hand_size"):
        fill_archive(other, LIMITS, 5, SMALL)
    with pytest.raises(ValueError, match="is for 180 cards, the pool has 100"):
        fill_archive(surrogate, LIMITS[:100], 5, SMALL)
    state = surrogate.state()
    state["value/biases.3"][0] = np.nan
    broken = surrogate_from_state(state)
    with pytest.raises(ValueError, match="weights that are not finite"):
        fill_archive(broken, LIMITS, 5, SMALL)


def outcome():
    """Digest of a small search with weights that do not depend on torch's arithmetic."""
    surrogate = DenseConfig(hidden=(8, 4)).build(180, seed=3)
    elites = fill_archive(surrogate, LIMITS, 5, SMALL).elites()
    return [sha256(b"".join(np.ascontiguousarray(part).tobytes() for part in elites)).hexdigest()]


def test_compiled_equals_interpreted():
    assert other_way("tests.models.problems.test_inner_loop", "outcome") == outcome()


def test_an_iteration_may_propose_some_of_the_elites():
    archive = GridArchive((4, 4), ((0.0, 1.0), (0.0, 1.0)), 1)
    rng = np.random.default_rng(1)
    archive.add(
        np.zeros((99, 1), np.int8), rng.normal(size=99), rng.uniform(size=(99, 2)), np.arange(99)
    )
    elites, seed = archive.elites(), np.random.SeedSequence(2)
    assert InnerLoopConfig().proposed(elites, seed) is elites
    few = InnerLoopConfig(most_proposals=3).proposed(elites, seed)
    assert len(few.ids) == 3
    places = [elites.ids.tolist().index(each) for each in few.ids]
    assert places == sorted(places)
    np.testing.assert_array_equal(few.objectives, elites.objectives[places])
    with pytest.raises(ValueError, match="set most_proposals null"):
        InnerLoopConfig(most_proposals=3, keep_archive=True)
