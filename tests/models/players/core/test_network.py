"""The network against the published integers, NumPy, and its own exact way."""

import numpy as np
import pytest

from models.players.config import PlayerConfig
from models.players.core.network import network_score
from models.players.core.state import NEURONS, STRATEGY
from models.players.networks import set_networks

VECTORS = [
    ([30, 30, 0, 0, 12, 3, 5, 27, 25, 0, 0, 0, 0, 0, 0], 106120),
    ([22, 15, 1, 0, 14, 4, 4, 20, 19, 9, 3, 10, 4, 5, 0], 263125),
    ([12, 25, 1, 3, 14, 4, 4, 20, 19, 2, 9, 3, 11, 0, 6], 104099),
    ([8, 5, 0, 0, 6, 1, 2, 10, 9, 12, 6, 14, 7, 0, 0], 264629),
]


def new_neurons() -> np.record:
    return np.zeros(1, NEURONS)[0]


@pytest.mark.parametrize(("inputs", "expected"), VECTORS)
def test_the_network_gives_the_published_integers(inputs: list[int], expected: int):
    strategy = PlayerConfig().strategy("rogue-network", is_first=True)
    neurons = new_neurons()
    neurons["sight"]["values"][:15] = inputs
    assert network_score(strategy, neurons) == expected


def test_the_network_is_tanh_after_every_layer_and_truncates_towards_zero():
    rng = np.random.default_rng(3)
    for _ in range(50):
        weights = rng.normal(0, 0.3, 109)
        strategies = np.zeros(1, STRATEGY)
        set_networks(strategies, weights[None])
        strategy, neurons = strategies[0], new_neurons()
        neurons["sight"]["values"][:15] = rng.integers(0, 31, 15)
        first = np.tanh(
            neurons["sight"]["values"][:15] @ weights[:75].reshape(15, 5) + weights[99:104]
        )
        second = np.tanh(first @ weights[75:95].reshape(5, 4) + weights[104:108])
        output = np.tanh(second @ weights[95:99] + weights[108])
        assert network_score(strategy, neurons) == int(1_000_000 * output)


def near_and_exact(weights: np.ndarray) -> np.ndarray:
    """The network twice; the second one always computes exactly."""
    strategies = np.zeros(2, STRATEGY)
    set_networks(strategies, np.array([weights, weights]))
    assert strategies["slack"][0] > 0
    strategies["slack"][1] = np.inf
    return strategies


@pytest.mark.parametrize("size", [0.01, 0.3, 3.0, 30.0])
def test_a_nearly_exact_output_never_changes_the_integer(size: float):
    rng, neurons, scores = np.random.default_rng(7), new_neurons(), set()
    for _ in range(40):
        near, exact = near_and_exact(rng.normal(0, size, 109))
        for _ in range(50):
            neurons["sight"]["values"][:15] = rng.integers(0, 31, 15)
            score = network_score(near, neurons)
            assert score == network_score(exact, neurons)
            scores.add(score)
    assert len(scores) > 10


def test_outputs_next_to_an_integer_are_computed_exactly():
    neurons = new_neurons()
    for third in range(1, 400):
        weights = np.zeros(109)
        weights[108] = np.arctanh(third / 1_000_000)  # the last bias: an output at an integer
        near, exact = near_and_exact(weights)
        assert network_score(near, neurons) == network_score(exact, neurons) in (third - 1, third)
