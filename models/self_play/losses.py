"""The losses of a policy with values: policy gradient, PPO, UPGO, value error, entropy.

loss = total_loss(decisions, LearningRules(policy_loss="ppo", clips=BOTH_SIDES))
loss.total.backward()

Tensors have the shapes of `models.self_play.targets`.
"""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field
from torch import Tensor, minimum

from models.self_play.targets import FROM_ABOVE, Clips, upgoing_returns, vtrace
from models.settings.config import Config


class LearningRules(Config):
    """What is learned from a batch of decisions."""

    gamma: float = Field(1.0, ge=0, le=1, description="Discount per decision.")
    clips: Clips = Field(FROM_ABOVE, description="Bounds of the ratios in V-trace.")
    policy_loss: Literal["gradient", "ppo"] = Field(
        "gradient", description="Policy gradient with clipped ratios, or PPO."
    )
    ppo_clip: float = Field(0.2, gt=0, lt=1, description="Largest change of a ratio in PPO.")
    policy: float = Field(1.0, ge=0, description="Weight of the policy's loss.")
    upgo: float = Field(1.0, ge=0, description="Weight of UPGO.")
    value: float = Field(1.0, ge=0, description="Weight of the values' squared error.")
    entropy: float = Field(0.01, ge=0, description="Weight of the policy's entropy.")


@dataclass(frozen=True)
class Decisions:
    """Decisions to learn from, each a tensor of shape (n_steps, n_rows) except where stated.

    Attributes:
        log_probs: Of the actions taken, now, with gradients.
        old_log_probs: Of the actions taken, when they were taken.
        entropies: Of the policy now, with gradients, in nats.
        values: Estimated now, with gradients.
        last_values: (n_rows,) tensor: estimates after the last step.
        rewards: After each decision.
        ended: Bool: the game ended after the decision.
        weights: How much each decision counts; 1 for all if None.
    """

    log_probs: Tensor
    old_log_probs: Tensor
    entropies: Tensor
    values: Tensor
    last_values: Tensor
    rewards: Tensor
    ended: Tensor
    weights: Tensor | None = None


@dataclass(frozen=True)
class Loss:
    """A loss and its parts, scalars: `total` is what is minimised."""

    total: Tensor
    policy: Tensor
    upgo: Tensor
    value: Tensor
    entropy: Tensor


def mean(terms: Tensor, weights: Tensor | None) -> Tensor:
    """Return the weighted mean; 0 if no term counts."""
    if weights is None:
        return terms.mean()
    return (terms * weights).sum() / weights.sum().clamp(min=1e-8)


def policy_gradient_loss(
    log_probs: Tensor,
    ratios: Tensor,
    advantages: Tensor,
    weights: Tensor | None = None,
    bound: float = 1.0,
) -> Tensor:
    """Return the mean of -min(ratio, bound) * advantage * log pi; only log pi has a gradient."""
    gains = ratios.detach().clamp(max=bound) * advantages.detach() * log_probs
    return -mean(gains, weights)


def ppo_loss(
    ratios: Tensor, advantages: Tensor, clip: float, weights: Tensor | None = None
) -> Tensor:
    """Return the mean of -min(A * ratio, A * clipped ratio) (Schulman et al. 2017, equation 7)."""
    advantages = advantages.detach()
    clipped = ratios.clamp(1 - clip, 1 + clip)
    return -mean(minimum(ratios * advantages, clipped * advantages), weights)


def value_loss(values: Tensor, targets: Tensor, weights: Tensor | None = None) -> Tensor:
    """Return the mean squared error of the values."""
    return mean((values - targets.detach()).square(), weights)


def total_loss(decisions: Decisions, rules: LearningRules) -> Loss:
    """Return the weighted sum of all losses of a batch.

    UPGO keeps its clipped ratio under PPO, too: the paper does not say otherwise.
    """
    d, values = decisions, decisions.values
    ratios = (d.log_probs - d.old_log_probs).exp()
    discounts = rules.gamma * (~d.ended).to(values.dtype)
    targets, advantages = vtrace(d.rewards, discounts, values, d.last_values, ratios, rules.clips)
    if rules.policy_loss == "ppo":
        policy = ppo_loss(ratios, advantages, rules.ppo_clip, d.weights)
    else:
        policy = policy_gradient_loss(d.log_probs, ratios, advantages, d.weights, rules.clips.error)
    gains = upgoing_returns(d.rewards, discounts, values, d.last_values) - values
    upgo = policy_gradient_loss(d.log_probs, ratios, gains, d.weights)
    value = value_loss(values, targets, d.weights)
    entropy = mean(d.entropies, d.weights)
    total = (
        rules.policy * policy + rules.upgo * upgo + rules.value * value - rules.entropy * entropy
    )
    return Loss(total, policy, upgo, value, entropy)
