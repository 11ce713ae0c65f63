"""Whom a learner plays, and with which heroes."""

import numpy as np
import pytest

from models.self_play.opponents import (
    LEARNER,
    METHODS,
    HeroBandit,
    HeroRules,
    OpponentPool,
    OpponentRules,
)


def pool_with(n_copies: int, **settings) -> OpponentPool[str]:
    pool: OpponentPool[str] = OpponentPool(OpponentRules(**{"patience": -1} | settings))
    for i in range(n_copies):
        pool.end_period(f"copy {i}")
    return pool


def give(pool: OpponentPool, copy: int, wins: int, losses: int) -> None:
    outcomes = np.repeat([1, -1], [wins, losses])
    pool.record(np.full(len(outcomes), copy), outcomes)


def test_the_first_period_always_ends_with_a_copy():
    pool: OpponentPool[str] = OpponentPool(OpponentRules())
    assert (pool.choose(np.random.default_rng(0), 5) == LEARNER).all()
    assert pool.end_period("first")
    assert pool.history == ["first"]


def test_a_copy_that_is_not_beaten_waits_for_more_than_c_periods():
    """At most 8 periods between copies, as Algorithm 1 counts with c = 6."""
    pool: OpponentPool[int] = OpponentPool(OpponentRules())
    added = [pool.end_period(period) for period in range(17)]
    assert [period for period, was in enumerate(added) if was] == [0, 8, 16]


@pytest.mark.parametrize(
    ("scale", "wins", "is_added"),
    [("win-rate", 55, False), ("win-rate", 56, True), ("payoff", 77, False), ("payoff", 78, True)],
)
def test_the_threshold_is_a_share_of_wins_or_a_mean_outcome(scale, wins, is_added):
    pool = pool_with(1, patience=6, scale=scale)
    give(pool, 0, wins, 100 - wins)
    assert pool.end_period("next") == is_added


def test_all_copies_must_be_beaten_and_met():
    for second in ((10, 90), (0, 0)):
        pool = pool_with(0, patience=6)
        pool.end_period("first")
        give(pool, 0, 9, 1)
        pool.end_period("second")
        give(pool, 0, 90, 10)
        give(pool, 1, *second)
        assert not pool.end_period("third")


def test_a_period_forgets_the_payoffs_of_the_one_before():
    pool = pool_with(2)
    give(pool, 1, 3, 5)
    assert (pool.payoffs.tolist(), pool.games.tolist()) == ([0, -2], [0, 8])
    pool.end_period("next")
    assert (pool.payoffs.tolist(), pool.games.tolist()) == ([0, 0, 0], [0, 0, 0])


def test_games_against_itself_do_not_count():
    pool = pool_with(1)
    pool.record(np.array([LEARNER, 0, LEARNER]), np.array([1, 1, -1]))
    assert (pool.payoffs.tolist(), pool.games.tolist()) == ([1], [1])


@pytest.mark.parametrize(
    ("choice", "weights"),
    [("linear", [0.35, 0.6, 0.85]), ("squared", [0.0625, 0.25, 0.5625]), ("uniform", [1, 1, 1])],
)
def test_copies_that_are_not_beaten_are_met_more_often(choice, weights):
    pool = pool_with(3, choice=choice)
    give(pool, 0, 75, 25)
    give(pool, 2, 25, 75)
    assert pool.chances() == pytest.approx(np.array(weights) / sum(weights))


def test_squared_weights_of_copies_that_never_win_are_still_a_distribution():
    pool = pool_with(2, choice="squared")
    give(pool, 0, 5, 0)
    give(pool, 1, 5, 0)
    assert pool.chances().tolist() == [0.5, 0.5]


def test_opponents_have_the_stated_shares():
    pool, n = pool_with(2, self_play=0.6), 20_000
    give(pool, 0, 100, 0)
    chosen = pool.choose(np.random.default_rng(1), n)
    shares = np.bincount(chosen + 1, minlength=3) / n
    assert shares == pytest.approx([0.6, 0.4 * 0.1 / 0.7, 0.4 * 0.6 / 0.7], abs=0.012)


def test_the_methods_differ_as_their_names_say():
    rng = np.random.default_rng(2)
    for name, expected in (("self-play", 1), ("fictitious-play", 0), ("pfsp", 0.35), ("osfp", 0.6)):
        pool: OpponentPool[int] = OpponentPool(METHODS[name])
        pool.end_period(0)
        share = (pool.choose(rng, 5000) == LEARNER).mean()
        assert share == pytest.approx(expected, abs=0.03)
        assert pool.end_period(1) == (name in ("fictitious-play", "pfsp"))


def trained(rules, win_rates=(0.5, 0.6, 0.4), n_batches=400):
    bandit, rng = HeroBandit(rules, 3), np.random.default_rng(1)
    for _ in range(n_batches):
        heroes = rng.choice(3, 50, p=bandit.chances())
        outcomes = np.where(rng.random(50) < np.array(win_rates)[heroes], 1, -1)
        bandit.learn(heroes, outcomes)
    return bandit.chances()


def test_the_choice_begins_uniform():
    assert HeroBandit(HeroRules(), 3).chances().tolist() == [1 / 3] * 3


def test_without_entropy_the_best_hero_is_always_chosen():
    assert trained(HeroRules())[1] > 0.9


def test_with_much_entropy_the_choice_stays_near_uniform():
    assert trained(HeroRules(entropy=2.0)).max() < 0.5


def test_a_step_is_the_gradient_of_the_expected_outcome():
    bandit = HeroBandit(HeroRules(rate=1.0), 2)
    bandit.learn(np.array([0, 1]), np.array([1, -1]))
    assert bandit.preferences == pytest.approx([1, -1])


def test_no_games_change_nothing():
    bandit = HeroBandit(HeroRules(), 2)
    bandit.learn(np.zeros(0, int), np.zeros(0, int))
    assert bandit.preferences.tolist() == [0, 0]
