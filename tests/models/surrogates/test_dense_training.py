import numpy as np
import torch

from models.surrogates.dense import DenseConfig
from models.surrogates.dense_training import one_thread
from tests.models.surrogates import naive


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
    weights, biases = naive.fit_linear(
        before["value/weights.0"], before["value/biases.0"], counts, targets, 0.01, 32, orders
    )
    after = surrogate.state()
    np.testing.assert_allclose(after["value/weights.0"], weights, atol=1e-5)
    np.testing.assert_allclose(after["value/biases.0"], biases, atol=1e-5)


def test_the_number_of_threads_is_one_inside_and_as_before_outside():
    before = torch.get_num_threads()
    torch.set_num_threads(2)
    try:
        with one_thread():
            assert torch.get_num_threads() == 1
        assert torch.get_num_threads() == 2
    finally:
        torch.set_num_threads(before)
