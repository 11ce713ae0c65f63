"""Changes in equal deals, and payoffs with changed decks."""

import numpy as np
import pytest

from models.metagame.changes import change_of, payoffs
from models.metagame.equilibrium import matchups


def test_a_change_counts_games_in_equal_deals_only_where_they_differ():
    before = np.array([[1, 1, 0, 0], [1, 0, 1, 0]], bool)
    after = np.array([[1, 0, 0, 0], [1, 0, 0, 0]], bool)
    change, error = change_of(before, after)
    assert change == pytest.approx(-0.25)
    assert error == pytest.approx(np.std([0, -0.5, -0.5, 0], ddof=1) / 2)
    assert change_of(before, before) == (0, 0)
    assert np.isnan(change_of(before[:, :0], after[:, :0])).all()


def test_a_pair_with_one_changed_deck_has_the_games_of_that_deck():
    rows = np.array([[2, 4, 1], [3, 2, 0], [4, 1, 2]])
    wins, games = payoffs(rows, 4, np.array([True, False, False]))
    assert games.tolist() == [[0, 4, 4], [4, 0, 8], [4, 8, 0]]
    assert wins[0].tolist() == [0, 4, 1]
    assert wins[1].tolist() == [0, 0, 0 + 4 - 1]
    matchups(wins, games)  # wins of a pair add up to its games
    both = payoffs(rows, 4, np.array([True, True, False]))[1]
    assert both.tolist() == [[0, 8, 4], [8, 0, 4], [4, 4, 0]]
