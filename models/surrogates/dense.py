"""The surrogates of the paper: a fully connected network, or a linear model (no hidden layers).

Source: Zhang 2022, arXiv 2112.03534, and its program.
"""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import numpy as np
import torch
from pydantic import Field

from models.settings.config import Config
from models.surrogates.dense_kernel import predict_into, scratch_size
from models.surrogates.dense_module import FullyConnected
from models.surrogates.dense_training import Schedule, one_thread, train
from models.surrogates.predictor import Predictor
from models.surrogates.surrogate import (
    DEFAULT_TARGETS,
    Seed,
    Surrogate,
    Targets,
    TrainingReport,
    split,
)

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
        n_cards: Cards in the pool.
        seed: Seed of the initial weights.
    """

    kernel = staticmethod(predict_into)

    def __init__(self, config: DenseConfig, n_cards: int, seed: Seed) -> None:
        super().__init__(config, n_cards)
        self.n_steps = 0
        """Optimiser steps over all fits."""
        self.module = FullyConnected(config.sizes(n_cards), np.random.default_rng(seed))
        self.optimiser = torch.optim.Adam(
            self.module.parameters(), lr=config.learning_rate, fused=True
        )

    def _learn(
        self, counts: np.ndarray, targets: np.ndarray, seed: Seed, noise: np.ndarray | None
    ) -> TrainingReport:
        """See `Surrogate.fit`; the seed is for the rows' orders and the noise on inputs."""
        config = self.config
        schedule = Schedule(config.epochs, config.batch_size, config.input_noise, config.holdout)
        wanted, rng = targets.astype(np.float32), np.random.default_rng(seed)
        results = train(self.module, self.optimiser, counts, wanted, schedule, rng)
        learned, held_out = split(len(counts), config.holdout)
        n_train, n_holdout = learned.stop - learned.start, held_out.stop - held_out.start
        self.n_steps += config.epochs * -(-n_train // config.batch_size)
        return TrainingReport(n_train, n_holdout, self.n_steps, *results)

    def _predict(self, counts: np.ndarray) -> np.ndarray:
        """See `Surrogate.predict`."""
        with torch.no_grad(), one_thread():
            return self.module(torch.from_numpy(counts)).double().numpy()

    def predictor(self, batch_size: int) -> Predictor:
        """See `Surrogate.predictor`."""
        sizes, parameters = self.module.arrays()
        return Predictor(sizes, parameters, np.zeros(scratch_size(sizes, batch_size)))

    def _arrays(self) -> dict[str, Any]:
        """The weights and Adam's state."""
        arrays: dict[str, Any] = {"n_steps": self.n_steps}
        for name, parameter in self.module.named_parameters():
            moments = self.optimiser.state.get(parameter, {})
            for key in ("exp_avg", "exp_avg_sq"):
                moment = moments.get(key, torch.zeros_like(parameter))
                arrays[f"{key}/{name}"] = moment.numpy().copy()
            arrays[f"value/{name}"] = parameter.detach().numpy().copy()
        return arrays

    def take(self, state: Mapping[str, np.ndarray]) -> None:
        """See `Surrogate.take`; it predicts and continues learning exactly like that network."""
        self.n_steps = int(state["n_steps"])
        with torch.no_grad():
            for name, parameter in self.module.named_parameters():
                parameter.copy_(torch.from_numpy(state[f"value/{name}"]))
                if self.n_steps:
                    self.optimiser.state[parameter] = {
                        "step": torch.tensor(float(self.n_steps)),
                        "exp_avg": torch.from_numpy(state[f"exp_avg/{name}"].copy()),
                        "exp_avg_sq": torch.from_numpy(state[f"exp_avg_sq/{name}"].copy()),
                    }
