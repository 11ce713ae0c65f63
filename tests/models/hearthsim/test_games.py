"""The games of HearthSim's experiments."""

import numpy as np
import polars as pl
import pytest

from models.hearthsim.experiments import EXPERIMENTS, MODES
from models.hearthsim.games import play_point
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
