"""The torch module of dense surrogates: fully connected; without hidden layers it is linear."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import torch
from torch import nn


class FullyConnected(nn.Module):
    """Linear layers with ELU between them, from card counts to targets.

    Args:
        sizes: Inputs, hidden units, outputs.
        rng: Draws weights and biases, uniform within +-sqrt(3 / fan_in), where a vector of biases
            counts its own length as fan_in.

    Source:
        Zhang 2022, arXiv 2112.03534; the limits were verified on its published models.
    """

    def __init__(self, sizes: Sequence[int], rng: np.random.Generator) -> None:
        super().__init__()
        self.sizes = tuple(sizes)
        self.weights = nn.ParameterList()
        self.biases = nn.ParameterList()
        for n_inputs, n_outputs in pairwise(self.sizes):
            self.weights.append(_uniform(rng, (n_inputs, n_outputs), n_inputs))
            self.biases.append(_uniform(rng, (n_outputs,), n_outputs))

    def forward(self, counts: torch.Tensor) -> torch.Tensor:
        """(batch_size, n_targets) predictions of (batch_size, n_cards) counts, both float32."""
        values = counts
        last = len(self.weights) - 1
        for layer, (weights, biases) in enumerate(zip(self.weights, self.biases, strict=True)):
            values = torch.addmm(biases, values, weights)
            if layer < last:
                values = nn.functional.elu(values)
        return values

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The sizes, int64, and all parameters, float64, as `dense_kernel` reads them."""
        layers = zip(self.weights, self.biases, strict=True)
        parts = [part.detach().numpy().ravel() for layer in layers for part in layer]
        return np.array(self.sizes, np.int64), np.concatenate(parts).astype(np.float64)


def _uniform(rng: np.random.Generator, shape: tuple[int, ...], fan_in: int) -> nn.Parameter:
    limit = np.sqrt(3.0 / fan_in)
    return nn.Parameter(torch.from_numpy(rng.uniform(-limit, limit, shape).astype(np.float32)))
