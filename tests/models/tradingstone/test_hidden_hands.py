"""Trees of small games with hidden hands, and their equilibria."""

import numpy as np
import pytest

from models.settings.config import ConfigError
from models.tradingstone.game import TradingGame
from models.tradingstone.hidden_hands import TINY, grow_public_tree, solve_hidden
from models.tradingstone.rules import RULES, TradingRules

RULES_HERE = TradingRules(n_cards=2, health=2, max_value=2, sickness=True, max_plays=1, max_turns=3)


def test_every_game_is_a_course_of_the_tree():
    tree, rng = grow_public_tree(RULES_HERE), np.random.default_rng(1)
    for seed in range(50):
        game, node = TradingGame.start(RULES_HERE, seed=seed), 0
        hands = [tree.hands.index(tuple(sorted(game.hand(side)[:2]))) for side in (0, 1)]
        while not game.is_over:
            side = game.mover
            assert tree.movers[node] == side
            legal = {game.hand(side)[a] if a < 7 else a for a in game.legal_actions()}
            children = np.flatnonzero(tree.parents == node)
            assert {tree.actions[c] for c in children if tree.legal[c, hands[side]]} == legal
            action = int(rng.choice(game.legal_actions()))
            node = tree.child(node, game.hand(side)[action] if action < 7 else action)
            game.apply(action)
        assert tree.movers[node] == -1
        assert tree.rewards[node] == game.reward(0)


def test_hands_are_as_likely_as_their_deals():
    tree = grow_public_tree(RULES_HERE.but(max_turns=1))
    chances = dict(zip(tree.hands, tree.chances, strict=True))
    assert len(chances) == 10
    assert chances[(1, 1), (1, 1)] == pytest.approx(1 / 16)
    assert chances[(1, 1), (2, 1)] == pytest.approx(2 / 16)


def test_rules_too_large_are_refused():
    with pytest.raises(ConfigError, match="must have neither noise nor a puzzle"):
        grow_public_tree(RULES["noisy"])


@pytest.fixture(scope="module")
def tree():
    return grow_public_tree(TINY.but(max_turns=3))


def test_cfr_approaches_an_equilibrium(tree):
    gaps = [solve_hidden(tree, n).exploitability for n in (1, 5, 40)]
    assert gaps[0] > gaps[1] > gaps[2] >= -1e-12
    assert gaps[2] < 0.002


def test_strategies_are_shares_of_legal_actions(tree):
    solved = solve_hidden(tree, 3)
    for node in range(0, 400, 7):
        children = np.flatnonzero(tree.parents == node)
        if len(children):
            assert solved.strategy[children].sum(axis=0) == pytest.approx(1)
            assert (solved.strategy[children][~tree.legal[children]] == 0).all()


def test_a_reply_is_worth_its_best_action(tree):
    solved = solve_hidden(tree, 10)
    children = np.flatnonzero(tree.parents == 0)
    for hand in range(len(tree.hands)):
        legal = children[tree.legal[children, hand]]
        best = max(solved.reply_value(0, int(node), hand) for node in legal)
        assert solved.reply_value(0, 0, hand) == pytest.approx(best)
