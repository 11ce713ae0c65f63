"""The games of HearthSim's experiments."""

import numpy as np
import polars as pl
import pytest

from models.hearthsim.experiments import EXPERIMENTS, MODES, Contender, Point
from models.hearthsim.games import (
    GAMES,
    POINTS,
    SUMS,
    course,
    play_point,
    point_results,
    sums_by_round,
)
from models.problems.rows import Rows

N = 32


def play(name: str, mode: str = "clean", point: int = 0, rows: Rows | None = None, **how):
    experiment = EXPERIMENTS[name]
    rows = rows or Rows.numbered(N, 1, 5)
    return play_point(experiment, mode, experiment.points[point], rows, **how)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("name", EXPERIMENTS)
def test_threads_and_chunks_do_not_change_the_games(name, mode):
    rows = Rows.numbered(N, 1, 5)
    whole = play(name, mode, -1, rows, threads=1)
    parts = [play(name, mode, -1, part, threads=2) for part in rows.pieces(20)]
    assert whole.equals(pl.concat(parts))


@pytest.mark.parametrize("name", ["taunt", "hero-battle"])
def test_the_loser_is_dead_in_the_end_whoever_goes_first(name):
    games = play(name)
    last = games["rounds"].to_numpy() - 1
    loser = 1 - games["winner"].to_numpy()
    health = games["health"].to_numpy()[np.arange(N), last]
    assert (health[np.arange(N), loser] <= 0).all()
    assert (health[np.arange(N), 1 - loser] > 0).all()


def test_our_deck_goes_first_or_a_random_one():
    assert (play("taunt")["first"] == 0).all()
    assert 6 < play("card-draw")["first"].sum() < 26


def test_nobody_mulligans_and_nothing_is_noted_after_the_end():
    games = play("divine-shield")
    hand = games["hand"].to_numpy()
    # The first player draws a fourth card and has 1 mana; the second a sixth, with The Coin.
    assert set(hand[:, 0, 0]) <= {3, 4}
    assert set(hand[:, 0, 1]) <= {4, 5, 6}
    minions = games["minions"].to_numpy()
    after = np.arange(50)[None, :] >= games["rounds"].to_numpy()[:, None]
    assert (minions[after] == 0).all()
    assert (games["health"].to_numpy()[after] == 0).all()


def test_points_and_modes_play_the_same_deals():
    ours = play("card-draw", "clean")
    theirs = play("card-draw", "2014", 1)
    assert ours["first"].equals(theirs["first"])


POINT = Point("8", 8, (Contender(), Contender()))
N_ROUNDS = 50


@pytest.fixture
def games() -> pl.DataFrame:
    """Three games: two rounds, won; three rounds, lost; one without a winner."""
    rows = {
        "game": [0, 1, 2], "first": [0, 1, 0], "winner": [0, 1, None], "rounds": [2, 3, 100],
        "actions": [4, 6, 200], "nodes": [10, 20, 30], "capped": [0, 1, 1],
    }  # fmt: skip
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
