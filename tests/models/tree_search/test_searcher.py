import time

import pytest

from models.tree_search.config import TreeSearchConfig
from models.tree_search.searcher import TreeSearcher
from tests.models.tradingstone.positions import SEARCHES, lethal, new_game, opening, rules_record


@pytest.mark.parametrize("method", ["mcts", "pi-mcts", "is-mcts"])
def test_a_time_limit_replaces_the_budget(method):
    config = TreeSearchConfig(method=method, simulations=1, determinisations=5)
    searcher, rules = TreeSearcher(SEARCHES, config, new_game), rules_record()
    game, action = lethal()
    begun = time.perf_counter()
    assert searcher.action(game, rules, rules, 1, milliseconds=60) == action
    assert 0.05 < time.perf_counter() - begun < 2
    assert searcher.tree.n_simulations > 50
    assert searcher.tree.n_trees == (5 if method == "pi-mcts" else 1)


def test_a_time_limit_must_be_positive():
    searcher, rules = TreeSearcher(SEARCHES, TreeSearchConfig(), new_game), rules_record()
    with pytest.raises(ValueError, match=r"^-1 milliseconds; give more than 0$"):
        searcher.action(opening(0), rules, rules, 1, milliseconds=-1)
