"""Many networks in one call play like each network in its own call."""

import numpy as np
import pytest
from polars.testing import assert_frame_equal

from models.players.config import PlayerConfig
from models.players.decks import named_deck
from models.players.evaluate_decks import evaluate_decks
from models.players.evaluate_players import evaluate_players, paired_difference, play_players
from models.players.networks import named_network

N_GAMES = 12
MIRACLE = named_deck("Classic Miracle Rogue")


@pytest.fixture(scope="module")
def networks() -> np.ndarray:
    """The published network and four random ones."""
    random = np.random.default_rng(1).normal(0, 0.3, (4, 109))
    return np.vstack([named_network("rogue-network").weights, random])


@pytest.fixture(scope="module")
def results(networks):
    return evaluate_players(networks, MIRACLE, n_games=N_GAMES, seed=3, threads=1)


def test_the_published_weights_as_data_play_as_the_named_player_does(results):
    named = evaluate_decks([MIRACLE], n_games=N_GAMES, seed=3)
    assert_frame_equal(results.head(1), named.select(results.columns))


def test_other_weights_play_other_games(results):
    assert results["objective"].n_unique() == 5
    assert results["evaluation"].to_list() == [0, 1, 2, 3, 4]


def test_neither_threads_nor_division_change_the_results(networks, results):
    again = evaluate_players(networks, MIRACLE, n_games=N_GAMES, seed=3, threads=3)
    assert_frame_equal(again, results)
    part = evaluate_players(
        networks[3:], MIRACLE, n_games=N_GAMES, seed=3, indices=np.array([3, 4])
    )
    assert_frame_equal(part, results.tail(2))


def test_scorers_by_name_share_their_deals_when_their_numbers_are_equal():
    players = ("rogue-network", named_network("rogue-network"), "control")
    games = play_players(players, MIRACLE, n_games=N_GAMES, seed=3, indices=np.zeros(3, int))
    assert (games["health_difference"][0] == games["health_difference"][1]).all()
    assert (games["health_difference"][0] != games["health_difference"][2]).any()
    assert (games["seed_a"] == games["seed_a"][0]).all()


def test_the_configuration_counts(networks, results):
    fair = PlayerConfig(fidelity="fair", depth=3, width=1)
    table = evaluate_players(networks[:1], MIRACLE, config=fair, n_games=N_GAMES, seed=3)
    assert table["turns"][0] != results["turns"][0]


def test_no_players_give_an_empty_table(results):
    table = evaluate_players(np.zeros((0, 109)), MIRACLE, n_games=2)
    assert table.height == 0
    assert table.schema == results.schema


def test_networks_that_are_none_are_refused_before_any_game(networks):
    broken = networks.copy()
    broken[2, 7] = np.nan
    with pytest.raises(ValueError, match="weight 7 is nan"):
        evaluate_players(broken, MIRACLE, n_games=2)
    with pytest.raises(ValueError, match="109 weights"):
        evaluate_players(networks[:, 1:], MIRACLE, n_games=2)
    with pytest.raises(ValueError, match="unknown network 'lucky'"):
        evaluate_players(["lucky"], MIRACLE, n_games=2)


def test_a_paired_difference_by_hand():
    mean, error = paired_difference(np.array([3, 5, 10]), np.array([1, 4, 7]))
    assert mean == 2
    assert error == pytest.approx(1 / np.sqrt(3))
