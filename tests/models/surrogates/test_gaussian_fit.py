import numpy as np
import pytest

from models.surrogates.gaussian_fit import (
    GROUP_PAIRS_SHARE,
    PAIRS_SHARE,
    REST_SHARE,
    Products,
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
    without = Products(products, np.zeros_like(products))
    return without, 4 + latent + rng.normal(size=n), np.ones(n)


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
        assert min(found._replace(groups=1.0, group_pairs=1.0)) > 0


def test_typical_scales_explain_the_variance():
    products, targets, noise = data(0.5, 0.02, 0.5)
    scales = typical_scales(products, targets, noise)
    length = np.diag(products.cards).mean()
    explained = scales.linear * length + scales.pairs * length**2 + scales.rest
    assert explained == pytest.approx((1 + PAIRS_SHARE + REST_SHARE) * (targets.var() - 1))


def test_pairs_of_groups_are_found():
    products, targets, noise = data(0.5, 0.01, 0.01)
    rng = np.random.default_rng(6)
    sums = rng.normal(size=(400, 3))
    groups = sums @ sums.T
    effects = rng.normal(size=(3, 3))
    more = targets + np.einsum("ni,nj,ij->n", sums, sums, effects)
    scales = typical_scales(products._replace(groups=groups), more, noise)
    length = np.diag(groups).mean()
    assert scales.group_pairs * length**2 == pytest.approx(
        GROUP_PAIRS_SHARE / PAIRS_SHARE * scales.pairs * np.diag(products.cards).mean() ** 2
    )
    found = estimate_scales(products._replace(groups=groups), more, noise, None, 200)
    assert np.log(found.group_pairs) == pytest.approx(0, abs=1.2)
    without = estimate_scales(products, more, noise, None, 200)
    assert without.groups == without.group_pairs == 0
    assert without.noise > found.noise
