import numpy as np
import pytest

from engine.illegal import IllegalAction
from models.environments.tradingstone import TradingStoneGame
from models.settings.config import ConfigError


def first_observation(seed: int, number: int) -> list[float]:
    game = TradingStoneGame()
    game.start(seed, number)
    return game.observe(0).tolist()


def test_a_game_is_named_by_seed_and_number():
    assert first_observation(3, 1) == first_observation(3, 1)
    assert first_observation(3, 1) != first_observation(3, 2)
    assert first_observation(3, 1) != first_observation(1, 3)


@pytest.mark.parametrize("rules", ["literal", "balanced", "noisy"])
def test_a_game_ends_with_opposite_rewards(rules):
    game, rng = TradingStoneGame(rules), np.random.default_rng(1)
    while not game.standing().is_over:
        game.play(int(rng.choice(game.legal())))
    first, second = game.standing().rewards
    assert first == -second
    assert first in (-1, 0, 1)
    assert len(game.legal()) == 0


def test_the_opponents_hand_is_hidden_if_wanted():
    hidden, shown = TradingStoneGame(), TradingStoneGame(hidden=False)
    assert (hidden.observe(0) != shown.observe(0)).any()


def test_errors_name_what_is_wrong():
    game = TradingStoneGame()
    with pytest.raises(IllegalAction, match="action 20 is not legal: the legal actions are"):
        game.play(20)
    with pytest.raises(ConfigError, match="did you mean literal"):
        TradingStoneGame("literall")
    with pytest.raises(ValueError, match="seed -1"):
        game.start(-1, 0)
