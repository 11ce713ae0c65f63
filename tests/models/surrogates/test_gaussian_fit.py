import numpy as np
import pytest

from models.surrogates.gaussian_fit import (
    PAIRS_SHARE,
    REST_SHARE,
    estimate_scales,
    typical_scales,
)


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
