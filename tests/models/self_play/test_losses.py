import math

import pytest
import torch

from models.self_play.losses import (
    Decisions,
    LearningRules,
    mean,
    policy_gradient_loss,
    ppo_loss,
    total_loss,
    value_loss,
)
from models.self_play.targets import BOTH_SIDES
from tests.models.self_play import naive

RATIOS = [0.01, 0.7, 0.85, 1.0, 1.15, 1.4, 9.0]


def both_signs() -> tuple[torch.Tensor, torch.Tensor]:
    ratios = torch.tensor([RATIOS, RATIOS], dtype=torch.float64)
    advantages = torch.tensor([[1.5], [-0.5]], dtype=torch.float64).expand_as(ratios)
    return ratios, advantages


def test_ppo_is_the_mean_of_the_lesser_gains():
    ratios, advantages = both_signs()
    gains = [
        naive.ppo_gain(ratio, advantage, 0.2)
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


def test_weights_leave_decisions_out():
    terms, weights = torch.tensor([1.0, 5.0, 9.0]), torch.tensor([1.0, 0.0, 1.0])
    assert mean(terms, weights).item() == 5.0
    assert mean(terms, None).item() == 5.0
    assert mean(terms, torch.zeros(3)).item() == 0.0
    assert value_loss(terms, torch.zeros(3), weights).item() == 41.0


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
    targets, advantages = naive.vtrace([0, 1], [0.9, 0], [0.1, 0.4], 7, ratios, BOTH_SIDES)
    if policy_loss == "ppo":
        gains = [naive.ppo_gain(r, a, 0.2) for r, a in zip(ratios, advantages, strict=True)]
    else:
        gains = [1.007 * advantages[0] * -0.5, ratios[1] * advantages[1] * -1.0]
    ups = [naive.upgoing_return(t, [0, 1], [0.9, 0], [0.1, 0.4], 7) for t in range(2)]
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


def test_a_decision_of_weight_0_teaches_nothing():
    log_probs = torch.tensor([[-0.5], [-1.0]], dtype=torch.float64, requires_grad=True)
    values = torch.tensor([[0.1], [0.4]], dtype=torch.float64, requires_grad=True)
    weights = torch.tensor([[0.0], [1.0]], dtype=torch.float64)
    batch = decisions(log_probs=log_probs, values=values, weights=weights)
    total_loss(batch, LearningRules()).total.backward()
    assert log_probs.grad[0] == 0
    assert log_probs.grad[1] != 0
    assert values.grad[0] == 0
    assert values.grad[1] != 0
