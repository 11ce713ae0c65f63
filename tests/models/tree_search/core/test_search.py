"""The searches on TradingStone, the smallest game that has them."""

import numpy as np
import pytest

from engine.core.jit import kernels
from models.tradingstone.core import game as tradingstone
from models.tradingstone.core.game import new_game
from models.tradingstone.core.match import SEARCHES
from models.tree_search.config import TreeSettings
from models.tree_search.core.search import compile_search
from models.tree_search.core.state import METHODS, ROOT, TREE
from tests.both_ways import other_way
from tests.models.tradingstone.positions import lethal, opening, rules_record


class Searcher:
    """A tree search with its memory."""

    def __init__(self, method="mcts", **settings):
        self.settings = TreeSettings(**settings).settings_of(method)
        self.tree, self.worlds = np.zeros(1, TREE)[0], (new_game(), new_game())

    def action(self, game, rules, seed):
        memory = self.tree, game, *self.worlds, rules, rules, self.settings
        return int(SEARCHES.search_action(*memory, seed))

    def visits(self):
        """The visits of each root action, over all trees of the last decision."""
        n = int(self.tree.n_root)
        actions, visits = self.tree.root_actions[:n], self.tree.root_visits[:n]
        return dict(zip(actions.tolist(), visits.tolist(), strict=True))


def corpus():
    """Decisions of every method, with their visits and counts."""
    lines = []
    for method in METHODS:
        for more in ({}, {"rollout": "turn"}, {"rollout": "actions", "rollout_actions": 3}):
            each = Searcher(method, simulations=60, determinisations=7, **more)
            rules = rules_record(noise=0.3)
            action = each.action(opening(4), rules, seed=3)
            lines.append(f"{action} {each.visits()} {each.tree.n_steps} {each.tree.n_trees}")
    return lines


@pytest.mark.parametrize("method", METHODS)
def test_a_search_wins_at_once_where_it_can(method):
    game, action = lethal()
    rules = rules_record()
    assert Searcher(method, simulations=500).action(game, rules, seed=1) == action


@pytest.mark.parametrize("method", METHODS)
def test_the_budget_is_spent_and_shared(method):
    each, rules = Searcher(method, simulations=107, determinisations=10), rules_record()
    each.action(opening(1), rules, seed=1)
    assert sum(each.visits().values()) == each.tree.n_simulations == 107
    assert each.tree.n_trees == (10 if method == "pi-mcts" else 1)
    last = 10 if method == "pi-mcts" else 107
    assert each.tree.nodes[ROOT].visits == last


def test_a_limit_of_steps_ends_the_search():
    each, rules = Searcher(simulations=10_000, max_steps=2_000), rules_record()
    each.action(opening(1), rules, seed=1)
    assert 2_000 <= each.tree.n_steps < 2_200
    each = Searcher("pi-mcts", simulations=10_000, max_steps=2_000, determinisations=4)
    each.action(opening(1), rules, seed=1)
    assert 2_000 <= each.tree.n_steps < 2_600
    assert each.tree.n_trees == 4


def test_a_single_action_is_not_searched():
    each, rules = Searcher(), rules_record(max_plays=0)
    game = opening(1)
    assert each.action(game, rules, seed=1) == 63
    assert each.tree.n_simulations == 0


def test_a_rollout_cut_off_plays_fewer_actions():
    rules, steps = rules_record(), {}
    for rollout in ("end", "turn", "actions"):
        each = Searcher(simulations=200, rollout=rollout, rollout_actions=2)
        each.action(opening(2), rules, seed=1)
        steps[rollout] = each.tree.n_steps
    assert steps["actions"] < steps["turn"] < steps["end"]


def test_a_search_leaves_the_game_as_it_is():
    game, rules = opening(9), rules_record()
    before = game.tobytes()
    Searcher("is-mcts", simulations=50).action(game, rules, seed=1)
    assert game.tobytes() == before


def test_equal_seeds_give_equal_searches():
    game, rules, each = opening(9), rules_record(), Searcher("is-mcts", simulations=300)
    found = []
    for seed in (1, 1, 2):
        each.action(game, rules, seed)
        found.append(each.visits())
    assert found[0] == found[1] != found[2]


def test_interpreted_and_compiled_searches_are_the_same():
    module = "tests.models.tree_search.core.test_search"
    assert other_way(module, "corpus", "-W", "error") == corpus()


def test_a_digest_without_the_tree_search_is_refused():
    with pytest.raises(ValueError, match=r"^models.tradingstone.*give models.tree_search.core"):
        compile_search(vars(tradingstone), (None, None, None), *kernels())
