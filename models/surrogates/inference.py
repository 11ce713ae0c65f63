"""The compiled forward pass: float64, rows independent of each other, no reordering of sums.

So a row's prediction is the same bits in any batch, compiled or interpreted, on any processor. The
first layer skips cards that are not in the deck, about nine tenths of them.
"""

from typing import NamedTuple

import numba
import numpy as np
from numba import float64, int8, int64, void

from models.kernels import kernel_of

kernel = kernel_of(__file__)


class Network(NamedTuple):
    """A fully connected network with ELU on hidden layers.

    Attributes:
        sizes: (n_layers + 1,) int64: inputs, hidden units, outputs.
        parameters: (n_parameters,) float64: per layer the weights, one row per input, then biases.
    """

    sizes: np.ndarray
    parameters: np.ndarray


def scratch_for(network: Network, batch_size: int) -> np.ndarray:
    """Room for the activations of two layers: (2, batch_size, widest layer) of float64."""
    return np.zeros((2, batch_size, int(network.sizes.max())))


def predict(network: Network, counts: np.ndarray) -> np.ndarray:
    """Predicts many decks.

    Args:
        network: Its first size is `n_cards`.
        counts: (batch_size, n_cards) array of int8.

    Returns:
        (batch_size, n_outputs) array of float64.

    Raises:
        ValueError: The shape of `counts` does not fit the network.
    """
    counts = np.ascontiguousarray(counts, dtype=np.int8)
    if counts.ndim != 2 or counts.shape[1] != network.sizes[0]:
        raise ValueError(f"expected counts of shape (n, {network.sizes[0]}), got {counts.shape}")
    outputs = np.zeros((len(counts), network.sizes[-1]))
    predict_into(network, counts, scratch_for(network, len(counts)), outputs)
    return outputs


NETWORK_T = numba.typeof(Network(np.zeros(2, np.int64), np.zeros(2)))


@kernel(float64(float64))
def exp_of_negative(x):
    """e^x for x <= 0, absolute error under 1e-11, in plain arithmetic that vectorises.

    Taylor at x / 64, within [-1/2, 0] as below -32 the result is taken for e^-32, then six squares.
    """
    t = (x if x > -32.0 else -32.0) * 0.015625
    p = t * (1.0 / 3628800.0) + (1.0 / 362880.0)
    p = p * t + (1.0 / 40320.0)
    p = p * t + (1.0 / 5040.0)
    p = p * t + (1.0 / 720.0)
    p = p * t + (1.0 / 120.0)
    p = p * t + (1.0 / 24.0)
    p = p * t + (1.0 / 6.0)
    p = p * t + 0.5
    p = p * t + 1.0
    p = p * t + 1.0
    p = p * p
    p = p * p
    p = p * p
    p = p * p
    p = p * p
    return p * p


@kernel(void(float64[:, ::1], int64, int64))
def elu(values, n_rows, n_columns):
    """Replaces negative values x by e^x - 1."""
    for row in range(n_rows):
        for column in range(n_columns):
            x = values[row, column]
            y = exp_of_negative(x if x < 0.0 else 0.0) - 1.0
            values[row, column] = x if x > 0.0 else y


@kernel(void(float64[:, ::1], float64[:, ::1], float64[::1], float64[:, ::1], int64))
def dense(inputs, weights, biases, outputs, n_rows):
    """One linear layer; inputs that are zero cost nothing."""
    n_inputs, n_outputs = weights.shape
    for row in range(n_rows):
        for j in range(n_outputs):
            outputs[row, j] = biases[j]
        for i in range(n_inputs):
            x = inputs[row, i]
            if x != 0.0:
                for j in range(n_outputs):
                    outputs[row, j] += x * weights[i, j]


@kernel(void(NETWORK_T, int8[:, ::1], float64[:, :, ::1], float64[:, ::1]))
def predict_into(network, counts, scratch, outputs):
    """Predicts the rows of `counts` into the rows of `outputs`."""
    n_rows = counts.shape[0]
    for row in range(n_rows):
        for card in range(counts.shape[1]):
            scratch[0, row, card] = counts[row, card]
    start = 0
    last = network.sizes.size - 2
    for layer in range(last + 1):
        n_inputs, n_outputs = network.sizes[layer], network.sizes[layer + 1]
        end = start + n_inputs * n_outputs
        weights = network.parameters[start:end].reshape((n_inputs, n_outputs))
        biases = network.parameters[end : end + n_outputs]
        start = end + n_outputs
        target = scratch[(layer + 1) % 2]
        dense(scratch[layer % 2], weights, biases, target, n_rows)
        if layer < last:
            elu(target, n_rows, n_outputs)
    for row in range(n_rows):
        for j in range(outputs.shape[1]):
            outputs[row, j] = scratch[(last + 1) % 2, row, j]
