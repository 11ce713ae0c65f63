"""Equilibria of known games, and win rates from few games."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.metagame.equilibrium import (
    _strength,
    close_pairs,
    equilibrium,
    matchups,
    payoffs,
    rate,
    regularised,
    slots,
)

SEED = np.random.SeedSequence(1)
#: Rock beats scissors, scissors paper, paper rock.
CYCLE = np.array([[0.5, 0.2, 0.8], [0.8, 0.5, 0.2], [0.2, 0.8, 0.5]])


def played(rates, n, rng=None):
    """Wins and games of all pairs, `n` each; expected ones without `rng`."""
    size = len(rates)
    first, second = np.triu_indices(size, 1)
    p = rates[first, second]
    won = n * p if rng is None else rng.binomial(n, p)
    wins, games = np.zeros((size, size)), n * (1 - np.eye(size))
    wins[first, second], wins[second, first] = won, n - won
    return wins, games


def test_a_cycle_has_equal_shares():
    assert regularised(CYCLE, 0.01) == pytest.approx([1 / 3] * 3)


def test_the_cycle_that_wins_twice_as_much_is_played_less():
    # Nash's weights of rock, paper and scissors are the payoffs of the other two's game.
    rates = 0.5 + np.array([[0, -0.2, 0.1], [0.2, 0, -0.1], [-0.1, 0.1, 0]])
    assert regularised(rates, 0.0005) == pytest.approx([0.25, 0.25, 0.5], abs=0.005)


def test_shares_are_exponential_in_the_win_rate():
    rates = CYCLE.copy()
    rates[0, 1:], rates[1:, 0] = 0.53, 0.47
    shares = regularised(rates, 0.02)
    logs = np.log(shares) - (rates @ shares) / 0.02
    assert logs == pytest.approx(np.full(3, logs[0]), abs=1e-3)
    assert regularised(rates, 0.001)[0] > 0.999


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 12), st.integers(0, 2**32 - 1))
def test_no_deck_beats_an_equilibrium_by_more_than_its_entropy(n, seed):
    rng = np.random.default_rng(seed)
    upper = np.triu(rng.uniform(-0.5, 0.5, (n, n)), 1)
    rates = 0.5 + upper - upper.T
    shares = regularised(rates, 0.01)
    entropy = -np.sum(shares * np.log(np.maximum(shares, 1e-300)))
    assert shares.sum() == pytest.approx(1)
    assert (rates @ shares).max() <= 0.5 + 0.01 * entropy + 1e-4


def test_ratings_explain_what_they_made():
    true = np.array([-0.6, 0.0, 0.2, 0.4])
    wins, games = played(1 / (1 + np.exp(true[None] - true[:, None])), 1e6)
    assert rate(wins, games)[0] == pytest.approx(true, abs=1e-3)


def test_pairs_are_shrunk_to_ratings_if_they_differ_by_luck_only():
    rng, true = np.random.default_rng(3), np.linspace(-1, 1, 20)
    rates = 1 / (1 + np.exp(true[None] - true[:, None]))
    found = matchups(*played(rates, 40, rng))
    raw = np.abs(found.wins / np.maximum(found.games, 1) - rates)[~np.eye(20, dtype=bool)]
    shrunk = np.abs(found.rates - rates)[~np.eye(20, dtype=bool)]
    assert shrunk.mean() < 0.4 * raw.mean()


def test_pairs_of_their_own_kind_are_kept():
    found = matchups(*played(CYCLE, 4000))
    assert found.rates == pytest.approx(CYCLE, abs=0.01)


def test_a_draw_of_win_rates_adds_up_and_has_their_spread():
    found = matchups(*played(CYCLE, 400))
    drawn = np.array([found.draw(np.random.default_rng(seed)) for seed in range(400)])
    assert drawn + drawn.transpose(0, 2, 1) == pytest.approx(np.ones_like(drawn))
    assert drawn.mean(axis=0) == pytest.approx(CYCLE, abs=0.01)
    assert drawn[:, 0, 1].std() == pytest.approx(np.sqrt(0.2 * 0.8 / 400), rel=0.15)


def test_shares_of_equal_decks_move_less_than_nash_weights():
    rates = np.full((4, 4), 0.5)
    shares = []
    for seed in range(6):
        found = matchups(*played(rates, 20_000, np.random.default_rng(seed)))
        shares.append(equilibrium(found, 0.01, 60, SEED).shares)
    assert np.std(shares, axis=0).max() < 0.12
    assert np.sum(shares, axis=1) == pytest.approx(np.ones(6))


def test_equal_seeds_give_equal_equilibria():
    found = matchups(*played(CYCLE, 40))
    first, second = (equilibrium(found, 0.01, 10, SEED) for _ in range(2))
    assert first.shares.tobytes() == second.shares.tobytes()
    assert (first.value_limits[:, 0] <= first.values).all()
    assert (first.values <= first.value_limits[:, 1]).all()


def test_a_single_deck_is_its_own_equilibrium():
    assert equilibrium(matchups(np.zeros((1, 1)), np.zeros((1, 1))), 0.01, 3, SEED).shares == [1.0]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.floats(0.001, 1), min_size=1, max_size=30), st.integers(1, 60))
def test_slots_are_shares_to_the_next_whole(weights, n):
    shares = np.array(weights) / np.sum(weights)
    counts = np.bincount(slots(shares, n), minlength=len(shares))
    assert counts.sum() == n
    assert (np.abs(counts - shares * n) < 1).all()


def test_pairs_of_decks_with_a_part_of_the_equilibrium_play_on_until_they_have_their_games():
    shares, games = np.array([0.5, 0.005, 0.295, 0.2]), 40.0 * (1 - np.eye(4))
    assert close_pairs(shares, games, 400) == {2: [0], 3: [0, 2]}
    games[0, 3] = games[3, 0] = 400
    assert close_pairs(shares, games, 400) == {2: [0], 3: [2]}
    assert close_pairs(shares, games, 40) == {}


def test_two_decks_with_small_shares_have_no_more_games_against_each_other():
    shares, games = np.array([0.02, 0.45, 0.14, 0.39]), 40.0 * (1 - np.eye(4))
    assert close_pairs(shares, games, 400) == {1: [0], 2: [1], 3: [0, 1, 2]}


def test_a_pair_with_one_changed_deck_has_the_games_of_that_deck():
    rows = np.array([[2, 4, 1], [3, 2, 0], [4, 1, 2]])
    wins, games = payoffs(rows, 4, np.array([True, False, False]))
    assert games.tolist() == [[0, 4, 4], [4, 0, 8], [4, 8, 0]]
    assert wins[0].tolist() == [0, 4, 1]
    assert wins[1].tolist() == [0, 0, 0 + 4 - 1]
    np.testing.assert_array_equal(wins + wins.T, games)
    both = payoffs(rows, 4, np.array([True, True, False]))[1]
    assert both.tolist() == [[0, 8, 4], [8, 0, 4], [4, 4, 0]]


@pytest.mark.parametrize("n_games", [2, 4, 10, 40])
def test_the_priors_strength_is_found_again_whatever_the_games(n_games):
    rng, found = np.random.default_rng(n_games), []
    rates = np.full((150, 150), 0.5)
    first, second = np.triu_indices(150, 1)
    for _ in range(4):
        rates[first, second] = rng.beta(10, 10, len(first))  # a prior of 20 games
        rates[second, first] = 1 - rates[first, second]
        found.append(_strength(*played(rates, n_games, rng), np.full((150, 150), 0.5)))
    assert np.mean(found) == pytest.approx(20, rel=0.15)
