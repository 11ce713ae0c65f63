import numpy as np
import torch

from models.surrogates.gaussian_solver import preconditioner, solve
from models.surrogates.quadratic_kernel import decks_of
from tests.models.surrogates.test_quadratic import COVARIANCE, N_CARDS, matrix


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
