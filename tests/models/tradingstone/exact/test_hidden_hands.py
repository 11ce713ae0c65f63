import numpy as np
import pytest

from models.tradingstone.exact.hidden_hands import TINY, solve_hidden
from models.tradingstone.exact.public_tree import grow_public_tree


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
