import numpy as np
import pytest
import torch

from models.surrogates.surrogate import Surrogate, SurrogateConfig
from models.surrogates.training import one_thread, split
from tests.models.surrogates import naive


@pytest.mark.parametrize(
    ("n_rows", "n_train", "n_holdout"),
    [(1, 1, 1), (2, 1, 1), (9, 8, 1), (10, 9, 1), (19, 17, 2), (100, 90, 10), (10_001, 9000, 1001)],
)
def test_the_newest_tenth_is_held_out(n_rows, n_train, n_holdout):
    learned, held_out = split(n_rows, 0.1)
    rows = np.arange(n_rows)
    assert (len(rows[learned]), len(rows[held_out])) == (n_train, n_holdout)
    assert rows[learned][0] == 0
    assert rows[held_out][-1] == n_rows - 1


def test_nothing_held_out_means_all_rows_are_both():
    assert split(10, 0.0) == (slice(0, 10), slice(0, 10))


def test_a_linear_fit_equals_the_naive_one_with_adam_written_out():
    rng = np.random.default_rng(0)
    counts = rng.integers(0, 3, (100, 6))
    targets = rng.normal(size=(100, 2))
    config = SurrogateConfig(
        kind="linear", targets=("objective", "turns"), epochs=3, batch_size=32, input_noise=0
    )
    surrogate = Surrogate(config, 6, seed=1)
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
