"""From games to the results of a point, by hand."""

import numpy as np
import polars as pl
import pytest

from models.hearthsim.experiments import Contender, Point
from models.hearthsim.games import GAMES
from models.hearthsim.results import POINTS, SUMS, course, point_results, sums_by_round

POINT = Point("8", 8, (Contender(), Contender()))
N_ROUNDS = 50


@pytest.fixture
def games() -> pl.DataFrame:
    """Three games: two rounds, won; three rounds, lost; one without a winner."""
    rows = {
        "game": [0, 1, 2],
        "first": [0, 1, 0],
        "winner": [0, 1, None],
        "rounds": [2, 3, 100],
        "actions": [4, 6, 200],
        "nodes": [10, 20, 30],
        "capped": [0, 1, 1],
    }
    table = pl.DataFrame(rows, schema=GAMES)
    for name, kind in (("minions", pl.UInt8), ("hand", pl.UInt8), ("health", pl.Int16)):
        noted = np.zeros((3, N_ROUNDS, 2), int)
        noted[0, :2] = [[1, 2], [3, 0]]
        noted[1, :3] = 5
        noted[2, :] = 1
        shape = pl.Array(kind, (N_ROUNDS, 2))
        table = table.with_columns(pl.Series(name, noted, dtype=shape))
    return table


def test_a_points_results(games):
    found = point_results(POINT, games)
    assert list(found) == list(POINTS)
    assert (found["wins"], found["losses"], found["drawn"], found["share"]) == (1, 1, 1, 0.5)
    assert (found["low"], found["high"]) == pytest.approx((0.0126, 0.9874), abs=1e-4)
    assert found["first_share"] == pytest.approx(2 / 3)
    assert (found["rounds"], found["nodes"], found["capped"]) == (35, 20, 2)


def test_without_a_winner_there_is_no_share(games):
    found = point_results(POINT, games[2:])
    assert (found["share"], found["low"], found["high"]) == (None, 0, 1)


def test_means_by_round_count_zero_after_a_game(games):
    sums = sums_by_round(games)
    assert sums.columns == list(SUMS)
    assert sums["ended"].to_list() == [0, 1, 1] + [0] * 47
    assert sums["our_minions"][:4].to_list() == [1 + 5 + 1, 3 + 5 + 1, 5 + 1, 1]
    assert sums["their_health"][:2].to_list() == [2 + 5 + 1, 0 + 5 + 1]
    means = course([sums_by_round(games[:1]), sums_by_round(games[1:])], 3)
    assert means.equals(course([sums], 3))
    assert means["share"][1] == pytest.approx(1 / 3)
    assert means["our_hand"][0] == pytest.approx(7 / 3)
