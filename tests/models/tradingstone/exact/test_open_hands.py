import pytest

from models.settings.config import ConfigError
from models.tradingstone.exact.open_hands import SMALL, OpenHands
from models.tradingstone.game import TradingGame
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
