import numpy as np
import pytest

from tests.models.self_play.small_games.game_tree import CHANCE, ENDED, GameTree
from tests.models.self_play.small_games.games import GAMES, Decision, End


@pytest.mark.parametrize(
    ("name", "n_infosets", "n_nodes"),
    [("rock-paper-scissors", 2, 13), ("kuhn", 12, 55), ("leduc", 288, 1936)],
)
def test_trees_are_whole(name, n_infosets, n_nodes):
    tree = GameTree.of(GAMES[name])
    assert (tree.n_infosets, len(tree.movers)) == (n_infosets, n_nodes)
    assert sorted(tree.children[tree.children >= 0]) == list(range(1, n_nodes))
    assert tree.chances.sum(axis=1) == pytest.approx((tree.movers == CHANCE).astype(float))
    assert ((tree.children >= 0).any(axis=1) == (tree.movers != ENDED)).all()
    decided = tree.infosets >= 0
    assert (tree.owners[tree.infosets[decided]] == tree.movers[decided]).all()
    width = tree.legal.shape[1]
    moves = tree.children[decided, :width] >= 0
    assert (moves == tree.legal[tree.infosets[decided]]).all()


def test_a_wrong_policy_is_named():
    tree = GameTree.of(GAMES["leduc"])
    with pytest.raises(ValueError, match=r"policy of shape \(2, 3\); this game's is \(288, 3\)"):
        tree.check(np.ones((2, 3)))
    policy = tree.uniform()
    policy[0] = [1, 0, 0]  # nobody folds without a raise
    with pytest.raises(ValueError, match=r"policy at 'J:': \[1\. 0\. 0\.\] is no distribution"):
        tree.check(policy)


def test_information_sets_must_be_of_one_depth():
    def game(actions: tuple[int, ...]) -> Decision | End:
        return Decision(0, (0, 1), "always") if len(actions) < 2 else End(0.0)

    with pytest.raises(ValueError, match="information set 'always': its positions differ"):
        GameTree.of(game)
