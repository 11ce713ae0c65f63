"""`Surrogate`: predicts what playing a deck would show, and learns from the decks played so far."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal, Self

import numpy as np
import torch
from pydantic import Field, model_validator

from models.config import Config
from models.outcomes import Target
from models.surrogates.inference import Network
from models.surrogates.networks import FullyConnected
from models.surrogates.training import Schedule, TrainingReport, one_thread, split, train

Width = Annotated[int, Field(ge=1, le=4096)]


class SurrogateConfig(Config):
    """A surrogate and its training. Defaults: Zhang 2022, arXiv 2112.03534, and its program."""

    kind: Literal["mlp", "linear"] = "mlp"
    hidden: tuple[Width, ...] = Field((128, 32, 16), description="hidden units; mlp only")
    targets: tuple[Target, ...] = Field(("objective", "turns", "hand_size"), min_length=1)
    learning_rate: float = Field(0.01, gt=0, le=1)
    batch_size: int = Field(64, ge=1, le=65_536)
    epochs: int = Field(20, ge=1, le=10_000)
    input_noise: float = Field(1e-4, ge=0, le=1, description="deviation of noise on card counts")
    holdout: float = Field(0.1, ge=0, lt=1, description="share of the newest decks held out")

    @model_validator(mode="after")
    def _targets_differ(self) -> Self:
        if len(set(self.targets)) < len(self.targets):
            raise ValueError("a target is named twice")
        return self

    def sizes(self, n_cards: int) -> tuple[int, ...]:
        """Inputs, hidden units and outputs of the network."""
        hidden = self.hidden if self.kind == "mlp" else ()
        return (n_cards, *hidden, len(self.targets))


class Surrogate:
    """A network from card counts to match results, with its optimiser.

    Weights and Adam's moments stay warm: each `fit` goes on from the last.

    Args:
        config: Its kind, targets and training.
        n_cards: Cards in the pool.
        seed: Of the first weights.
    """

    def __init__(
        self, config: SurrogateConfig, n_cards: int, seed: int | np.random.SeedSequence
    ) -> None:
        self.config = config
        self.n_cards = n_cards
        self.n_steps = 0
        """Optimiser steps over all fits."""
        self.module = FullyConnected(config.sizes(n_cards), np.random.default_rng(seed))
        self.optimiser = torch.optim.Adam(
            self.module.parameters(), lr=config.learning_rate, fused=True
        )

    def fit(
        self, counts: np.ndarray, targets: np.ndarray, seed: int | np.random.SeedSequence
    ) -> TrainingReport:
        """Learns from all evaluated decks.

        Args:
            counts: (n_rows, n_cards) array of integers, in evaluation order: the newest rows are
                held out.
            targets: (n_rows, n_targets) array: the decks' results in the order of
                `config.targets`.
            seed: Of the rows' orders and the noise on inputs.

        Raises:
            ValueError: There are no rows, shapes do not fit, or a value is not finite.
            FloatingPointError: The training diverged.
        """
        counts = self._checked_counts(counts)
        targets = np.asarray(targets, dtype=np.float64)
        n_targets = len(self.config.targets)
        if targets.shape != (len(counts), n_targets) or not len(counts):
            raise ValueError(
                f"expected targets of shape (n > 0, {n_targets}) for {len(counts)} decks,"
                f" got {targets.shape}"
            )
        if not np.isfinite(targets).all():
            row = int(np.argwhere(~np.isfinite(targets))[0][0])
            raise ValueError(f"targets of row {row} are not finite: {targets[row]}")
        config = self.config
        schedule = Schedule(config.epochs, config.batch_size, config.input_noise, config.holdout)
        wanted = targets.astype(np.float32)
        rng = np.random.default_rng(seed)
        results = train(self.module, self.optimiser, counts, wanted, schedule, rng)
        return self._report(len(counts), *results)

    def _report(self, n_rows: int, losses, holdout_losses, train_mse, holdout_mse):
        learned, held_out = split(n_rows, self.config.holdout)
        n_train, n_holdout = learned.stop - learned.start, held_out.stop - held_out.start
        self.n_steps += self.config.epochs * -(-n_train // self.config.batch_size)
        return TrainingReport(
            n_train, n_holdout, self.n_steps, losses, holdout_losses, train_mse, holdout_mse
        )

    def predict(self, counts: np.ndarray) -> np.ndarray:
        """Predicts decks' results.

        Args:
            counts: (batch_size, n_cards) array of integers.

        Returns:
            (batch_size, n_targets) array of float64, in the order of `fit`'s targets.
        """
        with torch.no_grad(), one_thread():
            return self.module(torch.from_numpy(self._checked_counts(counts))).double().numpy()

    def network(self) -> Network:
        """The network for compiled inference."""
        return self.module.network()

    def state(self) -> dict[str, np.ndarray]:
        """Copies of the weights and of Adam's state, for `load_state` and `np.savez`."""
        arrays = {"config": np.array(self.config.model_dump_json()), "n_cards": self.n_cards}
        arrays["n_steps"] = self.n_steps
        for name, parameter in self.module.named_parameters():
            moments = self.optimiser.state.get(parameter, {})
            for key in ("exp_avg", "exp_avg_sq"):
                moment = moments.get(key, torch.zeros_like(parameter))
                arrays[f"{key}/{name}"] = moment.numpy().copy()
            arrays[f"value/{name}"] = parameter.detach().numpy().copy()
        return {name: np.asarray(array) for name, array in arrays.items()}

    @classmethod
    def from_state(cls, state: Mapping[str, np.ndarray]) -> "Surrogate":
        """The surrogate whose `state` this was; it predicts and learns on exactly as that one.

        Raises:
            ValueError: The state is incomplete or does not fit its own configuration.
        """
        try:
            config = SurrogateConfig.model_validate_json(str(state["config"]))
            surrogate = cls(config, int(state["n_cards"]), seed=0)
            surrogate._take(state)
        except KeyError as error:
            raise ValueError(f"the surrogate's state lacks {error.args[0]}") from None
        return surrogate

    def _take(self, state: Mapping[str, np.ndarray]) -> None:
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

    def save(self, path: str | os.PathLike) -> None:
        """Writes the state to an `.npz` file, in one step: no half-written file is left."""
        path = Path(path)
        unfinished = path.with_name(f".{path.name}.tmp")
        with unfinished.open("wb") as file:
            np.savez(file, **self.state())
        unfinished.replace(path)

    @classmethod
    def load(cls, path: str | os.PathLike) -> "Surrogate":
        """Reads what `save` wrote.

        Raises:
            ValueError: The file is damaged; the message names it.
        """
        try:
            with np.load(path, allow_pickle=False) as arrays:
                return cls.from_state(dict(arrays))
        except FileNotFoundError:
            raise
        except Exception as error:
            raise ValueError(f"{path}: not a surrogate's saved state ({error})") from None

    def _checked_counts(self, counts: np.ndarray) -> np.ndarray:
        counts = np.ascontiguousarray(counts, dtype=np.float32)
        if counts.ndim != 2 or counts.shape[1] != self.n_cards:
            raise ValueError(f"expected counts of shape (n, {self.n_cards}), got {counts.shape}")
        return counts
