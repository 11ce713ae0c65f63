"""Requirements of every surrogate; `models.surrogates.kinds` lists them."""

import numpy as np
import pytest
import torch

from models.problems.algorithms import PAPER_TARGETS
from models.problems.inner_loop import InnerLoopConfig, fill_archive
from models.surrogates import kinds
from models.surrogates.dense import DenseConfig
from models.surrogates.kinds import KINDS, surrogate_from_state
from tests.models.surrogates.nearest import NearestConfig

N_CARDS = 40
#: Every kind with its defaults, one with all of the paper's targets, and one that is no network.
CONFIGS = {kind: config(kind=kind) for kind, config in KINDS.items()} | {
    "twelve targets": DenseConfig(hidden=(16,), targets=PAPER_TARGETS),
    "nearest": NearestConfig(),
}


@pytest.fixture(params=CONFIGS)
def config(request, monkeypatch):
    monkeypatch.setitem(kinds.KINDS, "nearest", NearestConfig)
    return CONFIGS[request.param]


def decks(n, n_targets, seed=0):
    """Random decks and results that are linear in them, with some noise."""
    rng = np.random.default_rng(seed)
    effects = np.random.default_rng(99).normal(size=(N_CARDS, n_targets))
    counts = rng.integers(0, 3, (n, N_CARDS)).astype(np.int8)
    return counts, counts @ effects + 3 + rng.normal(0, 0.1, (n, n_targets))


def fitted(config, n):
    """Decks, their results, and a surrogate that has learned them."""
    counts, targets = decks(n, len(config.targets))
    surrogate = config.build(N_CARDS, seed=1)
    surrogate.fit(counts, targets, seed=2)
    return counts, targets, surrogate


def assert_same(a, b):
    assert a.state().keys() == b.state().keys()
    for name, array in a.state().items():
        np.testing.assert_array_equal(array, b.state()[name], err_msg=name)


def test_shapes(config):
    counts, targets = decks(50, len(config.targets))
    surrogate = config.build(N_CARDS, seed=1)
    report = surrogate.fit(counts, targets, seed=2)
    assert surrogate.predict(counts).shape == targets.shape
    assert report.train_mse.shape == report.holdout_mse.shape == (len(config.targets),)
    assert (report.n_train, report.n_holdout) == (45, 5)


def test_learns_and_reports_how_well(config):
    counts, targets = decks(2000, len(config.targets))
    counts, targets = np.vstack([counts, counts[:200]]), np.vstack([targets, targets[:200]])
    surrogate = config.build(N_CARDS, seed=1)
    report = [surrogate.fit(counts, targets, seed=seed) for seed in range(4)][-1]
    newest = surrogate.predict(counts[1980:]) - targets[1980:]
    np.testing.assert_allclose((newest**2).mean(0), report.holdout_mse, rtol=1e-3)
    explained = 1 - report.holdout_mse / targets[1980:].var(0)
    assert (explained > 0.5).all()


def test_the_seeds_decide_everything_whatever_the_threads(config):
    counts, targets = decks(300, len(config.targets))
    before = torch.get_num_threads()
    surrogates = []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        surrogates.append(config.build(N_CARDS, seed=np.random.SeedSequence([1, 2])))
        surrogates[-1].fit(counts, targets, seed=np.random.SeedSequence([1, 3]))
    torch.set_num_threads(before)
    assert_same(*surrogates)


def test_from_its_state_it_predicts_and_learns_on_as_if_nothing_had_happened(config, tmp_path):
    counts, targets = decks(300, len(config.targets))
    surrogate = config.build(N_CARDS, seed=1)
    for fits in range(2):
        np.savez(tmp_path / "surrogate.npz", **surrogate.state())
        with np.load(tmp_path / "surrogate.npz", allow_pickle=False) as arrays:
            loaded = surrogate_from_state(dict(arrays))
        assert loaded.config == config
        assert_same(surrogate, loaded)
        reports = [one.fit(counts, targets, seed=fits) for one in (surrogate, loaded)]
        np.testing.assert_array_equal(reports[0].losses, reports[1].losses)
        assert_same(surrogate, loaded)
    np.testing.assert_array_equal(surrogate.predict(counts), loaded.predict(counts))


def test_a_state_is_a_copy(config):
    counts, targets, surrogate = fitted(config, 60)
    state = surrogate.state()
    copies = {name: array.copy() for name, array in state.items()}
    surrogate.fit(counts[::-1], targets, seed=2)
    for name, array in copies.items():
        np.testing.assert_array_equal(array, state[name], err_msg=name)


def test_compiled_predictions_agree_and_do_not_depend_on_the_batch(config):
    counts, _, surrogate = fitted(config, 300)
    compiled = surrogate.predict_compiled(counts)
    assert np.abs(compiled - surrogate.predict(counts)).max() < 1e-4
    alone = np.concatenate([surrogate.predict_compiled(row[None]) for row in counts])
    np.testing.assert_array_equal(compiled, alone)


def test_the_inner_loop_finds_decks_that_it_believes_in(config):
    _, _, surrogate = fitted(config, 300)
    max_copies = np.full(N_CARDS, 2, np.int8)
    small = InnerLoopConfig(generations=30, random_decks=25)
    elites = fill_archive(surrogate, max_copies, 5, small).elites()
    expected = surrogate.predict_compiled(elites.solutions)
    wanted = [config.targets.index(name) for name in ("objective", "turns", "hand_size")]
    found = np.column_stack([elites.objectives, elites.measures])
    np.testing.assert_array_equal(found, expected[:, wanted])


@pytest.mark.parametrize(
    ("n_rows", "change", "message"),
    [
        (0, {}, "expected targets of shape"),
        (3, {"targets": np.zeros((3, 99))}, "expected targets of shape"),
        (3, {"counts": np.zeros((3, 7))}, "expected counts of shape"),
        (3, {"targets": np.nan}, "targets of row 0 are not finite"),
    ],
)
def test_bad_data_is_rejected_before_anything_changes(config, n_rows, change, message):
    counts, targets = decks(n_rows, len(config.targets))
    data = {"counts": counts, "targets": targets} | change
    if np.ndim(data["targets"]) == 0:
        data["targets"] = np.full_like(targets, data["targets"])
    surrogate = config.build(N_CARDS, seed=1)
    with pytest.raises(ValueError, match=message):
        surrogate.fit(**data, seed=2)
    assert_same(surrogate, config.build(N_CARDS, seed=1))
    with pytest.raises(ValueError, match=r"expected counts of shape \(n, 40\), got \(2, 11\)"):
        surrogate.predict_compiled(np.zeros((2, 11)))


def test_a_state_that_is_not_whole_is_refused(config):
    _, _, surrogate = fitted(config, 60)
    state = surrogate.state()
    for name in state:
        with pytest.raises(ValueError, match=f"the surrogate's state lacks {name}"):
            surrogate_from_state({key: array for key, array in state.items() if key != name})
    unknown = state | {"config": np.array('{"kind": "forest"}')}
    with pytest.raises(ValueError, match="no kind of surrogate is called 'forest'"):
        surrogate_from_state(unknown)
