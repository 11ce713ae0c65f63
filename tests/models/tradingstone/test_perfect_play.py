"""Values of open games against a naive search, and losses."""

import pytest

from models.settings.config import ConfigError
from models.tradingstone.game import TradingGame
from models.tradingstone.hidden_hands import TINY, grow_public_tree, solve_hidden
from models.tradingstone.perfect_play import SMALL, OpenHands, hidden_losses, open_losses
from models.tradingstone.rules import RULES


def naive_value(game):
    if game.is_over:
        return game.reward(0)
    values = []
    for action in game.legal_actions():
        after = game.copy()
        after.apply(action)
        values.append(naive_value(after))
    return (min if game.mover else max)(values)


def test_values_are_those_of_plain_minimax():
    rules = SMALL.but(health=2, max_turns=4)
    exact = OpenHands(rules)
    values = set()
    for seed in range(8):
        game = TradingGame.start(rules, first=seed % 2, seed=seed)
        values.add(exact.value(game))
        assert exact.value(game) == naive_value(game)
    assert len(values) > 1


def test_perfect_play_keeps_the_value():
    exact = OpenHands(SMALL)
    for seed in range(4):
        game = TradingGame.start(SMALL, seed=seed)
        value = exact.value(game)
        while not game.is_over:
            game.apply(exact.best(game)[-1])
        assert game.reward(0) == value


def test_noise_is_refused():
    with pytest.raises(ConfigError, match=r"noise 0.1: backward induction needs rules with noise"):
        OpenHands(RULES["noisy"])


BUDGETS = (1, 100, 3000)


@pytest.fixture(scope="module")
def solved():
    found = solve_hidden(grow_public_tree(TINY), 20)
    assert found.exploitability < 0.005
    return found


def test_with_full_information_the_loss_falls_below_1_percent():
    exact = OpenHands(SMALL)
    losses = [open_losses(exact, f"mcts:{n}", 24).mean() for n in BUDGETS]
    assert losses[0] > losses[1] >= losses[2]
    assert losses[0] > 0.1
    assert losses[2] < 0.01


@pytest.mark.parametrize("method", ["pi-mcts", "is-mcts"])
def test_with_hidden_hands_the_loss_falls(solved, method):
    losses = [hidden_losses(solved, f"{method}:{n}", 60).mean() for n in BUDGETS]
    assert losses[0] > losses[1]
    assert losses[0] > 0.1
    assert losses[2] < 0.01


def test_equal_seeds_give_equal_losses(solved):
    one, two = (hidden_losses(solved, "is-mcts:20", 10, seed=4) for _ in range(2))
    assert (one == two).all()
