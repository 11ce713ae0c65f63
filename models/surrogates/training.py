"""One fit of a surrogate: the split, the epochs, and the report of how well it went."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from math import floor

import numpy as np
import torch
from torch import nn


@dataclass(frozen=True)
class TrainingReport:
    """What one fit achieved.

    Attributes:
        n_train: Rows learned from: the oldest.
        n_holdout: Rows held out: the newest.
        n_steps: Optimiser steps over all fits so far.
        losses: (n_epochs,) float64: squared error, summed over targets, mean over the training
            rows as they were seen, weights changing from batch to batch.
        holdout_losses: (n_epochs,) float64: the same on the held-out rows after each epoch.
        train_mse: (n_targets,) float64: mean squared error of each target after the last epoch.
        holdout_mse: (n_targets,) float64: the same on the held-out rows.
    """

    n_train: int
    n_holdout: int
    n_steps: int
    losses: np.ndarray
    holdout_losses: np.ndarray
    train_mse: np.ndarray
    holdout_mse: np.ndarray


def split(n_rows: int, holdout: float) -> tuple[slice, slice]:
    """Which rows, in evaluation order, are learned from and which, the newest, are held out.

    The first floor((1 - holdout) n) rows are learned from; where that leaves one side empty, as
    with a single row, all rows are both.
    """
    n_train = floor(n_rows * (1.0 - holdout) + 1e-9)
    if n_train == 0 or n_train == n_rows:
        return slice(0, n_rows), slice(0, n_rows)
    return slice(0, n_train), slice(n_train, n_rows)


@contextmanager
def one_thread() -> Iterator[None]:
    """Keeps torch to one thread: faster for these sizes, and sums do not depend on the machine."""
    before = torch.get_num_threads()
    torch.set_num_threads(1)
    try:
        yield
    finally:
        torch.set_num_threads(before)


@dataclass(frozen=True)
class Schedule:
    """How one fit goes through the rows."""

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
    """Goes through the rows for some epochs, in a new order each time.

    Args:
        module: Changed in place.
        optimiser: Of the module's parameters; changed in place.
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


def _epoch(module, optimiser, inputs, wanted, schedule: Schedule, rng) -> float:
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
