from itertools import pairwise
from math import expm1

import numpy as np
import pytest

from models.surrogates.inference import Network, elu, predict
from tests.models.surrogates import naive


def random_layers(sizes, seed=0):
    rng = np.random.default_rng(seed)
    weights = [rng.normal(0, 0.3, (n, m)) for n, m in pairwise(sizes)]
    biases = [rng.normal(0, 0.3, m) for m in sizes[1:]]
    parts = [part.ravel() for layer in zip(weights, biases, strict=True) for part in layer]
    return weights, biases, Network(np.array(sizes), np.concatenate(parts))


@pytest.mark.parametrize("sizes", [(12, 8, 5, 3), (12, 3), (12, 1), (4, 20, 2)])
def test_predictions_equal_the_naive_ones(sizes):
    weights, biases, network = random_layers(sizes)
    counts = np.random.default_rng(1).integers(0, 3, (6, sizes[0]))
    expected = [naive.predict(weights, biases, row) for row in counts]
    np.testing.assert_allclose(predict(network, counts), expected, atol=1e-10)


def test_elu_is_expm1_below_zero_and_nothing_above():
    values = np.concatenate([[0.0, -0.0, -1e-300, -1e9, 1e9], np.linspace(-50, 5, 10_000)])
    result = values[None].copy()
    elu(result, 1, values.size)
    expected = [x if x > 0 else expm1(x) for x in values]
    np.testing.assert_allclose(result[0], expected, rtol=0, atol=1e-11)


def test_a_row_does_not_depend_on_its_batch():
    _, _, network = random_layers((180, 128, 32, 16, 3))
    counts = np.random.default_rng(2).integers(0, 3, (10, 180))
    alone = np.concatenate([predict(network, row[None]) for row in counts])
    np.testing.assert_array_equal(predict(network, counts), alone)


def test_a_wrong_number_of_cards_is_rejected():
    _, _, network = random_layers((12, 3))
    with pytest.raises(ValueError, match=r"expected counts of shape \(n, 12\), got \(2, 11\)"):
        predict(network, np.zeros((2, 11)))
