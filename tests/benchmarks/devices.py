"""Times self-play on each device: `python -m tests.benchmarks.devices`.

For each size of the network, and for a batch of the preset and one of the paper's order:

- `learned_SIZE_BATCH_DEVICE_per_s`: decisions that updates learn from, copying them to the device
  included, with one update by each
- `differs_SIZE_DEVICE`: the largest difference of a weight after one update from that of the CPU
- `trained_SIZE_DEVICE_per_s`: decisions that a whole training of the model b3 learns from, with the
  acting for them and two updates by each; one process learns, and up to eight others act
"""

import os
import time
from unittest.mock import patch

import numpy as np
import torch

from models.self_play.config import SelfPlayConfig
from models.self_play.ladder import PRESETS, rung
from models.self_play.learning import Learner
from models.self_play.network import SIZES, weights_of
from models.self_play.training import SelfPlayTraining, new_policy
from models.self_play.unrolls import Unrolls
from tests.benchmarks.figures import report_figures

DEVICES = ("cpu", "cuda") if torch.cuda.is_available() else ("cpu",)
BATCHES = (4096, 81_920)


def recorded(config: SelfPlayConfig) -> Unrolls:
    """The unrolls of a batch."""
    found: list[Unrolls] = []
    prepared = Learner.prepared

    def kept(learner: Learner, unrolls: Unrolls):
        found.append(unrolls)
        return prepared(learner, unrolls)

    with patch.object(Learner, "prepared", kept):
        SelfPlayTraining(config, 1).run_period()
    return found[-1]


def waited(device: str) -> float:
    """The time, when the device has done its work."""
    if device == "cuda":
        torch.cuda.synchronize()
    return time.perf_counter()


def learning(config: SelfPlayConfig, unrolls: Unrolls, device: str, n: int) -> float:
    """Decisions learned from per second."""
    learner = Learner(new_policy(config, 1), config.update, torch.device(device))
    step = config.update.step(1)
    learner.update(learner.prepared(unrolls), step)
    start = waited(device)
    for _ in range(n):
        learner.update(learner.prepared(unrolls), step)
    return n * config.batch / (waited(device) - start)


def after_an_update(config: SelfPlayConfig, unrolls: Unrolls, device: str) -> np.ndarray:
    """The weights after the first update."""
    learner = Learner(new_policy(config, 1), config.update, torch.device(device))
    learner.update(learner.prepared(unrolls), config.update.step(1))
    return weights_of(learner.network)


def training(config: SelfPlayConfig, device: str, n: int) -> float:
    """Decisions per second of `n` batches of a training."""
    run = SelfPlayTraining(config, 1, has_processes=True, device=device)  # type: ignore[arg-type]
    run.run_period()  # games at all stages
    before, start = run.samples, waited(device)
    for _ in range(n):
        run.run_period()
    speed = (run.samples - before) / (waited(device) - start)
    run.close()
    return speed


def measure(scale: float) -> dict[str, float]:
    """All figures."""
    figures: dict[str, float] = {}
    settings = rung("b3").config(PRESETS["quick"]).but(samples=10**9)
    batches = {each: settings.but(batch=each, period=each) for each in BATCHES}
    unrolls = {each: recorded(config) for each, config in batches.items()}
    actors = min(8, len(os.sched_getaffinity(0)))
    for size, widths in SIZES.items():
        for batch, config in batches.items():
            for device in DEVICES:
                n = max(1, round(scale * (50 if device == "cuda" else 2) * BATCHES[0] / batch))
                figures[f"learned_{size}_{batch}_{device}_per_s"] = learning(
                    config.but(network=widths), unrolls[batch], device, n
                )
        config = batches[BATCHES[0]].but(network=widths)
        on_cpu = after_an_update(config, unrolls[BATCHES[0]], "cpu")
        whole = config.but(batch=4 * BATCHES[0], period=4 * BATCHES[0], games=1024, actors=actors)
        for device in DEVICES:
            found = after_an_update(config, unrolls[BATCHES[0]], device)
            figures[f"differs_{size}_{device}"] = float(np.abs(found - on_cpu).max())
            figures[f"trained_{size}_{device}_per_s"] = training(whole, device, round(3 * scale))
    return figures


if __name__ == "__main__":
    report_figures(__doc__, measure)
