"""What the values of decisions should have been: V-trace targets, upgoing returns.

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

from pydantic import Field, model_validator
from torch import Tensor, cat, empty_like, where

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

    With all clipped ratios equal to 1, the targets are the n-step returns.

    Args:
        rewards: (n_steps, n_rows) tensor.
        discounts: (n_steps, n_rows) tensor.
        values: (n_steps, n_rows) tensor.
        last_values: (n_rows,) tensor.
        ratios: (n_steps, n_rows) tensor.
        clips: Bounds of the ratios.

    Returns:
        Two (n_steps, n_rows) tensors. The advantages are not yet weighted by a ratio.
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

    Args:
        rewards: (n_steps, n_rows) tensor.
        discounts: (n_steps, n_rows) tensor.
        values: (n_steps, n_rows) tensor.
        last_values: (n_rows,) tensor.

    Returns:
        (n_steps, n_rows) tensor.
    """
    values, last_values = values.detach(), last_values.detach()
    went_well = rewards + discounts * _following(values, last_values) >= values
    totals, later = empty_like(values), last_values
    for t in range(len(values) - 1, -1, -1):
        totals[t] = rewards[t] + discounts[t] * later
        later = where(went_well[t], totals[t], values[t])
    return totals
