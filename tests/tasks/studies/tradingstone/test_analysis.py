import math

import numpy as np
import pytest

from tasks.studies.claims import NotMeasuredError

MCTS, PPO = ("literal", "open", "mcts"), ("literal", "open", "ppo")
PI, IS = ("literal", "hidden", "pi-mcts"), ("literal", "hidden", "is-mcts")


def test_rates_pool_all_games_and_trainings(known):
    rate = known.rate(PPO)
    assert (rate.share, rate.n_games) == (0.25, 1200)
    assert rate.high - 0.25 == pytest.approx(4.303 * math.sqrt(0.25 * 0.75 / 399), rel=1e-3)
    assert rate.high - 0.25 == pytest.approx(0.25 - rate.low)


def test_rates_allow_for_trainings_that_differ(known):
    unlike = known.rewards(PPO) * np.array([[0.0], [1.0], [2.0]])
    known.by_who[PPO] = unlike
    rate = known.rate(PPO)
    assert rate.high - rate.share > 4.303 * unlike.mean(axis=1).std(ddof=1) / math.sqrt(3)
    assert rate.low == 0  # a share is no less


def test_single_contestants_are_compared_by_the_sign_test(known):
    found = known.difference(IS, PI)
    assert found.p == pytest.approx(0.5**99)  # IS-MCTS wins the 100 games in which they differ


def test_the_table_has_seats_environments_and_work(known):
    row = known.table.filter(view="open", player="mcts").row(0, named=True)
    assert (row["first"], row["second"]) == (1.0, 0.0)
    assert row["sd"] == 0
    assert (row["simulations"], row["ms"]) == (5.0, 5.0)


def test_a_difference_of_paired_games_has_their_error(known):
    found = known.difference(IS, PI)
    assert found.mean == 0.25
    sd = math.sqrt(0.25 * 0.75 * 400 / 399)  # every fourth game differs, by one win
    assert found.margin == pytest.approx(1.96 * sd / 20, rel=1e-3)
    assert found.p < 1e-6
    assert math.isnan(known.difference(MCTS, MCTS).p)


def test_trainings_add_their_own_error(known):
    found = known.difference(MCTS, PPO)
    assert found.mean == 0.25
    games = 0.25 * 0.75 / 399
    assert found.margin == pytest.approx(4.303 * math.sqrt(games), rel=1e-3)  # t, 2 degrees


def test_an_unfinished_study_compares_the_trainings_that_both_have(known):
    del known.by_who[("literal", "hidden", "ppo")]
    known.by_who[("literal", "hidden", "ppo")] = known.rewards(PPO)[:2] + 0.0
    assert known.difference(("literal", "hidden", "ppo"), PPO).mean == 0


def test_who_has_not_played_is_not_measured(known):
    with pytest.raises(NotMeasuredError):
        known.rate(("noisy", "open", "mcts"))
