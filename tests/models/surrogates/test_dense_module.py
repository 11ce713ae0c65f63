import numpy as np

from models.surrogates.dense_module import FullyConnected


def test_first_weights_are_uniform_within_their_limits():
    module = FullyConnected((180, 128, 32, 16, 3), np.random.default_rng(0))
    for inputs, weights, biases in zip(
        (180, 128, 32, 16), module.weights, module.biases, strict=True
    ):
        for part, fan_in in ((weights, inputs), (biases, len(biases))):
            values = part.detach().numpy() / np.sqrt(3 / fan_in)
            assert 0.5 < np.abs(values).max() <= 1
            if values.size > 1000:
                assert np.abs(values).max() > 0.99
                np.testing.assert_allclose(values.var(), 1 / 3, rtol=0.1)


def test_there_are_as_many_parameters_as_published():
    module = FullyConnected((180, 128, 32, 16, 3), np.random.default_rng(0))
    shapes = [tuple(weights.shape) for weights in module.weights]
    assert shapes == [(180, 128), (128, 32), (32, 16), (16, 3)]
