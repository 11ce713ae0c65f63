import numpy as np
import pytest

from tests.models.self_play.small_games.exploitability import value
from tests.models.self_play.small_games.game_tree import GameTree
from tests.models.self_play.small_games.games import GAMES
from tests.models.self_play.small_games.playing import play

N_GAMES = 20_000


@pytest.mark.parametrize("name", GAMES)
def test_mean_rewards_are_the_exact_value(name):
    tree, rng = GameTree.of(GAMES[name]), np.random.default_rng(3)
    policies = np.stack(
        [tree.uniform(), rng.dirichlet(np.ones(tree.legal.shape[1]), tree.n_infosets)]
    )
    policies *= tree.legal
    policies /= policies.sum(axis=2, keepdims=True)
    pairs, learners = np.tile([1, 0], (N_GAMES, 1)), np.arange(N_GAMES) % 2
    rewards = play(tree, policies, pairs, learners, rng).rewards * (1 - 2 * learners)
    mixed = np.where((tree.owners == 0)[:, None], policies[1], policies[0])
    error = rewards.std() / N_GAMES**0.5
    assert rewards.mean() == pytest.approx(value(tree, mixed), abs=4 * error)


def test_decisions_are_the_learners_own():
    tree, rng = GameTree.of(GAMES["leduc"]), np.random.default_rng(4)
    learners = np.arange(500) % 2
    policies = tree.uniform()[None]
    batch = play(tree, policies, np.zeros((500, 2), int), learners, rng)
    taken = batch.taken
    owners = np.broadcast_to(learners, taken.shape)
    assert (tree.owners[batch.infosets] == owners)[taken].all()
    assert tree.legal[batch.infosets, batch.actions][taken].all()
    assert (batch.chances == tree.uniform()[batch.infosets, batch.actions])[taken].all()
    assert (batch.chances[~taken] == 1).all()
    assert (batch.ended.sum(axis=0) == 1).all()
    n_taken = taken.sum(axis=0)
    assert (taken == (np.arange(len(taken))[:, None] < n_taken)).all()
    assert batch.ended[n_taken - 1, np.arange(500)].all()
    assert taken.any(axis=1).all()


def test_equal_seeds_give_equal_games():
    tree = GameTree.of(GAMES["kuhn"])
    pairs, learners = np.zeros((50, 2), int), np.zeros(50, int)
    first, again = (
        play(tree, tree.uniform()[None], pairs, learners, np.random.default_rng(7))
        for _ in range(2)
    )
    assert (first.actions == again.actions).all()
    assert (first.rewards == again.rewards).all()
