"""CMA-ES against the textbook, step by step."""

import numpy as np
import pytest

from models.qd.cma import Cma
from tests.models.qd.naive import TextbookCma

N = 6
SCALES = np.logspace(0, 2, N)


def ellipsoid(solutions: np.ndarray) -> np.ndarray:
    return ((solutions * SCALES) ** 2).sum(axis=1)


def strategy(sigma: float = 0.5, seed: int = 1, batch_size: int = 12) -> Cma:
    made = Cma(sigma0=sigma, solution_dim=N, batch_size=batch_size, seed=seed)
    made.reset(np.ones(N))
    return made


@pytest.mark.parametrize("sigma", [0.01, 30.0])
def test_every_generation_changes_it_as_the_textbook_says(sigma):
    """A small step size at the start makes the path long, so that it is stopped for a while."""
    ours, naive, rng = strategy(sigma), TextbookCma(np.ones(N), sigma), np.random.default_rng(2)
    ours.lazy_gap_evals = 0
    for _ in range(40):
        order = np.argsort(ellipsoid(solutions := ours.ask()))
        n_parents = int(rng.integers(1, 7))
        naive.learn(solutions[order[:n_parents]])
        ours.tell(order, np.zeros(12), n_parents)
        assert ours.mean == pytest.approx(naive.mean)
        assert ours.sigma == pytest.approx(naive.sigma)
        assert ours.cov.cov == pytest.approx(naive.cov)


def test_samples_have_the_covariance():
    ours = strategy(0.3, batch_size=20_000)
    ours.cov.cov = np.diag(SCALES)
    ours.current_eval = 10**9
    samples = ours.ask()
    assert samples.mean(axis=0) == pytest.approx(np.ones(N), abs=0.1)
    assert np.cov(samples.T).diagonal() == pytest.approx(0.09 * SCALES, rel=0.05)


def test_it_solves_an_ill_conditioned_problem():
    ours = strategy()
    for _ in range(200):
        order = np.argsort(ellipsoid(ours.ask()))
        ours.tell(order, np.zeros(12), 6)
    assert ellipsoid(ours.mean[None])[0] < 1e-8


def test_without_parents_nothing_changes():
    ours = strategy()
    ours.ask()
    ours.tell(np.arange(12), np.zeros(12), 0)
    assert ours.mean.tolist() == [1] * N
    assert ours.sigma == 0.5
