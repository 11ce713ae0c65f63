"""Decks measured batch by batch."""

import numpy as np
import polars as pl
import pytest

from models.players.config import PlayerConfig
from models.players.decks import named_deck, opponents_of
from models.players.evaluations import evaluate_decks
from tasks.games.measurement import ROUNDS, batches, n_batches, summary

DECK, OTHER = named_deck("Classic Miracle Rogue"), named_deck("Aggro Hunter")
OPPONENTS = opponents_of("elite")
SIZE = ROUNDS * len(OPPONENTS)


def test_batches_are_evaluations_and_have_at_least_the_games_wanted():
    found = list(batches([DECK], OPPONENTS, PlayerConfig(), SIZE + 1, seed=3))
    assert len(found) == n_batches(SIZE + 1, len(OPPONENTS)) == 2
    numbers = np.array([1])
    again = evaluate_decks([DECK], "elite", PlayerConfig(), SIZE, 3, numbers)
    assert found[1].equals(again)
    assert summary(found)["decks"][0]["n_games"] == 2 * SIZE


def test_a_deck_against_itself_differs_by_nothing():
    found = list(batches([DECK, DECK], OPPONENTS, PlayerConfig(), 2 * SIZE, seed=3))
    difference = summary(found)["difference"]
    assert difference["objective"] == 0
    assert difference["objective_interval"] == [0, 0]


def made_up(objectives):
    return pl.DataFrame(
        {
            "n_games": [24] * len(objectives),
            "win_count": [12] * len(objectives),
            "win_rate": [0.5] * len(objectives),
            "objective": objectives,
            "objective_se": [2.0] * len(objectives),
        }
    )


def test_intervals_of_some_batches():
    found = [made_up([1.0, 4.0]), made_up([3.0, 5.0]), made_up([2.0, 6.0])]
    first, second = summary(found)["decks"]
    assert (first["n_games"], first["win_rate"], first["objective"]) == (72, 0.5, 2.0)
    margin = 1.959964 * 2 / np.sqrt(3)
    assert first["objective_interval"] == pytest.approx([2 - margin, 2 + margin])
    assert second["objective"] == 5
    difference = summary(found)["difference"]
    assert difference["objective"] == pytest.approx(3)
    # Differences 3, 2 and 4; Student's t with two degrees of freedom.
    assert difference["objective_interval"] == pytest.approx(
        [3 - 4.3027 / np.sqrt(3), 3 + 4.3027 / np.sqrt(3)], abs=1e-3
    )


def test_there_is_no_difference_before_the_second_batch():
    assert summary([]) == {"decks": [], "difference": None}
    assert summary([made_up([1.0, 2.0])])["difference"] is None
    assert summary([made_up([1.0])] * 2)["difference"] is None
