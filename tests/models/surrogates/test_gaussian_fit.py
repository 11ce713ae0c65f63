"""Scales and linear systems of Gaussian processes."""

import numpy as np
import pytest
import torch

from models.surrogates.gaussian_fit import (
    PAIRS_SHARE,
    REST_SHARE,
    estimate_scales,
    preconditioner,
    solve,
    typical_scales,
)
from models.surrogates.quadratic import decks_of
from tests.models.surrogates.test_quadratic import COVARIANCE, N_CARDS, matrix


def data(a1: float, a2: float, rest: float, n: int = 400):
    """Products of decks and targets drawn from a process of these scales, with noise of 1."""
    rng = np.random.default_rng(5)
    z = rng.normal(size=(n, 15))
    products = z @ z.T
    covariance = a1 * products + a2 * products**2 + rest * np.eye(n)
    latent = np.linalg.cholesky(covariance + 1e-9 * np.eye(n)) @ rng.normal(size=n)
    return products, 4 + latent + rng.normal(size=n), np.ones(n)


@pytest.mark.parametrize("scales", [(0.5, 0.02, 0.5), (0.5, 0.2, 0.01)])
def test_the_scales_are_found_again(scales):
    found = estimate_scales(*data(*scales), None, 200)
    assert np.log(found.linear / scales[0]) == pytest.approx(0, abs=0.8)
    assert np.log(found.pairs / scales[1]) == pytest.approx(0, abs=0.5)


def test_a_start_near_the_end_needs_fewer_steps():
    products, targets, noise = data(0.5, 0.02, 0.5)
    end = estimate_scales(products, targets, noise, None, 300)
    near = estimate_scales(products, targets, noise, end, 20)
    far = estimate_scales(products, targets, noise, None, 20)
    distances = [np.abs(np.log(np.array(each[1:3]) / end[1:3])).max() for each in (near, far)]
    assert distances[0] < distances[1]


def test_exact_targets_that_never_vary_have_scales():
    products, targets, _ = data(0.5, 0.02, 0.5, 50)
    for same in (np.full_like(targets, 3.0), targets):
        found = estimate_scales(products, same, np.zeros(50), None, 30)
        assert np.isfinite(found).all()
        assert min(found) > 0


def test_typical_scales_explain_the_variance():
    products, targets, noise = data(0.5, 0.02, 0.5)
    scales = typical_scales(products, targets, noise)
    length = np.diag(products).mean()
    explained = scales.linear * length + scales.pairs * length**2 + scales.rest
    assert explained == pytest.approx((1 + PAIRS_SHARE + REST_SHARE) * (targets.var() - 1))


def system(n: int = 80):
    """Decks, noise, a right side and its solution, for two functions."""
    rng = np.random.default_rng(7)
    counts = rng.integers(0, 3, (n, N_CARDS))
    counts[:, 0] += counts.sum(axis=1) == 0
    noise, wanted = rng.uniform(1, 3, (n, 2)), rng.normal(size=(n, 2))
    exact = [
        np.linalg.solve(matrix(counts, k) + np.diag(noise[:, k]), wanted[:, k]) for k in range(2)
    ]
    return counts, noise, wanted, np.stack(exact, axis=1)


def test_it_solves_what_a_dense_solver_solves():
    counts, noise, wanted, exact = system()
    found = solve(decks_of(counts), COVARIANCE, noise, wanted, 1e-9)
    np.testing.assert_allclose(found, exact, rtol=1e-6, atol=1e-8)


def test_without_pairs_the_preconditioner_is_the_inverse():
    counts, noise, wanted, _ = system()
    linear = COVARIANCE._replace(pairs=np.zeros(2))
    approximate = preconditioner(decks_of(counts), linear, noise)
    z = counts - COVARIANCE.centre
    for k in range(2):
        full = linear.constant[k] + linear.linear[k] * (z @ z.T) + np.diag(noise[:, k])
        exact = np.linalg.solve(full, wanted[:, k])
        np.testing.assert_allclose(approximate(wanted)[:, k], exact, rtol=1e-7, atol=1e-9)


def test_a_solved_column_does_not_depend_on_its_neighbours():
    counts, noise, wanted, _ = system()
    both = solve(decks_of(counts), COVARIANCE, noise, wanted, 1e-3)
    one = solve(decks_of(counts), COVARIANCE.of(np.array([1])), noise[:, 1:], wanted[:, 1:], 1e-3)
    np.testing.assert_allclose(both[:, 1:], one, rtol=1e-6)  # sums differ in the last digits


def test_the_bits_do_not_depend_on_torchs_threads():
    counts, noise, wanted, _ = system()
    before, found = torch.get_num_threads(), []
    for threads in (1, 2):
        torch.set_num_threads(threads)
        found.append(solve(decks_of(counts), COVARIANCE, noise, wanted, 1e-6))
        assert torch.get_num_threads() == threads
    torch.set_num_threads(before)
    np.testing.assert_array_equal(*found)
