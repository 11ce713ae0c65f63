"""Rates, differences and verdicts of a study of TradingStone."""

import math

import numpy as np
import pytest

from flows.studies.claims import NOT_REPRODUCED, REPRODUCED, UNDECIDED, NotMeasuredError, judge
from flows.studies.tradingstone.tables import PUBLISHED, TESTS, ahead, apart, below, falls, inside

MCTS, PPO = ("literal", "open", "mcts"), ("literal", "open", "ppo")
PI, IS = ("literal", "hidden", "pi-mcts"), ("literal", "hidden", "is-mcts")


def test_rates_pool_all_games_and_trainings(known):
    rate = known.rate(PPO)
    assert rate.value == 0.25
    assert rate.high - 0.25 == pytest.approx(4.303 * math.sqrt(0.25 * 0.75 / 399), rel=1e-3)
    assert rate.high - 0.25 == pytest.approx(0.25 - rate.low)


def test_rates_allow_for_trainings_that_differ(known):
    unlike = known.rewards(PPO) * np.array([[0.0], [1.0], [2.0]])
    known.by_who[PPO] = unlike
    rate = known.rate(PPO)
    assert rate.high - rate.value > 4.303 * unlike.mean(axis=1).std(ddof=1) / math.sqrt(3)
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


def test_a_rate_is_inside_or_outside_by_its_interval(known):
    verdicts = [inside(known, MCTS, mean, 0.1).verdict for mean in (0.5, 0.42, 0.2)]
    assert verdicts == [REPRODUCED, UNDECIDED, NOT_REPRODUCED]


def test_exact_intervals_must_not_overlap(known):
    assert apart(known, MCTS, PPO).verdict == REPRODUCED
    assert apart(known, PPO, MCTS).verdict == NOT_REPRODUCED
    assert apart(known, MCTS, IS).verdict == UNDECIDED


def test_orders_are_tested_in_the_same_games(known):
    found = ahead(known, IS, PI)
    assert (found.verdict, found.ours) == (REPRODUCED, "+25.0 ± 4.2 points")
    assert ahead(known, PI, IS).verdict == NOT_REPRODUCED
    assert ahead(known, MCTS, IS).verdict == UNDECIDED


def test_losses_fall_and_are_below_a_level(known):
    assert falls(known, "open", "mcts").verdict == REPRODUCED
    found = below(known, "open", "mcts", 0.01)
    assert found.verdict == REPRODUCED
    assert found.ours == "0.0020 at 1,000, at most 0.0051 (4 of 2000 games lose)"
    assert below(known, "open", "mcts", 0.003).verdict == UNDECIDED
    assert below(known, "open", "mcts", 0.00001).verdict == NOT_REPRODUCED


def test_claims_without_data_are_left_out(known):
    texts = [claim.text for claim in judge(PUBLISHED["claims"], TESTS, known)]
    assert len(texts) == 13
    assert not any("hidden hands" in text for text in texts)
