"""The surrogates of the paper: a fully connected network, or a linear model (no hidden layers).

Source: Zhang 2022, arXiv 2112.03534, and its program.

The compiled forward pass has float64, independent rows and sums in a fixed order. So a row's
prediction is the same bits in any batch, compiled or interpreted, on any processor.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import pairwise
from typing import Annotated, Any, Literal

import numpy as np
import torch
from numba import float64, int16, int64, void
from pydantic import Field
from torch import nn
from torch.optim.adam import adam

from engine.core.jit import kernel_of
from models.settings.config import Config
from models.surrogates import surrogate as _surrogate
from models.surrogates.surrogate import (
    DEFAULT_TARGETS,
    PREDICT,
    Predictor,
    Seed,
    Surrogate,
    Targets,
    TrainingReport,
    aligned,
    split,
)

kernel = kernel_of(__file__, _surrogate.__file__)


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
    """One linear layer."""
    n_inputs, n_outputs = weights.shape
    for row in range(n_rows):
        for j in range(n_outputs):
            outputs[row, j] = biases[j]
        for i in range(n_inputs):
            x = inputs[row, i]
            if x != 0.0:
                for j in range(n_outputs):
                    outputs[row, j] += x * weights[i, j]


@kernel(void(int16[:, ::1], float64[:, ::1], float64[::1], float64[:, ::1]))
def dense_of_decks(decks, weights, biases, outputs):
    """The first layer, whose inputs are the copies of each card; other cards cost nothing."""
    n_places, n_outputs = decks.shape[1], weights.shape[1]
    for row in range(decks.shape[0]):
        for j in range(n_outputs):
            outputs[row, j] = biases[j]
        place = 0
        while place < n_places and decks[row, place] >= 0:
            card, x = decks[row, place], 0.0
            while place < n_places and decks[row, place] == card:
                x += 1.0
                place += 1
            for j in range(n_outputs):
                outputs[row, j] += x * weights[card, j]


@kernel(PREDICT)
def predict_into(predictor, decks, outputs):
    """Predicts the rows of `decks` into the rows of `outputs`.

    The predictor's `sizes` are inputs, hidden units and outputs; its `parameters` are per layer the
    weights, one row per input, then the biases; its `scratch` has room for two layers' activations.
    """
    n_rows, sizes, widest = decks.shape[0], predictor.sizes, predictor.sizes[1:].max()
    scratch = predictor.scratch.reshape((2, predictor.scratch.size // (2 * widest), widest))
    start = 0
    last = sizes.size - 2
    for layer in range(last + 1):
        n_inputs, n_outputs = sizes[layer], sizes[layer + 1]
        end = start + n_inputs * n_outputs
        weights = predictor.parameters[start:end].reshape((n_inputs, n_outputs))
        biases = predictor.parameters[end : end + n_outputs]
        start = end + n_outputs
        target = scratch[(layer + 1) % 2]
        if layer == 0:
            dense_of_decks(decks, weights, biases, target)
        else:
            dense(scratch[layer % 2], weights, biases, target, n_rows)
        if layer < last:
            elu(target, n_rows, n_outputs)
    for row in range(n_rows):
        for j in range(outputs.shape[1]):
            outputs[row, j] = scratch[(last + 1) % 2, row, j]


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

    def gradients(
        self, counts: torch.Tensor, wanted: torch.Tensor
    ) -> tuple[float, list[torch.Tensor]]:
        """The squared error of a batch, and how its mean over rows changes with each parameter.

        The same numbers as those of autograd, to the last bit, in less time: layers are so small
        here that its graph costs more than they do.

        Args:
            counts: (batch_size, n_cards) float32.
            wanted: (batch_size, n_targets) float32.

        Returns:
            The error, summed over the batch, and gradients in the order of `parameters()`.
        """
        with torch.no_grad():
            inputs: list[torch.Tensor] = []
            sums: list[torch.Tensor] = []
            for weights, biases in zip(self.weights, self.biases, strict=True):
                inputs.append(nn.functional.elu(sums[-1]) if sums else counts)
                sums.append(torch.addmm(biases, inputs[-1], weights))
            errors = sums[-1] - wanted
            of_weights, of_biases = [], []
            slopes = errors * (2 / len(counts))
            for layer in reversed(range(len(sums))):
                of_weights.append(inputs[layer].t() @ slopes)
                of_biases.append(slopes.sum(0))
                if layer:
                    slopes = slopes @ self.weights[layer].t()
                    slopes = torch.ops.aten.elu_backward(slopes, 1, 1, 1, False, sums[layer - 1])
            return errors.square().sum().item(), of_weights[::-1] + of_biases[::-1]

    def arrays(self) -> tuple[np.ndarray, np.ndarray]:
        """The sizes, int64, and all parameters, float64, as `predict_into` reads them."""
        layers = zip(self.weights, self.biases, strict=True)
        parts = [part.detach().numpy().ravel() for layer in layers for part in layer]
        return np.array(self.sizes, np.int64), np.concatenate(parts).astype(np.float64)


def _uniform(rng: np.random.Generator, shape: tuple[int, ...], fan_in: int) -> nn.Parameter:
    limit = np.sqrt(3.0 / fan_in)
    return nn.Parameter(torch.from_numpy(rng.uniform(-limit, limit, shape).astype(np.float32)))


class Adam:
    """Adam for small networks: PyTorch's arithmetic without the cost of its optimisers.

    Args:
        parameters: What it changes.
        learning_rate: Its step size; all else as PyTorch's defaults.

    Attributes:
        exp_avg, exp_avg_sq: Moments of each parameter.
    """

    def __init__(self, parameters: Iterable[nn.Parameter], learning_rate: float) -> None:
        self.parameters: list[torch.Tensor] = list(parameters)
        self.learning_rate = learning_rate
        self.exp_avg = [torch.zeros_like(part) for part in self.parameters]
        self.exp_avg_sq = [torch.zeros_like(part) for part in self.parameters]
        self._steps = [torch.zeros(()) for _ in self.parameters]

    def step(self, gradients: list[torch.Tensor]) -> None:
        """One step; one gradient for each parameter."""
        with torch.no_grad():
            adam(
                self.parameters,
                gradients,
                self.exp_avg,
                self.exp_avg_sq,
                [],
                self._steps,
                fused=True,
                amsgrad=False,
                beta1=0.9,
                beta2=0.999,
                lr=self.learning_rate,
                weight_decay=0,
                eps=1e-8,
                maximize=False,
            )

    def continue_from(self, n_steps: int) -> None:
        """Counts its next step as the one after `n_steps`."""
        for step in self._steps:
            step.fill_(n_steps)


@contextmanager
def one_thread() -> Iterator[None]:
    """Limits torch to one thread: faster for these sizes, and sums do not depend on the machine."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def train(
    module: FullyConnected,
    optimiser: Adam,
    counts: np.ndarray,
    targets: np.ndarray,
    config: "DenseConfig",
    rng: np.random.Generator,
) -> TrainingReport:
    """Trains for some epochs, each with a new order of the rows.

    Args:
        optimiser: The optimiser of its parameters, changed in place.
        counts: (n_rows, n_cards) array of float32.
        targets: (n_rows, n_targets) array of float32.
        config: Epochs, batches, noise and split.
        rng: Draws the orders and the noise on the inputs.

    Raises:
        FloatingPointError: The loss is no longer finite.
    """
    learned, held_out = split(len(counts), config.holdout)
    inputs, wanted = torch.from_numpy(counts), torch.from_numpy(targets)
    rows, held = (inputs[learned], wanted[learned]), (inputs[held_out], wanted[held_out])
    losses = []
    with one_thread():
        for epoch in range(config.epochs):
            losses.append(_epoch(module, optimiser, *rows, config, rng))
            if not np.isfinite(losses[-1]):
                raise FloatingPointError(
                    f"training diverged in epoch {epoch}: use a smaller learning_rate"
                )
        errors = _mse(module, *rows), _mse(module, *held)
    return TrainingReport(len(rows[0]), len(held[0]), np.array(losses), *errors)


def _epoch(
    module: FullyConnected,
    optimiser: Adam,
    inputs: torch.Tensor,
    wanted: torch.Tensor,
    config: "DenseConfig",
    rng: np.random.Generator,
) -> float:
    """One pass over the rows; the mean over them of the summed squared error."""
    order = torch.from_numpy(rng.permutation(len(inputs)))
    room = np.empty((config.batch_size, inputs.shape[1]), np.float32)  # a batch stays in the cache
    total = 0.0
    for rows in order.split(config.batch_size):
        noise = torch.from_numpy(rng.standard_normal(dtype=np.float32, out=room[: len(rows)]))
        batch = noise.mul_(config.input_noise).add_(inputs.index_select(0, rows))
        batch_wanted = wanted.index_select(0, rows)
        error, gradients = module.gradients(batch, batch_wanted)
        optimiser.step(gradients)
        total += error
    return total / len(inputs)


def _mse(module: nn.Module, inputs: torch.Tensor, wanted: torch.Tensor) -> np.ndarray:
    """(n_targets,) float64: mean squared error, without noise on the inputs."""
    with torch.no_grad():
        return (module(inputs) - wanted).square().double().mean(dim=0).numpy()


Width = Annotated[int, Field(ge=1, le=4096)]


class DenseConfig(Config):
    """A network and its training. Defaults: Zhang 2022, arXiv 2112.03534, and its program."""

    kind: Literal["mlp", "linear"] = Field(
        "mlp", description="mlp: a network with hidden layers. linear: without."
    )
    hidden: tuple[Width, ...] = Field(
        (128, 32, 16), description="Hidden units per layer; mlp only."
    )
    targets: Targets = Field(DEFAULT_TARGETS, description="Outcomes that it predicts.")
    learning_rate: float = Field(0.01, gt=0, le=1, description="Learning rate of Adam.")
    batch_size: int = Field(64, ge=1, le=65_536, description="Decks per training step.")
    epochs: int = Field(20, ge=1, le=10_000, description="Passes over the decks per training.")
    input_noise: float = Field(
        1e-4, ge=0, le=1, description="Standard deviation of noise added to card counts."
    )
    holdout: float = Field(0.1, ge=0, lt=1, description="Share of the newest decks held out.")

    def sizes(self, n_cards: int) -> tuple[int, ...]:
        """Inputs, hidden units and outputs of the network."""
        hidden = self.hidden if self.kind == "mlp" else ()
        return (n_cards, *hidden, len(self.targets))

    def build(self, n_cards: int, seed: Seed) -> "DenseNetwork":
        """A network for a pool of `n_cards` cards; the seed draws its initial weights."""
        return DenseNetwork(self, n_cards, seed)


class DenseNetwork(Surrogate):
    """A network from card counts to outcomes, with its optimiser.

    Each `fit` continues from the weights and Adam's moments of the last one.

    Args:
        config: Its kind, targets and training.
    """

    kernel = staticmethod(predict_into)

    def __init__(self, config: DenseConfig, n_cards: int, seed: Seed) -> None:
        super().__init__(config, n_cards)
        self.n_steps = 0
        """Optimiser steps over all fits."""
        self.module = FullyConnected(config.sizes(n_cards), np.random.default_rng(seed))
        self.optimiser = Adam(self.module.parameters(), config.learning_rate)

    def _learn(
        self, counts: np.ndarray, targets: np.ndarray, seed: Seed, noise: np.ndarray | None
    ) -> TrainingReport:
        """See `Surrogate.fit`; the seed is for the rows' orders and the noise on inputs."""
        config = self.config
        wanted, rng = targets.astype(np.float32), np.random.default_rng(seed)
        report = train(self.module, self.optimiser, counts, wanted, config, rng)
        self.n_steps += config.epochs * -(-report.n_train // config.batch_size)
        return report

    def _predict(self, counts: np.ndarray) -> np.ndarray:
        """See `Surrogate.predict`."""
        with torch.no_grad(), one_thread():
            return self.module(torch.from_numpy(counts)).double().numpy()

    def predictor(self, batch_size: int) -> Predictor:
        """See `Surrogate.predictor`."""
        sizes, parameters = self.module.arrays()
        scratch = np.zeros(2 * batch_size * int(sizes[1:].max()))
        return Predictor(sizes, aligned(parameters), aligned(scratch))

    def _arrays(self) -> dict[str, Any]:
        """The weights and Adam's state."""
        arrays: dict[str, Any] = {"n_steps": self.n_steps}
        for name, part in self._parts():
            arrays[name] = part.detach().numpy().copy()
        return arrays

    def _parts(self) -> Iterator[tuple[str, torch.Tensor]]:
        """All that training changes, by name."""
        moments = (self.optimiser.exp_avg, self.optimiser.exp_avg_sq)
        named = zip(self.module.named_parameters(), *moments, strict=True)
        for (name, parameter), exp_avg, exp_avg_sq in named:
            yield f"exp_avg/{name}", exp_avg
            yield f"exp_avg_sq/{name}", exp_avg_sq
            yield f"value/{name}", parameter

    def take(self, state: Mapping[str, np.ndarray]) -> None:
        """See `Surrogate.take`; it predicts and continues learning exactly like that network."""
        self.n_steps = int(state["n_steps"])
        self.optimiser.continue_from(self.n_steps)
        with torch.no_grad():
            for name, part in self._parts():
                part.copy_(torch.from_numpy(state[name]))
