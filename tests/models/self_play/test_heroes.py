import numpy as np
import pytest

from models.self_play.heroes import HeroBandit, HeroRules


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
