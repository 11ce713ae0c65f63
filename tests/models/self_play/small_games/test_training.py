import numpy as np
import pytest
import torch

from models.self_play.opponents import METHODS
from tests.models.self_play.small_games.game_tree import GameTree, exploitability
from tests.models.self_play.small_games.games import GAMES
from tests.models.self_play.small_games.training import Table, TrainingConfig, train

TREES = {name: GameTree.of(game) for name, game in GAMES.items()}
SHORT = TrainingConfig(periods=3, batches=2, games=64)


def test_a_table_draws_legal_actions_only():
    torch.manual_seed(0)
    tree = TREES["leduc"]
    policy = Table(tree, spread=2.0).policy()
    assert ((policy > 0) == tree.legal).all()
    assert policy.sum(axis=1) == pytest.approx(1)


def test_equal_seeds_give_equal_curves():
    curves = [train(TREES["kuhn"], SHORT, seed).to_dicts() for seed in (1, 1, 2)]
    assert curves[0] == curves[1]
    assert curves[0] != curves[2]


def test_a_curve_counts_games_and_copies():
    curve = train(TREES["kuhn"], SHORT.but(opponents=METHODS["pfsp"]), seed=1)
    assert curve["games"].to_list() == [0, 128, 256, 384]
    assert curve["copies"].to_list() == [0, 1, 2, 3]


@pytest.mark.parametrize("method", METHODS)
def test_every_method_learns_kuhn_poker(method):
    """At first the table loses 0.5 chips per game or more to a best response."""
    config = TrainingConfig(opponents=METHODS[method], periods=20, rate=0.05)
    curve = train(TREES["kuhn"], config, seed=1)["exploitability"]
    assert curve[-1] < 0.7 * curve[0]


def test_osfp_converges_on_rock_paper_scissors_where_fictitious_play_does_not():
    """The last tables, of a shorter training than that of docs/results/self-play.md."""
    last = {}
    for method in ("osfp", "fictitious-play"):
        config = TrainingConfig(opponents=METHODS[method], periods=120, rate=0.03)
        config = config.but(learning__entropy=0.05)
        curve = train(TREES["rock-paper-scissors"], config, seed=1)["exploitability"]
        last[method] = np.mean(curve[-10:].to_list())
    assert last["osfp"] < 0.2
    assert last["fictitious-play"] > 0.5


def test_a_first_table_without_spread_is_uniform():
    tree = TREES["kuhn"]
    curve = train(tree, SHORT.but(spread=0.0), seed=1)
    assert curve["exploitability"][0] == pytest.approx(exploitability(tree, tree.uniform()))
