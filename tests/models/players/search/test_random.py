"""The random player draws uniformly among the legal actions."""

from collections import Counter

import numpy as np

from engine.core.options import list_options
from engine.core.state import OPTIONS
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from models.players.search.dispatch import find_plan


def test_every_legal_action_is_equally_likely(states, rules):
    desk, options = new_desk(), np.zeros(1, OPTIONS)[0]
    strategy = PlayerConfig(search="random").strategy("control", is_first=True)
    n_draws, seen = 1000, 0
    for game in states(0, seed=3, step=17):
        list_options(game, rules.tables, options)
        legal = options.actions[: options.n].tolist()
        drawn: Counter[int] = Counter()
        for seed in range(n_draws):
            find_plan(game, rules.tables, desk.vm, game.active, strategy, seed, desk.search)
            assert desk.search.n_plan == desk.search.n_nodes == 1
            drawn[int(desk.search.plan[0])] += 1
        assert set(drawn) == set(legal)
        mean = n_draws / len(legal)
        chi_square = sum((n - mean) ** 2 / mean for n in drawn.values())
        assert chi_square < len(legal) + 4 * (2 * len(legal)) ** 0.5
        seen += len(legal) > 1
    assert seen > 1
