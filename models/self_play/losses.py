"""Losses of a policy with values, and what its values should have been.

loss = total_loss(decisions, LearningRules(policy_loss="ppo", clips=BOTH_SIDES))
loss.total.backward()

All arrays are tensors of floats of shape (n_steps, n_rows): step t of a row is followed by step
t + 1 of the same row. A row holds the decisions of one player in the order in which it made them;
several games may follow each other in a row.

- `rewards[t]` comes after decision t and before decision t + 1
- `discounts[t]` is gamma, or 0 if the game ended after decision t
- `values[t]` is the estimate at decision t; `last_values` (n_rows,) is the one after the last step
- `ratios[t]` is the probability of the action now over the one at which it was drawn

Sources: Espeholt et al. 2018, IMPALA (V-trace); Vinyals et al. 2019, AlphaStar (UPGO); Xiao et
al. 2023, section 4 (clipping from both sides).
"""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field, model_validator
from torch import Tensor, cat, empty_like, minimum, ones_like, where

from models.settings.config import Config


class Clips(Config):
    """Bounds of the probability ratios in V-trace.

    With `low` 0 and both upper bounds 1, V-trace is that of IMPALA, as in the paper's models b0
    to b2. `BOTH_SIDES` are the bounds of the models from b3 on.
    """

    low: float = Field(0.0, ge=0, description="Least ratio.")
    trace: float = Field(1.0, gt=0, description="Largest ratio c in the weight of later steps.")
    error: float = Field(1.0, gt=0, description="Largest ratio rho of a step's own error.")

    @model_validator(mode="after")
    def _check_order(self) -> "Clips":
        if self.low > min(self.trace, self.error):
            raise ValueError(
                f"low {self.low:g} exceeds trace {self.trace:g} or error {self.error:g}; lower it"
            )
        return self


FROM_ABOVE = Clips()
BOTH_SIDES = Clips(low=0.001, trace=1.007, error=1.007)


def _following(values: Tensor, last_values: Tensor) -> Tensor:
    """The values one step later."""
    return cat([values[1:], last_values[None]])


def vtrace(
    rewards: Tensor,
    discounts: Tensor,
    values: Tensor,
    last_values: Tensor,
    ratios: Tensor,
    clips: Clips = FROM_ABOVE,
) -> tuple[Tensor, Tensor]:
    """Return V-trace targets v and the advantages r + gamma * v' - V, without gradients.

    With all clipped ratios equal to 1, the targets are the n-step returns. The advantages are not
    yet weighted by a ratio.
    """
    values, last_values, ratios = values.detach(), last_values.detach(), ratios.detach()
    errors = rewards + discounts * _following(values, last_values) - values
    errors = ratios.clamp(clips.low, clips.error) * errors
    carried = discounts * ratios.clamp(clips.low, clips.trace)
    changes, change = empty_like(values), values.new_zeros(values.shape[1])
    for t in range(len(values) - 1, -1, -1):
        change = errors[t] + carried[t] * change
        changes[t] = change
    targets = values + changes
    return targets, rewards + discounts * _following(targets, last_values) - values


def upgoing_returns(
    rewards: Tensor, discounts: Tensor, values: Tensor, last_values: Tensor
) -> Tensor:
    """Return upgoing returns G, without gradients: later steps count while they went well.

    A return continues through the next step if that step's reward and following value are at
    least its own value; otherwise it ends with that value. The game's end ends it too.
    """
    values, last_values = values.detach(), last_values.detach()
    went_well = rewards + discounts * _following(values, last_values) >= values
    totals, later = empty_like(values), last_values
    for t in range(len(values) - 1, -1, -1):
        totals[t] = rewards[t] + discounts[t] * later
        later = where(went_well[t], totals[t], values[t])
    return totals


class LearningRules(Config):
    """What is learned from a batch of decisions."""

    gamma: float = Field(1.0, ge=0, le=1, description="Discount per decision.")
    clips: Clips = Field(FROM_ABOVE, description="Bounds of the ratios in V-trace.")
    policy_loss: Literal["gradient", "ppo", "copy"] = Field(
        "gradient",
        description="Policy gradient with clipped ratios, PPO, or the cross-entropy of actions that"
        " another player chose.",
    )
    ppo_clip: float = Field(0.2, gt=0, lt=1, description="Largest change of a ratio in PPO.")
    policy: float = Field(1.0, ge=0, description="Weight of the policy's loss.")
    upgo: float = Field(1.0, ge=0, description="Weight of UPGO.")
    value: float = Field(1.0, ge=0, description="Weight of the values' squared error.")
    entropy: float = Field(0.01, ge=0, description="Weight of the policy's entropy.")


#: What is learned of another player's decisions: to decide as it does, and the games' results.
COPY = LearningRules(policy_loss="copy", upgo=0.0, entropy=0.0)


@dataclass(frozen=True)
class Decisions:
    """Decisions to learn from, each a tensor of shape (n_steps, n_rows) except where stated."""

    log_probs: Tensor  #: Of the actions taken, now, with gradients
    old_log_probs: Tensor  #: Of the actions taken, when they were taken
    entropies: Tensor  #: Of the policy now, with gradients, in nats
    values: Tensor  #: Estimated now, with gradients
    last_values: Tensor  #: (n_rows,) tensor: estimates after the last step
    rewards: Tensor  #: After each decision
    ended: Tensor  #: Bool: the game ended after the decision


def divergence(log_probs: Tensor, others: Tensor) -> Tensor:
    """Return the (n,) Kullback-Leibler divergences of policies from others, in nats.

    Both are (n, width) logarithms of probabilities; the expectation is over the others'.
    """
    return (others.exp() * (others - log_probs)).sum(dim=1)


@dataclass(frozen=True)
class Loss:
    """A loss and its parts, scalars: `total` is what is minimised."""

    total: Tensor
    policy: Tensor
    upgo: Tensor
    value: Tensor
    entropy: Tensor


def mean(terms: Tensor, weights: Tensor) -> Tensor:
    """Return the weighted mean; 0 if no term counts."""
    return (terms * weights).sum() / weights.sum().clamp(min=1e-8)


def policy_gradient_loss(
    log_probs: Tensor, ratios: Tensor, advantages: Tensor, bound: float = 1.0
) -> Tensor:
    """Return the mean of -min(ratio, bound) * advantage * log pi; only log pi has a gradient."""
    return -(ratios.detach().clamp(max=bound) * advantages.detach() * log_probs).mean()


def ppo_loss(ratios: Tensor, advantages: Tensor, clip: float) -> Tensor:
    """Return the mean of -min(A * ratio, A * clipped ratio) (Schulman et al. 2017, equation 7)."""
    advantages = advantages.detach()
    clipped = ratios.clamp(1 - clip, 1 + clip)
    return -minimum(ratios * advantages, clipped * advantages).mean()


def total_loss(decisions: Decisions, rules: LearningRules) -> Loss:
    """Return the weighted sum of all losses of a batch.

    UPGO keeps its clipped ratio under PPO, too: the paper does not say otherwise.
    """
    d, values = decisions, decisions.values
    is_copy = rules.policy_loss == "copy"
    ratios = ones_like(values) if is_copy else (d.log_probs - d.old_log_probs).exp()
    discounts = rules.gamma * (~d.ended).to(values.dtype)
    targets, advantages = vtrace(d.rewards, discounts, values, d.last_values, ratios, rules.clips)
    if is_copy:
        policy = -d.log_probs.mean()
    elif rules.policy_loss == "ppo":
        policy = ppo_loss(ratios, advantages, rules.ppo_clip)
    else:
        policy = policy_gradient_loss(d.log_probs, ratios, advantages, rules.clips.error)
    gains = upgoing_returns(d.rewards, discounts, values, d.last_values) - values
    upgo = policy_gradient_loss(d.log_probs, ratios, gains)
    value = (values - targets).square().mean()
    entropy = d.entropies.mean()
    total = (
        rules.policy * policy + rules.upgo * upgo + rules.value * value - rules.entropy * entropy
    )
    return Loss(total, policy, upgo, value, entropy)
