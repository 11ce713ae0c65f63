from itertools import pairwise
from math import expm1

import numpy as np
import pytest

from models.surrogates.dense_kernel import elu, predict_into, scratch_size
from models.surrogates.predictor import Predictor
from tests.models.surrogates import naive


def random_layers(sizes, seed=0):
    rng = np.random.default_rng(seed)
    weights = [rng.normal(0, 0.3, (n, m)) for n, m in pairwise(sizes)]
    biases = [rng.normal(0, 0.3, m) for m in sizes[1:]]
    parts = [part.ravel() for layer in zip(weights, biases, strict=True) for part in layer]
    return weights, biases, np.array(sizes), np.concatenate(parts)


def predict(sizes, parameters, counts, room=None):
    """Predictions with room for so many decks at once; no more than needed by default."""
    scratch = np.zeros(scratch_size(sizes, room or len(counts)))
    predictions = np.zeros((len(counts), sizes[-1]))
    predict_into(Predictor(sizes, parameters, scratch), counts.astype(np.int8), predictions)
    return predictions


@pytest.mark.parametrize("sizes", [(12, 8, 5, 3), (12, 3), (12, 1), (4, 20, 2)])
def test_predictions_equal_the_naive_ones(sizes):
    weights, biases, *network = random_layers(sizes)
    counts = np.random.default_rng(1).integers(0, 3, (6, sizes[0]))
    expected = [naive.predict(weights, biases, row) for row in counts]
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
