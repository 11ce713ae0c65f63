"""Averages of synthetic games, computed by hand."""

import math

import numpy as np

from engine.core.enums import BOTH_LOST, FIRST_WON, SECOND_WON
from engine.decks import Patch
from models.players.averages import evaluation_table
from models.players.core.state import PLAYED_GAME
from models.settings.outcomes import OUTCOMES


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
