"""One fit of a dense surrogate: its epochs of batches."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import numpy as np
import torch
from torch import nn

from models.surrogates.surrogate import split


@contextmanager
def one_thread() -> Iterator[None]:
    """Limits torch to one thread: faster for these sizes, and sums do not depend on the machine."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@dataclass(frozen=True)
class Schedule:
    """Epochs, batches, noise and split of one fit."""

    epochs: int
    batch_size: int
    input_noise: float
    holdout: float


def train(
    module: nn.Module,
    optimiser: torch.optim.Optimizer,
    counts: np.ndarray,
    targets: np.ndarray,
    schedule: Schedule,
    rng: np.random.Generator,
) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """Trains for some epochs, each with a new order of the rows.

    Args:
        module: The module, changed in place.
        optimiser: The optimiser of its parameters, changed in place.
        counts: (n_rows, n_cards) array of float32.
        targets: (n_rows, n_targets) array of float32.
        schedule: Epochs, batches, noise and split.
        rng: Draws the orders and the noise on the inputs.

    Returns:
        `losses`, `holdout_losses`, `train_mse` and `holdout_mse` of `TrainingReport`.

    Raises:
        FloatingPointError: The loss is no longer finite.
    """
    learned, held_out = split(len(counts), schedule.holdout)
    inputs, wanted = torch.from_numpy(counts), torch.from_numpy(targets)
    losses, holdout_losses = [], []
    with one_thread():
        for epoch in range(schedule.epochs):
            rows = (inputs[learned], wanted[learned])
            losses.append(_epoch(module, optimiser, *rows, schedule, rng))
            holdout_losses.append(_mse(module, inputs[held_out], wanted[held_out]).sum())
            if not np.isfinite(losses[-1]):
                raise FloatingPointError(
                    f"training diverged in epoch {epoch}: use a smaller learning_rate"
                )
        train_mse = _mse(module, inputs[learned], wanted[learned])
        holdout_mse = _mse(module, inputs[held_out], wanted[held_out])
    return np.array(losses), np.array(holdout_losses), train_mse, holdout_mse


def _epoch(
    module: torch.nn.Module,
    optimiser: torch.optim.Optimizer,
    inputs: torch.Tensor,
    wanted: torch.Tensor,
    schedule: Schedule,
    rng: np.random.Generator,
) -> float:
    """One pass over the rows; the mean over them of the summed squared error."""
    order = torch.from_numpy(rng.permutation(len(inputs)))
    noise = torch.from_numpy(rng.standard_normal(inputs.shape, dtype=np.float32))
    inputs = inputs[order] + schedule.input_noise * noise
    wanted = wanted[order]
    total = 0.0
    batches = zip(inputs.split(schedule.batch_size), wanted.split(schedule.batch_size), strict=True)
    for batch, batch_wanted in batches:
        optimiser.zero_grad(set_to_none=True)
        error = (module(batch) - batch_wanted).square().sum()
        (error / len(batch)).backward()
        optimiser.step()
        total += error.item()
    return total / len(inputs)


def _mse(module: nn.Module, inputs: torch.Tensor, wanted: torch.Tensor) -> np.ndarray:
    """(n_targets,) float64: mean squared error, without noise on the inputs."""
    with torch.no_grad():
        return (module(inputs) - wanted).square().double().mean(dim=0).numpy()
