"""Every search approaches perfect play as its budget grows."""

import pytest

from models.tradingstone.exact.hidden_hands import TINY, solve_hidden
from models.tradingstone.exact.losses import hidden_losses, open_losses
from models.tradingstone.exact.open_hands import SMALL, OpenHands
from models.tradingstone.exact.public_tree import grow_public_tree
from models.tradingstone.players import TradingPlayer

BUDGETS = (1, 100, 3000)
named = TradingPlayer.named


@pytest.fixture(scope="module")
def solved():
    found = solve_hidden(grow_public_tree(TINY), 20)
    assert found.exploitability < 0.005
    return found


def test_with_full_information_the_loss_falls_below_1_percent():
    exact = OpenHands(SMALL)
    losses = [open_losses(exact, named(f"mcts:{n}"), 24).mean() for n in BUDGETS]
    assert losses[0] > losses[1] >= losses[2]
    assert losses[0] > 0.1
    assert losses[2] < 0.01


@pytest.mark.parametrize("method", ["pi-mcts", "is-mcts"])
def test_with_hidden_hands_the_loss_falls(solved, method):
    losses = [hidden_losses(solved, named(f"{method}:{n}"), 60).mean() for n in BUDGETS]
    assert losses[0] > losses[1]
    assert losses[0] > 0.1
    assert losses[2] < 0.01


def test_equal_seeds_give_equal_losses(solved):
    one, two = (hidden_losses(solved, named("is-mcts:20"), 10, seed=4) for _ in range(2))
    assert (one == two).all()
