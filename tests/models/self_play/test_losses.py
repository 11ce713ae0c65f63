"""Losses and targets, against those written as in the papers, for one row of numbers."""

import math

import pytest
import torch

from models.self_play.losses import (
    BOTH_SIDES,
    FROM_ABOVE,
    Clips,
    Decisions,
    LearningRules,
    mean,
    policy_gradient_loss,
    ppo_loss,
    total_loss,
    upgoing_returns,
    vtrace,
)
from models.settings.config import ConfigError

RATIOS = [0.01, 0.7, 0.85, 1.0, 1.15, 1.4, 9.0]


def clipped(ratio, low, high) -> float:
    return max(low, min(ratio, high))


def naive_vtrace(rewards, discounts, values, last, ratios, clips) -> tuple[list, list]:
    """Targets as the sum over all later steps (Xiao et al., section 4), and advantages."""
    n = len(rewards)
    after = [*values[1:], last]
    errors = [rewards[t] + discounts[t] * after[t] - values[t] for t in range(n)]
    targets = []
    for t in range(n):
        total = values[t]
        for i in range(t, n):
            weight = math.prod(
                discounts[j] * clipped(ratios[j], clips.low, clips.trace) for j in range(t, i)
            )
            total += weight * clipped(ratios[i], clips.low, clips.error) * errors[i]
        targets.append(total)
    later = [*targets[1:], last]
    return targets, [rewards[t] + discounts[t] * later[t] - values[t] for t in range(n)]


def naive_return(t, rewards, discounts, values, last) -> float:
    """G of step t, by recursion."""
    after = [*values[1:], last]
    if t + 1 == len(rewards):
        return rewards[t] + discounts[t] * last
    went_well = rewards[t + 1] + discounts[t + 1] * after[t + 1] >= values[t + 1]
    rest = naive_return(t + 1, rewards, discounts, values, last) if went_well else values[t + 1]
    return rewards[t] + discounts[t] * rest


def naive_ppo_gain(ratio, advantage, clip) -> float:
    return min(ratio * advantage, clipped(ratio, 1 - clip, 1 + clip) * advantage)


def both_signs() -> tuple[torch.Tensor, torch.Tensor]:
    ratios = torch.tensor([RATIOS, RATIOS], dtype=torch.float64)
    advantages = torch.tensor([[1.5], [-0.5]], dtype=torch.float64).expand_as(ratios)
    return ratios, advantages


def test_ppo_is_the_mean_of_the_lesser_gains():
    ratios, advantages = both_signs()
    gains = [
        naive_ppo_gain(ratio, advantage, 0.2)
        for ratio, advantage in zip(ratios.flatten(), advantages.flatten(), strict=True)
    ]
    assert ppo_loss(ratios, advantages, 0.2).item() == pytest.approx(-sum(gains).item() / 14)


def test_ppo_does_not_push_a_ratio_further_out():
    ratios, advantages = both_signs()
    ratios.requires_grad_()
    ppo_loss(ratios, advantages, 0.2).backward()
    inside = torch.tensor([[r < 1.2 for r in RATIOS], [r > 0.8 for r in RATIOS]])
    expected = torch.where(inside, -advantages / 14, 0.0)
    torch.testing.assert_close(ratios.grad, expected)


def test_policy_gradient_weighs_by_the_clipped_ratio():
    log_probs = torch.tensor([-1.0, -2.0], dtype=torch.float64, requires_grad=True)
    ratios, advantages = torch.tensor([0.5, 3.0]).double(), torch.tensor([2.0, -4.0]).double()
    policy_gradient_loss(log_probs, ratios, advantages).backward()
    assert log_probs.grad.tolist() == pytest.approx([-(0.5 * 2) / 2, -(1.0 * -4) / 2])
    found = policy_gradient_loss(log_probs, ratios, advantages, bound=1.007)
    assert found.item() == pytest.approx(-(0.5 * 2 * -1 + 1.007 * -4 * -2) / 2)


def test_weights_leave_terms_out():
    terms, weights = torch.tensor([1.0, 5.0, 9.0]), torch.tensor([1.0, 0.0, 1.0])
    assert mean(terms, weights).item() == 5.0
    assert mean(terms, torch.zeros(3)).item() == 0.0


def decisions(**changes) -> Decisions:
    """One game of two decisions that is won; the policy has changed since."""
    given = {
        "log_probs": [[-0.5], [-1.0]],
        "old_log_probs": [[-0.7], [-0.4]],
        "entropies": [[0.6], [0.3]],
        "values": [[0.1], [0.4]],
        "last_values": [7.0],
        "rewards": [[0.0], [1.0]],
    }
    tensors = {name: torch.tensor(value, dtype=torch.float64) for name, value in given.items()}
    tensors["ended"] = torch.tensor([[False], [True]])
    return Decisions(**(tensors | changes))


@pytest.mark.parametrize("policy_loss", ["gradient", "ppo"])
def test_the_total_is_the_weighted_sum_of_the_formulas(policy_loss):
    rules = LearningRules(
        gamma=0.9, clips=BOTH_SIDES, policy_loss=policy_loss, policy=2.0, upgo=0.5, value=3.0,
        entropy=0.1,
    )  # fmt: skip
    loss = total_loss(decisions(), rules)
    ratios = [math.exp(0.2), math.exp(-0.6)]
    targets, advantages = naive_vtrace([0, 1], [0.9, 0], [0.1, 0.4], 7, ratios, BOTH_SIDES)
    if policy_loss == "ppo":
        gains = [naive_ppo_gain(r, a, 0.2) for r, a in zip(ratios, advantages, strict=True)]
    else:
        gains = [1.007 * advantages[0] * -0.5, ratios[1] * advantages[1] * -1.0]
    ups = [naive_return(t, [0, 1], [0.9, 0], [0.1, 0.4], 7) for t in range(2)]
    upgo = -(1.0 * (ups[0] - 0.1) * -0.5 + ratios[1] * (ups[1] - 0.4) * -1.0) / 2
    value = ((0.1 - targets[0]) ** 2 + (0.4 - targets[1]) ** 2) / 2
    assert loss.policy.item() == pytest.approx(-sum(gains) / 2)
    assert loss.upgo.item() == pytest.approx(upgo)
    assert loss.value.item() == pytest.approx(value)
    assert loss.entropy.item() == pytest.approx(0.45)
    expected = 2 * loss.policy + 0.5 * loss.upgo + 3 * loss.value - 0.1 * loss.entropy
    assert loss.total.item() == pytest.approx(expected.item())


def test_on_policy_ppo_and_the_policy_gradient_have_one_gradient():
    """The limit without any change of the policy."""
    gradients = []
    for policy_loss in ("gradient", "ppo"):
        log_probs = torch.tensor([[-0.5], [-1.0]], dtype=torch.float64, requires_grad=True)
        batch = decisions(log_probs=log_probs, old_log_probs=log_probs.detach())
        total_loss(batch, LearningRules(policy_loss=policy_loss)).total.backward()
        gradients.append(log_probs.grad)
    torch.testing.assert_close(*gradients)


N_STEPS, N_ROWS = 9, 5


@pytest.fixture
def batch() -> dict[str, torch.Tensor]:
    """Random steps, some of which end a game; ratios on both sides of all bounds."""
    draw = torch.Generator().manual_seed(3)

    def normal(*shape: int) -> torch.Tensor:
        return torch.randn(*shape, generator=draw, dtype=torch.float64)

    ended = torch.rand(N_STEPS, N_ROWS, generator=draw) < 0.2
    return {
        "rewards": normal(N_STEPS, N_ROWS),
        "discounts": 0.97 * (~ended).double(),
        "values": normal(N_STEPS, N_ROWS),
        "last_values": normal(N_ROWS),
        "ratios": (1.5 * normal(N_STEPS, N_ROWS)).exp(),
    }


def rows(batch: dict[str, torch.Tensor]) -> list[list]:
    return [[batch[name][..., row].tolist() for name in batch] for row in range(N_ROWS)]


@pytest.mark.parametrize(
    "clips", [FROM_ABOVE, BOTH_SIDES, Clips(low=0.1, trace=0.9, error=2.5)], ids=str
)
def test_vtrace_is_the_papers_sum(batch, clips):
    targets, advantages = vtrace(**batch, clips=clips)
    for row, arguments in enumerate(rows(batch)):
        expected = naive_vtrace(*arguments, clips)
        assert targets[:, row].tolist() == pytest.approx(expected[0])
        assert advantages[:, row].tolist() == pytest.approx(expected[1])


@pytest.mark.parametrize("clips", [FROM_ABOVE, BOTH_SIDES])
def test_vtrace_on_policy_is_the_n_step_return(batch, clips):
    """The limit in which the clips are inactive: all ratios 1, gamma 1."""
    batch["discounts"] = torch.ones_like(batch["discounts"])
    batch["ratios"] = torch.ones_like(batch["ratios"])
    targets, _ = vtrace(**batch, clips=clips)
    totals = batch["rewards"].flip(0).cumsum(0).flip(0) + batch["last_values"]
    torch.testing.assert_close(targets, totals)


def test_vtrace_of_ratios_0_keeps_the_values_where_no_bound_lifts_them(batch):
    batch["ratios"] = torch.zeros_like(batch["ratios"])
    torch.testing.assert_close(vtrace(**batch)[0], batch["values"])
    assert (vtrace(**batch, clips=BOTH_SIDES)[0] != batch["values"]).all()


def test_what_comes_after_the_end_of_a_game_does_not_matter(batch):
    batch["discounts"][4] = 0
    other = batch | {"values": batch["values"].clone(), "rewards": batch["rewards"].clone()}
    other["values"][5:] += 1
    other["rewards"][5:] -= 2
    assert (vtrace(**batch)[0][:5] == vtrace(**other)[0][:5]).all()
    del batch["ratios"], other["ratios"]
    assert (upgoing_returns(**batch)[:5] == upgoing_returns(**other)[:5]).all()


def test_upgoing_returns_are_the_recursion(batch):
    del batch["ratios"]
    found = upgoing_returns(**batch)
    for row, arguments in enumerate(rows(batch)):
        expected = [naive_return(t, *arguments) for t in range(N_STEPS)]
        assert found[:, row].tolist() == pytest.approx(expected)


def test_upgoing_returns_reach_the_end_if_all_went_well_and_one_step_if_nothing_did(batch):
    del batch["ratios"]
    low, high = (torch.full_like(batch["values"], value) for value in (-100.0, 100.0))
    batch["discounts"] = torch.ones_like(low)
    well = batch | {"values": low.cumsum(0).flip(0)}  # each value is greater than the one before
    expected = batch["rewards"].flip(0).cumsum(0).flip(0) + batch["last_values"]
    torch.testing.assert_close(upgoing_returns(**well), expected)
    badly = batch | {"values": high.cumsum(0).flip(0)}  # each value is less than the one before
    after = torch.cat([badly["values"][1:], batch["last_values"][None]])
    torch.testing.assert_close(upgoing_returns(**badly), batch["rewards"] + after)


def test_targets_have_no_gradient(batch):
    batch["values"].requires_grad_()
    batch["ratios"].requires_grad_()
    assert not any(target.requires_grad for target in vtrace(**batch))
    del batch["ratios"]
    assert not upgoing_returns(**batch).requires_grad


def test_bounds_in_the_wrong_order_are_named():
    with pytest.raises(ConfigError, match="low 2 exceeds trace 1"):
        Clips().but(low=2.0)
