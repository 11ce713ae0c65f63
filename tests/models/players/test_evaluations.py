"""Averages computed by hand; evaluations of decks and players, in any division, with errors."""

import math

import numpy as np
import polars as pl
import pytest
from polars.testing import assert_frame_equal

from engine.core.enums import BOTH_LOST, FIRST_WON, SECOND_WON
from engine.decks import Deck, DeckError, Patch, card_data, class_pool, pool
from models.players.config import PlayerConfig
from models.players.core.state import PLAYED_GAME
from models.players.decks import Opponent, named_deck, opponent_suite
from models.players.evaluations import (
    evaluate_decks,
    evaluate_players,
    evaluation_table,
    play_players,
)
from models.players.networks import named_network
from models.players.player_names import read_player
from models.settings.outcomes import OUTCOMES
from models.settings.patches import named_patch


def three_games() -> np.ndarray:
    """Three games of one deck against two opponents in turn."""
    games = np.zeros((1, 3), PLAYED_GAME)
    games["result"] = [FIRST_WON, SECOND_WON, BOTH_LOST]
    games["health_difference"] = [12, -6, 0]
    games["rounds"] = [4, 10, 6]
    games["hand_size"] = [10, 40, 10]
    games["damage_done"] = [5, 0, 5]
    games["attempts"] = [1, 3, 1]
    return games


def test_every_average_by_hand():
    row = evaluation_table(np.array([7]), three_games(), 2).row(0, named=True)
    assert row["evaluation"] == 7
    assert row["objective"] == 2
    assert row["objective_se"] == math.sqrt((10**2 + 8**2 + 2**2) / 2 / 3)
    assert (row["turns"], row["hand_size"], row["damage_done"]) == (20 / 3, 3, 0.5)
    assert (row["n_games"], row["win_count"], row["win_rate"]) == (3, 1, 1 / 3)
    assert row["failed_games"] == 2
    assert row["opponent_games"] == [2, 1]
    assert row["opponent_wins"] == [1, 0]
    assert row["opponent_objective"] == [6, -6]


def test_a_single_game_has_no_standard_error_and_an_opponent_without_games_no_mean():
    row = evaluation_table(np.array([0]), three_games()[:, :1], 2).row(0, named=True)
    assert math.isnan(row["objective_se"])
    assert row["opponent_games"] == [1, 0]
    assert row["opponent_objective"][0] == 12
    assert math.isnan(row["opponent_objective"][1])


def test_outcomes_of_the_deck_come_with_its_cards_only():
    cards = [Patch().card_data(card_id) for card_id in ("CS2_231", "CS2_029", "EX1_298")]
    table = evaluation_table(np.array([0]), three_games(), 2, [cards])
    assert table.columns == ["evaluation", *OUTCOMES]
    row = table.row(0, named=True)
    assert (row["deck_mana_sum"], row["n_minions"], row["n_spells"]) == (12, 2, 1)
    assert row["dust"] == 40 + 0 + 1600  # Wisp, Fireball of the Basic set, Ragnaros
    assert row["deck_mana_variance"] == (3 * (0 + 16 + 64) - 12**2) / 9
    without = evaluation_table(np.array([0]), three_games(), 2)
    assert "dust" not in without.columns


N_GAMES = 12
GOBLINS = Opponent(Deck("Goblins", "HUNTER", class_pool("HUNTER", "CORE+GVG").ids[-30:]), "aggro")


@pytest.fixture(scope="module")
def decks() -> list[Deck]:
    cards, found = pool("rogue-dsame"), []
    copies = np.repeat(np.arange(len(cards)), cards.max_copies)
    for seed in range(5):
        drawn = np.random.default_rng(seed).permutation(copies)[:30]
        found.append(cards.deck(np.bincount(drawn, minlength=len(cards)), f"random {seed}"))
    return found


@pytest.fixture(scope="module")
def results(decks) -> pl.DataFrame:
    return evaluate_decks(decks, n_games=N_GAMES, seed=3, threads=1)


@pytest.mark.parametrize("threads", [2, 3, 8])
def test_threads_do_not_change_the_results(decks, results, threads):
    assert_frame_equal(evaluate_decks(decks, "elite", None, N_GAMES, 3, threads=threads), results)


def test_chunks_and_their_order_do_not_change_the_results(decks, results):
    parts = [
        evaluate_decks([decks[i] for i in part], n_games=N_GAMES, seed=3, indices=np.array(part))
        for part in ([4], [2, 3], [0, 1])
    ]
    assert_frame_equal(pl.concat(parts).sort("evaluation"), results)


def test_other_seeds_and_other_evaluation_numbers_are_other_games(decks, results):
    other = evaluate_decks(decks, n_games=N_GAMES, seed=4)
    assert (other["objective"] != results["objective"]).any()
    twice = evaluate_decks([decks[0], decks[0]], n_games=N_GAMES, seed=3)
    assert twice["objective"][0] == results["objective"][0] != twice["objective"][1]


def test_a_row_is_complete_and_consistent(results):
    assert results["evaluation"].to_list() == [0, 1, 2, 3, 4]
    for row in results.iter_rows(named=True):
        assert row["n_games"] == N_GAMES == sum(row["opponent_games"])
        assert row["win_count"] == sum(row["opponent_wins"])
        assert row["win_rate"] == row["win_count"] / N_GAMES
        assert row["objective"] == pytest.approx(np.mean(row["opponent_objective"]))
        assert row["objective_se"] > 0
        assert 3 < row["turns"] < 30
        assert 0 <= row["hand_size"] <= 10
        assert row["cards_drawn"] >= 1
        assert row["failed_games"] == 0


def test_outcomes_of_the_decks_are_in_their_rows(decks, results):
    cards = [[card_data(card_id) for card_id in deck.cards] for deck in decks]
    for name, outcome in OUTCOMES.items():
        if outcome.of_deck:
            assert results[name].to_list() == [outcome.of_deck(each) for each in cards]


def test_mixed_up_scores_cost_the_first_player_and_repeat_in_any_division(decks, results):
    player = PlayerConfig(mixups=0.2)
    whole = evaluate_decks(decks, "elite", player, N_GAMES, 3)
    again = [
        evaluate_decks([deck], "elite", player, N_GAMES, 3, np.array([i]))
        for i, deck in reversed(list(enumerate(decks)))
    ]
    assert_frame_equal(whole, pl.concat(again[::-1]))
    assert whole["objective"].mean() < results["objective"].mean() - 2


def test_progress_counts_all_games(decks):
    counts = []
    evaluate_decks(decks[:2], n_games=30, seed=1, progress=counts.append)
    assert counts == sorted(counts)
    assert counts[-1] == 60


def test_an_opponent_of_ones_own_and_any_fidelity(decks):
    miracle = opponent_suite("elite")[:1]
    fair = PlayerConfig(fidelity="fair", scorer="midrange", depth=5, width=2)
    frame = evaluate_decks(decks[:1], miracle, fair, n_games=4, seed=1)
    assert frame["opponent_games"].to_list() == [[4]]


def test_no_decks_give_an_empty_table(results):
    frame = evaluate_decks([], n_games=5)
    assert frame.height == 0
    assert frame.schema == results.schema


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"n_games": 0}, ValueError, "n_games: 0"),
        ({"threads": 0}, ValueError, "threads: 0"),
        ({"opponents": "elitist"}, DeckError, "elitist"),
        ({"opponents": ()}, DeckError, "opponents: none"),
        ({"opponents": [GOBLINS]}, DeckError, "opponents: deck 'Goblins': .* not of the format"),
        ({"indices": np.array([1, 2])}, ValueError, "indices"),
        ({"indices": np.array([-1])}, ValueError, "indices"),
    ],
)
def test_mistakes_are_named_before_any_game(decks, arguments, error, message):
    with pytest.raises(error, match=message):
        evaluate_decks(decks[:1], **({"n_games": 2} | arguments))


def test_decks_of_29_cards_are_refused():
    deck = named_deck("Classic Miracle Rogue")
    with pytest.raises(DeckError, match="29"):
        evaluate_decks([Deck("short", deck.hero, deck.cards[:-1])], n_games=2)


MIRACLE = named_deck("Classic Miracle Rogue")


def evaluated(players, **how) -> pl.DataFrame:
    return evaluate_players(players, MIRACLE, **({"n_games": N_GAMES, "seed": 3} | how))


@pytest.fixture(scope="module")
def networks() -> np.ndarray:
    """The published network and four random ones."""
    random = np.random.default_rng(1).normal(0, 0.3, (4, 109))
    return np.vstack([named_network("rogue-network").weights, random])


@pytest.fixture(scope="module")
def results_of_players(networks):
    return evaluated(networks, threads=1)


def test_the_published_weights_as_data_play_as_the_named_player_does(results_of_players):
    named = evaluate_decks([MIRACLE], n_games=N_GAMES, seed=3)
    assert_frame_equal(results_of_players.head(1), named.select(results_of_players.columns))


def test_other_weights_play_other_games(results_of_players):
    assert results_of_players["objective"].n_unique() == 5
    assert results_of_players["evaluation"].to_list() == [0, 1, 2, 3, 4]


def test_neither_threads_nor_division_change_the_results(networks, results_of_players):
    assert_frame_equal(evaluated(networks, threads=3), results_of_players)
    part = evaluated(networks[3:], indices=np.array([3, 4]))
    assert_frame_equal(part, results_of_players.tail(2))


def test_scorers_by_name_share_their_deals_when_their_numbers_are_equal():
    players = ("rogue-network", named_network("rogue-network"), "control")
    games = play_players(players, MIRACLE, n_games=N_GAMES, seed=3, indices=np.zeros(3, int))
    assert (games["health_difference"][0] == games["health_difference"][1]).all()
    assert (games["health_difference"][0] != games["health_difference"][2]).any()
    assert (games["seed_a"] == games["seed_a"][0]).all()


def test_a_named_player_values_the_cards_of_the_games():
    """Whatever cards its own settings name, as the network reads the cards' numbers."""
    patches = [named_patch(name) for name in ("2014-07-15", "2015-10-20")]
    how = {"config": PlayerConfig(patch=patches[0]), "n_games": N_GAMES, "seed": 3}
    players = [read_player("fair-beam:value", patch=patch) for patch in patches]
    assert np.array_equal(*(play_players([player], MIRACLE, **how) for player in players))


def test_the_configuration_counts(networks, results_of_players):
    fair = PlayerConfig(fidelity="fair", depth=3, width=1)
    table = evaluated(networks[:1], config=fair)
    assert table["turns"][0] != results_of_players["turns"][0]


def test_no_players_give_an_empty_table(results_of_players):
    table = evaluated(np.zeros((0, 109)))
    assert table.height == 0
    assert table.schema == results_of_players.schema


def test_networks_that_are_none_are_refused_before_any_game(networks):
    broken = networks.copy()
    broken[2, 7] = np.nan
    for players, message in (
        (broken, "weight 7 is nan"),
        (networks[:, 1:], "109 weights"),
        (["lucky"], "unknown network 'lucky'"),
    ):
        with pytest.raises(ValueError, match=message):
            evaluated(players)
