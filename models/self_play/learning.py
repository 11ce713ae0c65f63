"""`Learner`: updates of a policy by unrolls of its decisions.

learner = Learner(network, UpdateConfig(), torch.device("cpu"))
batch = learner.prepared(unrolls)
facts = learner.update(batch, UpdateConfig().step(version=1))
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import torch
from pydantic import Field
from torch import Tensor, nn

from models.self_play.inputs import Inputs
from models.self_play.losses import Decisions, LearningRules, divergence, mean, total_loss
from models.self_play.network import Output, PolicyModule, set_weights, weights_of
from models.self_play.unrolls import Unrolls, step_inputs
from models.settings.config import Config, added_field

#: What an update reports, in this order.
FACTS = (
    "loss", "policy", "upgo", "value", "entropy_build", "entropy_battle", "ratio_far", "staleness",
    "gradient", "agreement", "divergence",
)  # fmt: skip
FAR = 0.2  # a ratio that differs from 1 by more than this is far


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

    def step(self, version: int, n_before: int = 0, pull: float = 0.0) -> "Step":
        """Return the update after `version` updates, of which the first `n_before` do not count."""
        return Step(version, self.rate_at(version - n_before), self.rules, pull)


@dataclass(frozen=True)
class Step:
    """How to update."""

    version: int  #: Number of the weights before it
    rate: float  #: Learning rate
    rules: LearningRules  #: The losses
    pull: float = 0.0  #: Weight of the divergence of the policy's battles from the copy's


@dataclass(frozen=True)
class Batch:
    """Unrolls as tensors of shape (n_steps, n_rows), and inputs of (n_steps + 1) * n_rows rows.

    `anchor` are the copy's log-probabilities of all decisions, if the policy is pulled to it.
    """

    inputs: Inputs
    memory: Tensor
    actions: Tensor
    old_log_probs: Tensor
    rewards: Tensor
    ended: Tensor
    versions: Tensor
    anchor: Tensor | None = None


class Learner:
    """A policy and its optimiser; `network` is changed in place.

    Attributes:
        anchor: The network that the policy is pulled to, if any.
    """

    def __init__(self, network: PolicyModule, config: UpdateConfig, device: torch.device) -> None:
        self.network, self.config, self.device = network.to(device), config, device
        self.optimiser = torch.optim.Adam(network.parameters(), config.rate)
        self.anchor: PolicyModule | None = None

    def prepared(self, unrolls: Unrolls) -> Batch:
        """Return a batch of unrolls, to update by once or several times."""
        steps = unrolls.steps[:-1]

        def tensor(name: str) -> Tensor:
            return torch.from_numpy(steps[name].copy()).to(self.device)

        batch = Batch(
            step_inputs(unrolls.steps.reshape(-1)).to(self.device),
            torch.from_numpy(unrolls.memory).to(self.device),
            tensor("action").long(),
            tensor("log_prob"),
            tensor("reward"),
            tensor("ended"),
            tensor("version"),
        )
        if self.anchor is None:
            return batch
        with torch.no_grad():
            return replace(batch, anchor=self._evaluated(self.anchor, batch)[0])

    def update(self, batch: Batch, step: Step) -> np.ndarray:
        """Update once, and return a number for each of FACTS.

        FloatingPointError if the loss is not finite.
        """
        log_probs, entropies, values = self._evaluated(self.network, batch)
        shape = batch.actions.shape
        n, is_build = batch.actions.numel(), batch.inputs.is_build.view(values.shape)[:-1]
        taken = log_probs.gather(1, batch.actions.view(-1, 1)).view(shape)
        decisions = Decisions(
            taken, batch.old_log_probs, entropies, values[:-1], values[-1], batch.rewards,
            batch.ended,
        )  # fmt: skip
        loss = total_loss(decisions, step.rules)
        total, distance = loss.total, torch.zeros(())
        if batch.anchor is not None:
            distance = mean(divergence(log_probs, batch.anchor).view(shape), (~is_build).float())
            total = total + step.pull * distance
        norm = self.descend(total, step.rate)
        ratios = (taken.detach() - batch.old_log_probs).exp()
        found = [
            loss.total, loss.policy, loss.upgo, loss.value,
            mean(entropies, is_build.float()), mean(entropies, (~is_build).float()),
            ((ratios - 1).abs() > FAR).float().mean(),
            step.version - batch.versions.float().mean(), norm,
            (log_probs.argmax(dim=1) == batch.actions.view(n)).float().mean(), distance,
        ]  # fmt: skip
        return np.array([float(each.detach()) for each in found])

    def descend(self, loss: Tensor, rate: float) -> Tensor:
        """Update by the gradient of a loss; return its norm.

        Raises:
            FloatingPointError: The loss is not finite.
        """
        if not torch.isfinite(loss):
            raise FloatingPointError("the loss is not finite; lower the learning rate")
        for group in self.optimiser.param_groups:
            group["lr"] = rate
        self.optimiser.zero_grad()
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.network.parameters(), self.config.max_norm)
        self.optimiser.step()
        return norm

    def _evaluated(self, network: PolicyModule, batch: Batch) -> tuple[Tensor, Tensor, Tensor]:
        """Log-probabilities of all decisions, entropies, and values with those after the last."""
        n_steps, n_rows = batch.actions.shape
        if batch.memory.shape[-1] == 0:
            outputs = [network(batch.inputs)]
        else:
            outputs = self._unrolled(network, batch)
        log_probs, entropies, values = (
            torch.cat([getattr(each, name) for each in outputs])
            for name in ("log_probs", "entropies", "values")
        )
        n = n_steps * n_rows
        return log_probs[:n], entropies[:n].view(n_steps, n_rows), values.view(n_steps + 1, n_rows)

    def _unrolled(self, network: PolicyModule, batch: Batch) -> list[Output]:
        """What a network with memory says, step by step."""
        n_steps, n_rows = batch.actions.shape
        memory, outputs = batch.memory, []
        for t in range(n_steps + 1):
            rows = torch.arange(t * n_rows, (t + 1) * n_rows, device=self.device)
            output = network(batch.inputs.at(rows), memory)
            outputs.append(output)
            if t < n_steps:
                memory = output.memory * (~batch.ended[t])[:, None, None]
        return outputs

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
