import pytest
import torch

from models.self_play.targets import BOTH_SIDES, FROM_ABOVE, Clips, upgoing_returns, vtrace
from models.settings.config import ConfigError
from tests.models.self_play import naive

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
    "clips",
    [FROM_ABOVE, BOTH_SIDES, Clips(low=0.1, trace=0.9, error=2.5)],
    ids=str,
)
def test_vtrace_is_the_papers_sum(batch, clips):
    targets, advantages = vtrace(**batch, clips=clips)
    for row, arguments in enumerate(rows(batch)):
        expected = naive.vtrace(*arguments, clips)
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
        expected = [naive.upgoing_return(t, *arguments) for t in range(N_STEPS)]
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
