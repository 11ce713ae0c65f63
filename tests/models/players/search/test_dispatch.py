"""The random player draws uniformly among the legal actions."""

from collections import Counter

from engine.game import Game
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from tests.models.players.conftest import plan_of


def test_every_legal_action_is_equally_likely(states, rules):
    desk, n_draws, seen = new_desk(), 1000, 0
    strategy = PlayerConfig(search="random").strategy("control", is_first=True)
    for game in states(0, seed=3, step=17):
        legal, drawn = Game(rules, game, 0).codes(), Counter()
        for seed in range(n_draws):
            (action,), _ = plan_of(game, rules, strategy, seed, desk)
            assert desk.search.n_nodes == 1
            drawn[action] += 1
        assert set(drawn) == set(legal)
        mean = n_draws / len(legal)
        chi_square = sum((n - mean) ** 2 / mean for n in drawn.values())
        assert chi_square < len(legal) + 4 * (2 * len(legal)) ** 0.5
        seen += len(legal) > 1
    assert seen > 1
