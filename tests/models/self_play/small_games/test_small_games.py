"""The games, their trees, exact values, and games that tables of probabilities play."""

from itertools import product

import numpy as np
import pytest

from tests.models.self_play.small_games.game_tree import (
    CHANCE,
    ENDED,
    GameTree,
    best_response,
    exploitability,
    value,
)
from tests.models.self_play.small_games.games import GAMES, Decision, End, rock_paper_scissors
from tests.models.self_play.small_games.playing import play

TREES = {name: GameTree.of(game) for name, game in GAMES.items()}
N_GAMES = 20_000


def test_rock_paper_scissors():
    assert rock_paper_scissors((0,)) == Decision(1, (0, 1, 2), "player 1")
    outcomes = [[rock_paper_scissors((a, b)).reward for b in range(3)] for a in range(3)]
    assert outcomes == [[0, -1, 1], [1, 0, -1], [-1, 1, 0]]


@pytest.mark.parametrize(
    ("name", "n_infosets", "n_nodes"),
    [("rock-paper-scissors", 2, 13), ("kuhn", 12, 55), ("leduc", 288, 1936)],
)
def test_trees_are_whole(name, n_infosets, n_nodes):
    tree = TREES[name]
    assert (tree.n_infosets, len(tree.movers)) == (n_infosets, n_nodes)
    assert sorted(tree.children[tree.children >= 0]) == list(range(1, n_nodes))
    assert tree.chances.sum(axis=1) == pytest.approx((tree.movers == CHANCE).astype(float))
    assert ((tree.children >= 0).any(axis=1) == (tree.movers != ENDED)).all()
    decided = tree.infosets >= 0
    assert (tree.owners[tree.infosets[decided]] == tree.movers[decided]).all()
    width = tree.legal.shape[1]
    moves = tree.children[decided, :width] >= 0
    assert (moves == tree.legal[tree.infosets[decided]]).all()


def test_information_sets_must_be_of_one_depth():
    def game(actions: tuple[int, ...]) -> Decision | End:
        return Decision(0, (0, 1), "always") if len(actions) < 2 else End(0.0)

    with pytest.raises(ValueError, match="information set 'always': its positions differ"):
        GameTree.of(game)


def skewed(tree: GameTree) -> np.ndarray:
    """Action i is i + 1 times as likely as action 0."""
    weights = tree.legal * (1 + np.arange(tree.legal.shape[1]))
    return weights / weights.sum(axis=1, keepdims=True)


def kuhn_equilibrium(alpha: float) -> np.ndarray:
    """The equilibria of Kuhn 1950: player 0 bets with the jack with probability alpha <= 1/3."""
    bets = {
        "J": alpha, "Q": 0, "K": 3 * alpha, "J01": 0, "Q01": alpha + 1 / 3, "K01": 1,
        "J0": 1 / 3, "Q0": 0, "K0": 1, "J1": 0, "Q1": 1 / 3, "K1": 1,
    }  # fmt: skip
    share = np.array([bets[name] for name in TREES["kuhn"].names])
    return np.stack([1 - share, share], axis=1)


@pytest.mark.parametrize("alpha", [0, 0.2, 1 / 3])
def test_nobody_exploits_an_equilibrium_of_kuhn_poker(alpha):
    policy = kuhn_equilibrium(alpha)
    assert exploitability(TREES["kuhn"], policy) == pytest.approx(0, abs=1e-12)
    assert value(TREES["kuhn"], policy) == pytest.approx(-1 / 18)


#: Computed by OpenSpiel 2.0.2, whose exploitability has the same definition.
@pytest.mark.parametrize(
    ("name", "of_uniform", "of_skewed"),
    [("kuhn", 11 / 24, 1 / 3), ("leduc", 2.373611111111111, 2.394)],
)
def test_exploitabilities_are_those_of_openspiel(name, of_uniform, of_skewed):
    tree = TREES[name]
    assert exploitability(tree, tree.uniform()) == pytest.approx(of_uniform)
    assert exploitability(tree, skewed(tree)) == pytest.approx(of_skewed)


def test_rock_is_beaten_by_paper():
    tree = TREES["rock-paper-scissors"]
    rock = np.array([[1.0, 0, 0], [1, 0, 0]])
    assert exploitability(tree, rock) == 1
    assert best_response(tree, rock, 1)[1].tolist() == [0, 1]


@pytest.mark.parametrize("player", [0, 1])
def test_a_best_response_is_the_best_of_all_pure_policies(player):
    """By trying all of Kuhn poker."""
    tree = TREES["kuhn"]
    policy, own = skewed(tree), np.flatnonzero(tree.owners == player)
    best, actions = best_response(tree, policy, player)
    found = []
    for pure in product(range(2), repeat=len(own)):
        policy[own] = np.eye(2)[list(pure)]
        found.append(value(tree, policy) * (1 - 2 * player))
    assert best == pytest.approx(max(found))
    policy[own] = np.eye(2)[actions[own]]
    assert value(tree, policy) * (1 - 2 * player) == pytest.approx(best)


@pytest.mark.parametrize("name", GAMES)
def test_mean_rewards_are_the_exact_value(name):
    tree, rng = TREES[name], np.random.default_rng(3)
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
    tree, rng = TREES["leduc"], np.random.default_rng(4)
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
    tree = TREES["kuhn"]
    pairs, learners = np.zeros((50, 2), int), np.zeros(50, int)
    first, again = (
        play(tree, tree.uniform()[None], pairs, learners, np.random.default_rng(7))
        for _ in range(2)
    )
    assert (first.actions == again.actions).all()
    assert (first.rewards == again.rewards).all()
