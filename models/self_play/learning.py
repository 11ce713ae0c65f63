"""`Learner`: updates of a policy by unrolls of its decisions.

learner = Learner(network, UpdateConfig(), torch.device("cpu"))
batch = learner.prepared(unrolls)
facts = learner.update(batch, version=1)
"""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import torch
from pydantic import Field
from torch import Tensor, nn

from models.self_play.inputs import Inputs
from models.self_play.losses import Decisions, LearningRules, total_loss
from models.self_play.network import PolicyModule, set_weights, weights_of
from models.self_play.unrolls import Unrolls, step_inputs
from models.settings.config import Config, added_field

#: What an update reports, in this order.
FACTS = (
    "loss", "policy", "upgo", "value", "entropy_build", "entropy_battle", "ratio_far", "staleness",
    "gradient",
)  # fmt: skip
_FAR = 0.2  # a ratio that differs from 1 by more than this is far


class UpdateConfig(Config):
    """How the policy learns from a batch."""

    rules: LearningRules = Field(LearningRules(), description="Losses.")
    rate: float = Field(1e-3, gt=0, description="Learning rate (Adam).")
    slowing: int | None = added_field(
        None, ge=1, le=1_000_000_000_000,
        description="Updates after which the rate is a half; a third after twice as many, and so "
        "on. None: it stays.",
    )  # fmt: skip
    max_norm: float = Field(0.5, gt=0, description="Largest norm of a gradient.")

    def rate_at(self, version: int) -> float:
        """Return the learning rate after `version` updates."""
        return self.rate if self.slowing is None else self.rate / (1 + version / self.slowing)


@dataclass(frozen=True)
class Batch:
    """Unrolls as tensors of shape (n_steps, n_rows), and inputs of (n_steps + 1) * n_rows rows."""

    inputs: Inputs
    memory: Tensor
    actions: Tensor
    old_log_probs: Tensor
    rewards: Tensor
    ended: Tensor
    versions: Tensor


class Learner:
    """A policy and its optimiser; `network` is changed in place."""

    def __init__(self, network: PolicyModule, config: UpdateConfig, device: torch.device) -> None:
        self.network, self.config, self.device = network.to(device), config, device
        self.optimiser = torch.optim.Adam(network.parameters(), config.rate)

    def prepared(self, unrolls: Unrolls) -> Batch:
        """Return a batch of unrolls, to update by once or several times."""
        steps = unrolls.steps[:-1]

        def tensor(name: str) -> Tensor:
            return torch.from_numpy(steps[name].copy()).to(self.device)

        return Batch(
            step_inputs(unrolls.steps.reshape(-1)).to(self.device),
            torch.from_numpy(unrolls.memory).to(self.device),
            tensor("action").long(),
            tensor("log_prob"),
            tensor("reward"),
            tensor("ended"),
            tensor("version"),
        )

    def update(self, batch: Batch, version: int) -> np.ndarray:
        """Update once, from the weights `version`, and return a number for each of FACTS.

        FloatingPointError if the loss is not finite.
        """
        log_probs, entropies, values = self._evaluated(batch)
        decisions = Decisions(
            log_probs, batch.old_log_probs, entropies, values[:-1], values[-1], batch.rewards,
            batch.ended,
        )  # fmt: skip
        loss = total_loss(decisions, self.config.rules)
        if not torch.isfinite(loss.total):
            raise FloatingPointError("the loss is not finite; lower the learning rate")
        for group in self.optimiser.param_groups:
            group["lr"] = self.config.rate_at(version)
        self.optimiser.zero_grad()
        loss.total.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), self.config.max_norm)
        self.optimiser.step()
        is_build = batch.inputs.is_build.view(values.shape)[:-1]
        ratios = (log_probs.detach() - batch.old_log_probs).exp()
        found = [
            loss.total, loss.policy, loss.upgo, loss.value,
            _mean_of(entropies, is_build), _mean_of(entropies, ~is_build),
            ((ratios - 1).abs() > _FAR).float().mean(),
            version - batch.versions.float().mean(), norm,
        ]  # fmt: skip
        return np.array([float(each.detach()) for each in found])

    def _evaluated(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of the actions, entropies, and values with those after the last."""
        n_steps, n_rows = batch.actions.shape
        if batch.memory.shape[-1] == 0:
            output = self.network(batch.inputs)
            found = output.log_probs, output.entropies, output.values
        else:
            found = self._unrolled(batch)
        log_probs, entropies, values = found
        n = n_steps * n_rows
        taken = log_probs[:n].gather(1, batch.actions.view(-1, 1)).view(n_steps, n_rows)
        return taken, entropies[:n].view(n_steps, n_rows), values.view(n_steps + 1, n_rows)

    def _unrolled(self, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities, entropies and values of a network with memory, step by step."""
        n_steps, n_rows = batch.actions.shape
        memory, outputs = batch.memory, []
        for t in range(n_steps + 1):
            rows = torch.arange(t * n_rows, (t + 1) * n_rows, device=self.device)
            output = self.network(batch.inputs.at(rows), memory)
            outputs.append(output)
            if t < n_steps:
                memory = output.memory * (~batch.ended[t])[:, None, None]
        return (
            torch.cat([each.log_probs for each in outputs]),
            torch.cat([each.entropies for each in outputs]),
            torch.cat([each.values for each in outputs]),
        )

    def state(self) -> dict[str, np.ndarray]:
        """Return arrays from which `restore` continues."""
        found = {"weights": weights_of(self.network)}
        for i, each in enumerate(self.network.parameters()):
            for name, value in self.optimiser.state.get(each, {}).items():
                found[f"adam.{i}.{name}"] = value.cpu().numpy().copy()
        return found

    def restore(self, state: Mapping[str, np.ndarray]) -> None:
        """Continue from a state of a learner of the same network and settings."""
        set_weights(self.network, state["weights"])
        self.optimiser.state.clear()
        for i, each in enumerate(self.network.parameters()):
            for name in ("step", "exp_avg", "exp_avg_sq"):
                if (key := f"adam.{i}.{name}") in state:
                    value = torch.from_numpy(state[key].copy())
                    place = value if name == "step" else value.to(self.device)
                    self.optimiser.state[each][name] = place


def _mean_of(values: Tensor, where: Tensor) -> Tensor:
    """The mean of some values; 0 if there are none."""
    return (values * where).sum() / where.sum().clamp(min=1)
