"""Dense networks and their compiled forward pass."""

from itertools import pairwise
from math import expm1

import numpy as np
import pytest
import torch
from pydantic import ValidationError

from engine.pools import card_lists
from models.surrogates.dense import Adam, DenseConfig, FullyConnected, elu, one_thread, predict_into
from models.surrogates.surrogate import Predictor


def naive_predict(weights, biases, counts):
    """One row through the network, number by number."""
    values = [float(count) for count in counts]
    for layer, (matrix, bias) in enumerate(zip(weights, biases, strict=True)):
        sums = list(bias)
        for j in range(len(bias)):
            for i, value in enumerate(values):
                sums[j] += value * matrix[i][j]
        is_last = layer == len(weights) - 1
        values = sums if is_last else [x if x > 0 else expm1(x) for x in sums]
    return values


class NaiveAdam:
    """Adam for one array, as Kingma and Ba 2015 write it."""

    def __init__(self, learning_rate):
        self.learning_rate, self.steps, self.mean, self.square = learning_rate, 0, 0.0, 0.0

    def step(self, value, gradient):
        self.steps += 1
        self.mean = 0.9 * self.mean + 0.1 * gradient
        self.square = 0.999 * self.square + 0.001 * gradient**2
        mean = self.mean / (1 - 0.9**self.steps)
        square = self.square / (1 - 0.999**self.steps)
        return value - self.learning_rate * mean / (np.sqrt(square) + 1e-8)


def fit_linear(weights, biases, counts, targets, learning_rate, batch_size, orders):
    """Fits a linear model without input noise, one pass over the rows per order."""
    of_weights, of_biases = NaiveAdam(learning_rate), NaiveAdam(learning_rate)
    for order in orders:
        for start in range(0, len(order), batch_size):
            rows = order[start : start + batch_size]
            error = counts[rows] @ weights + biases - targets[rows]
            weights = of_weights.step(weights, 2 * counts[rows].T @ error / len(rows))
            biases = of_biases.step(biases, 2 * error.sum(0) / len(rows))
    return weights, biases


def test_defaults_are_the_papers():
    config = DenseConfig()
    assert config.sizes(180) == (180, 128, 32, 16, 3)
    assert config.but(kind="linear").sizes(180) == (180, 3)
    assert config.targets == ("objective", "turns", "hand_size")


@pytest.mark.parametrize(
    "change",
    [
        {"epochs": 0},
        {"learning_rate": -0.1},
        {"holdout": 1.0},
        {"targets": ()},
        {"targets": ("turns", "turns")},
        {"targets": ("fun",)},
        {"hidden": (128, 0)},
        {"kind": "forest"},
        {"epoch": 3},
    ],
)
def test_impossible_settings_are_rejected(change):
    with pytest.raises(ValidationError):
        DenseConfig(**change)


def test_a_single_deck_is_learned_and_held_out():
    surrogate = DenseConfig(hidden=(8,)).build(5, seed=1)
    report = surrogate.fit(np.ones((1, 5)), np.ones((1, 3)), seed=2)
    assert (report.n_train, report.n_holdout) == (1, 1)
    np.testing.assert_array_equal(report.train_mse, report.holdout_mse)


def test_as_many_steps_as_the_published_offline_model():
    surrogate = DenseConfig(kind="linear").build(2, seed=1)
    rng = np.random.default_rng(0)
    surrogate.fit(rng.integers(0, 3, (10_000, 2)), rng.normal(size=(10_000, 3)), seed=2)
    assert surrogate.n_steps == 2820


def test_training_that_diverges_says_so():
    surrogate = DenseConfig(kind="linear").build(2, seed=1)
    with pytest.raises(FloatingPointError, match="smaller learning_rate"):
        surrogate.fit(np.ones((10, 2)), np.full((10, 3), 1e30), seed=2)


def test_each_setting_of_the_training_has_an_effect():
    rng = np.random.default_rng(0)
    counts, targets = rng.integers(0, 3, (50, 6)), rng.normal(size=(50, 3))

    def losses(**change):
        config = DenseConfig(hidden=(4,), epochs=2).but(**change)
        return config.build(6, seed=1).fit(counts, targets, seed=2).losses.tolist()

    usual = losses()
    changes = {"kind": "linear", "hidden": (5,), "learning_rate": 0.02, "batch_size": 8}
    changes |= {"epochs": 3, "input_noise": 0.1, "holdout": 0.5}
    assert losses() == usual
    for name, value in changes.items():
        assert losses(**{name: value}) != usual, name


@pytest.mark.parametrize("config", [DenseConfig(hidden=(16, 8)), DenseConfig(kind="linear")])
def test_fits_are_warm(config):
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 3, (500, 40))
    targets = counts @ rng.normal(size=(40, 3)) + 3
    surrogate = config.build(40, seed=1)
    reports = [surrogate.fit(counts, targets, seed=seed) for seed in range(4)]
    assert reports[0].losses.shape == (20,)
    assert reports[1].losses[0] < reports[0].losses[0] / 2
    assert reports[3].losses[-1] < reports[0].losses[0] / 4
    assert surrogate.n_steps == 20 * 8 * 4


def test_other_seeds_learn_otherwise():
    rng = np.random.default_rng(0)
    counts, targets = rng.integers(0, 3, (50, 6)), rng.normal(size=(50, 3))

    def predictions(first, fit):
        surrogate = DenseConfig(hidden=(4,)).build(6, seed=first)
        surrogate.fit(counts, targets, seed=fit)
        return surrogate.predict(counts)

    assert (predictions(1, 2) == predictions(1, 2)).all()
    assert (predictions(1, 2) != predictions(1, 3)).any()
    assert (predictions(1, 2) != predictions(3, 2)).any()


def test_first_weights_are_as_many_as_published_and_uniform_within_their_limits():
    module = FullyConnected((180, 128, 32, 16, 3), np.random.default_rng(0))
    shapes = [tuple(weights.shape) for weights in module.weights]
    assert shapes == [(180, 128), (128, 32), (32, 16), (16, 3)]
    layers = zip((180, 128, 32, 16), module.weights, module.biases, strict=True)
    for inputs, weights, biases in layers:
        for part, fan_in in ((weights, inputs), (biases, len(biases))):
            values = part.detach().numpy() / np.sqrt(3 / fan_in)
            assert 0.5 < np.abs(values).max() <= 1
            if values.size > 1000:
                assert np.abs(values).max() > 0.99
                np.testing.assert_allclose(values.var(), 1 / 3, rtol=0.1)


def test_a_linear_fit_equals_the_naive_one_with_adam_written_out():
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 3, (100, 6))
    targets = rng.normal(size=(100, 2))
    config = DenseConfig(
        kind="linear", targets=("objective", "turns"), epochs=3, batch_size=32, input_noise=0
    )
    surrogate = config.build(6, seed=1)
    before = surrogate.state()
    surrogate.fit(counts, targets, seed=2)
    draws = np.random.default_rng(2)
    orders = []
    for _ in range(3):
        orders.append(draws.permutation(90))
        draws.standard_normal((90, 6), dtype=np.float32)
    weights, biases = fit_linear(
        before["value/weights.0"], before["value/biases.0"], counts, targets, 0.01, 32, orders
    )
    after = surrogate.state()
    np.testing.assert_allclose(after["value/weights.0"], weights, atol=1e-5)
    np.testing.assert_allclose(after["value/biases.0"], biases, atol=1e-5)


@pytest.mark.parametrize("sizes", [(180, 128, 32, 16, 3), (180, 3), (7, 1), (5, 1, 2)])
@pytest.mark.parametrize("n_rows", [64, 37, 1])
def test_gradients_and_steps_are_those_of_pytorch_to_the_last_bit(sizes, n_rows):
    rng = np.random.default_rng(0)
    ours, theirs = (FullyConnected(sizes, np.random.default_rng(1)) for _ in range(2))
    optimiser = torch.optim.Adam(theirs.parameters(), lr=0.02, fused=True)
    our_optimiser = Adam(ours.parameters(), 0.02)
    for _ in range(5):
        counts = torch.from_numpy(rng.integers(0, 3, (n_rows, sizes[0])).astype(np.float32))
        wanted = torch.from_numpy(rng.normal(size=(n_rows, sizes[-1])).astype(np.float32))
        optimiser.zero_grad()
        expected = (theirs(counts) - wanted).square().sum()
        (expected / n_rows).backward()
        error, gradients = ours.gradients(counts, wanted)
        assert error == expected.item()
        for gradient, parameter in zip(gradients, theirs.parameters(), strict=True):
            assert torch.equal(gradient, parameter.grad)
        optimiser.step()
        our_optimiser.step(gradients)
    for part, their_part in zip(ours.parameters(), theirs.parameters(), strict=True):
        assert torch.equal(part, their_part)


def test_the_number_of_threads_is_one_inside_and_as_before_outside():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        with one_thread():
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)


def random_layers(sizes, seed=0):
    rng = np.random.default_rng(seed)
    weights = [rng.normal(0, 0.3, (n, m)) for n, m in pairwise(sizes)]
    biases = [rng.normal(0, 0.3, m) for m in sizes[1:]]
    parts = [part.ravel() for layer in zip(weights, biases, strict=True) for part in layer]
    return weights, biases, np.array(sizes), np.concatenate(parts)


def predict(sizes, parameters, counts, room=None):
    """Predictions with room for so many decks at once; no more than needed by default."""
    scratch = np.zeros(2 * (room or len(counts)) * int(sizes[1:].max()))
    predictions = np.zeros((len(counts), sizes[-1]))
    predict_into(Predictor(sizes, parameters, scratch), card_lists(counts), predictions)
    return predictions


@pytest.mark.parametrize("sizes", [(12, 8, 5, 3), (12, 3), (12, 1), (4, 20, 2)])
def test_predictions_equal_the_naive_ones(sizes):
    weights, biases, *network = random_layers(sizes)
    counts = np.random.default_rng(1).integers(0, 3, (6, sizes[0]))
    expected = [naive_predict(weights, biases, row) for row in counts]
    np.testing.assert_allclose(predict(*network, counts), expected, atol=1e-10)


def test_elu_is_expm1_below_zero_and_nothing_above():
    values = np.concatenate([[0.0, -0.0, -1e-300, -1e9, 1e9], np.linspace(-50, 5, 10_000)])
    result = values[None].copy()
    elu(result, 1, values.size)
    expected = [x if x > 0 else expm1(x) for x in values]
    np.testing.assert_allclose(result[0], expected, rtol=0, atol=1e-11)


def test_a_row_does_not_depend_on_its_batch():
    _, _, *network = random_layers((180, 128, 32, 16, 3))
    counts = np.random.default_rng(2).integers(0, 3, (10, 180))
    alone = np.concatenate([predict(*network, row[None]) for row in counts])
    np.testing.assert_array_equal(predict(*network, counts), alone)
    np.testing.assert_array_equal(predict(*network, counts, room=50), alone)


@pytest.mark.parametrize("batch_size", [1, 7, 10])
def test_the_arrays_of_a_predictor_begin_at_a_cache_line(batch_size):
    predictor = DenseConfig().build(180, seed=1).predictor(batch_size)
    assert [part.ctypes.data % 64 for part in predictor[1:]] == [0, 0]
