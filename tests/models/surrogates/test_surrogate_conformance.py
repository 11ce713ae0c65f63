"""What every surrogate must do. A new kind joins by a line in `SURROGATES`."""

import numpy as np
import pytest
import torch

from models.surrogates.inference import predict
from models.surrogates.surrogate import Surrogate, SurrogateConfig

N_CARDS = 40
SURROGATES = {
    "mlp": SurrogateConfig(hidden=(16, 8)),
    "linear": SurrogateConfig(kind="linear"),
    "twelve targets": SurrogateConfig(
        hidden=(16,),
        targets=(
            "win_rate",
            "objective",
            "damage_done",
            "turns",
            "cards_drawn",
            "hand_size",
            "mana_spent",
            "mana_wasted",
            "deck_mana_sum",
            "deck_mana_variance",
            "n_minions",
            "n_spells",
        ),
    ),
}


@pytest.fixture(params=SURROGATES)
def config(request):
    return SURROGATES[request.param]


def decks(n, n_targets, seed=0):
    """Random decks and results that are linear in them, with some noise."""
    rng = np.random.default_rng(seed)
    effects = np.random.default_rng(99).normal(size=(N_CARDS, n_targets))
    counts = rng.integers(0, 3, (n, N_CARDS)).astype(np.int8)
    return counts, counts @ effects + 3 + rng.normal(0, 0.1, (n, n_targets))


def assert_same(a, b):
    assert a.state().keys() == b.state().keys()
    for name, array in a.state().items():
        np.testing.assert_array_equal(array, b.state()[name], err_msg=name)


def test_shapes(config):
    counts, targets = decks(50, len(config.targets))
    surrogate = Surrogate(config, N_CARDS, seed=1)
    report = surrogate.fit(counts, targets, seed=2)
    assert surrogate.predict(counts).shape == targets.shape
    assert report.losses.shape == report.holdout_losses.shape == (20,)
    assert report.train_mse.shape == report.holdout_mse.shape == (len(config.targets),)
    assert (report.n_train, report.n_holdout, report.n_steps) == (45, 5, 20)


def test_learns(config):
    counts, targets = decks(2000, len(config.targets))
    surrogate = Surrogate(config, N_CARDS, seed=1)
    first = surrogate.fit(counts, targets, seed=2)
    last = [surrogate.fit(counts, targets, seed=seed) for seed in (3, 4, 5)][-1]
    assert last.losses[-1] < first.losses[0] / 4
    newest = surrogate.predict(counts[1800:]) - targets[1800:]
    np.testing.assert_allclose((newest**2).mean(0), last.holdout_mse, rtol=1e-3)
    np.testing.assert_allclose(last.holdout_losses[-1], last.holdout_mse.sum())
    explained = 1 - last.holdout_mse / targets[1800:].var(0)
    assert (explained > 0.5).all()


def test_the_seeds_decide_everything_whatever_the_threads(config):
    counts, targets = decks(300, len(config.targets))
    before = torch.get_num_threads()
    surrogates = []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        surrogates.append(Surrogate(config, N_CARDS, seed=np.random.SeedSequence([1, 2])))
        surrogates[-1].fit(counts, targets, seed=np.random.SeedSequence([1, 3]))
    torch.set_num_threads(before)
    assert_same(*surrogates)
    other = Surrogate(config, N_CARDS, seed=np.random.SeedSequence([1, 2]))
    other.fit(counts, targets, seed=4)
    assert (other.predict(counts) != surrogates[0].predict(counts)).any()


def test_a_saved_surrogate_predicts_and_learns_on_as_if_nothing_had_happened(config, tmp_path):
    counts, targets = decks(300, len(config.targets))
    surrogate = Surrogate(config, N_CARDS, seed=1)
    for fits in range(2):
        surrogate.save(tmp_path / "surrogate.npz")
        loaded = Surrogate.load(tmp_path / "surrogate.npz")
        assert loaded.config == config
        assert_same(surrogate, loaded)
        reports = [one.fit(counts, targets, seed=fits) for one in (surrogate, loaded)]
        np.testing.assert_array_equal(reports[0].losses, reports[1].losses)
        assert_same(surrogate, loaded)
    np.testing.assert_array_equal(surrogate.predict(counts), loaded.predict(counts))
    assert [path.name for path in tmp_path.iterdir()] == ["surrogate.npz"]


def test_fits_are_warm(config):
    counts, targets = decks(500, len(config.targets))
    surrogate = Surrogate(config, N_CARDS, seed=1)
    first = surrogate.fit(counts, targets, seed=2)
    second = surrogate.fit(counts, targets, seed=3)
    assert second.losses[0] < first.losses[0] / 2
    assert second.n_steps == 2 * first.n_steps == 2 * 20 * 8


def test_compiled_inference_agrees_with_torch(config):
    counts, targets = decks(300, len(config.targets))
    surrogate = Surrogate(config, N_CARDS, seed=1)
    surrogate.fit(counts, targets, seed=2)
    difference = predict(surrogate.network(), counts) - surrogate.predict(counts)
    assert np.abs(difference).max() < 1e-4


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
    surrogate = Surrogate(config, N_CARDS, seed=1)
    with pytest.raises(ValueError, match=message):
        surrogate.fit(**data, seed=2)
    assert_same(surrogate, Surrogate(config, N_CARDS, seed=1))


def test_a_damaged_file_is_named(config, tmp_path):
    path = tmp_path / "surrogate.npz"
    Surrogate(config, N_CARDS, seed=1).save(path)
    path.write_bytes(path.read_bytes()[:500])
    with pytest.raises(ValueError, match=r"surrogate.npz: not a surrogate's saved state"):
        Surrogate.load(path)
