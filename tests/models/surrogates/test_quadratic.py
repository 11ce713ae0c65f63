"""Quadratic functions of decks and their compiled algebra."""

import numpy as np
import pytest

from engine.pools import card_lists
from models.surrogates import quadratic
from models.surrogates.quadratic import (
    Covariance,
    Quadratics,
    decks_of,
    drawn,
    moments,
    predict_into,
    spread,
)
from models.surrogates.surrogate import Predictor

N_CARDS = 12


@pytest.fixture
def counts():
    rng = np.random.default_rng(1)
    counts = rng.integers(0, 3, (30, N_CARDS))
    counts[:, 0] += counts.sum(axis=1) == 0
    return counts


COVARIANCE = Covariance(
    np.array([3.0, 0.5]),
    np.array([0.4, 2.0]),
    np.array([0.01, 0.3]),
    np.linspace(0.1, 1.4, N_CARDS),
)


def matrix(counts: np.ndarray, k: int) -> np.ndarray:
    """The covariance matrix of decks, by its definition."""
    z = counts - COVARIANCE.centre
    products = z @ z.T
    a0, a1, a2 = (part[k] for part in COVARIANCE[:3])
    return a0 + a1 * products + a2 * products**2


def test_a_sum_of_covariances_is_a_product_with_their_matrix(counts):
    values = np.random.default_rng(2).normal(size=(len(counts), 2))
    found = spread(COVARIANCE, decks_of(counts), values).values(decks_of(counts))
    for k in range(2):
        np.testing.assert_allclose(found[:, k], matrix(counts, k) @ values[:, k], rtol=1e-9)


def test_moments_are_sums_over_centred_decks(counts):
    values = np.random.default_rng(3).normal(size=(len(counts), 2))
    z = counts - COVARIANCE.centre
    found = moments(decks_of(counts), values, COVARIANCE.centre)
    expected = (
        values.sum(axis=0),
        np.einsum("nk,ni->ik", values, z),
        np.einsum("nk,ni,nj->ijk", values, z, z),
    )
    for a, b in zip(found, expected, strict=True):
        np.testing.assert_allclose(a, b, rtol=1e-9, atol=1e-9)


def test_centred_functions_have_their_values_and_add(counts):
    rng = np.random.default_rng(4)
    constants, linear = rng.normal(size=2), rng.normal(size=(N_CARDS, 2))
    pairs = rng.normal(size=(N_CARDS, N_CARDS, 2))
    pairs += pairs.transpose(1, 0, 2)
    function = Quadratics.centred(constants, linear, pairs, COVARIANCE.centre)
    z = counts - COVARIANCE.centre
    expected = constants + z @ linear + np.einsum("ni,nj,ijk->nk", z, z, pairs)
    decks = decks_of(counts)
    np.testing.assert_allclose(function.values(decks), expected, rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(function.plus(function).values(decks), 2 * expected, atol=1e-8)
    second = function.some(np.array([1])).values(decks)
    np.testing.assert_array_equal(second, function.values(decks)[:, 1:])


def test_drawn_functions_have_the_covariance(counts):
    decks, rng = decks_of(counts[:5]), np.random.default_rng(5)
    draws = np.stack([drawn(COVARIANCE, rng).values(decks) for _ in range(4_000)])
    for k in range(2):
        expected = matrix(counts[:5], k)
        errors = np.cov(draws[:, :, k].T) - expected
        assert np.abs(errors).max() < 0.1 * expected.max()


def decks(n: int = 20) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 3, (n, N_CARDS)).astype(np.int8)


def functions(rng: np.random.Generator) -> Quadratics:
    """Random quadratic functions of card counts, one per target."""
    upper = np.triu(np.ones((N_CARDS, N_CARDS)))[:, :, None]
    pairs = upper * rng.normal(size=(N_CARDS, N_CARDS, 3))
    return Quadratics(rng.normal(size=3), rng.normal(size=(N_CARDS, 3)), pairs)


def test_decks_are_lists_of_their_cards():
    found = decks_of(np.array([[0, 2, 1], [0, 0, 0], [1, 0, 0]]))
    assert found.starts.tolist() == [0, 2, 2, 3]
    assert found.cards.tolist() == [1, 2, 0]
    assert found.copies.tolist() == [2, 1, 1]


def test_predictions_are_those_of_the_functions():
    function, counts = functions(np.random.default_rng(2)), decks()
    parameters = np.concatenate([part.ravel() for part in function])
    predictor = Predictor(np.array([N_CARDS, 3]), parameters, np.zeros(2 * N_CARDS))
    outputs = np.zeros((len(counts), 3))
    lists = card_lists(counts)
    predict_into(predictor, lists, outputs)
    np.testing.assert_allclose(outputs, function.values(decks_of(counts)), rtol=1e-12)
    again = np.zeros_like(outputs)
    predict_into.py_func(predictor, lists, again)
    np.testing.assert_array_equal(outputs, again)


def test_compiled_sums_are_the_interpreted_ones():
    listed, values = decks_of(decks()), np.random.default_rng(3).normal(size=(20, 3))
    function = functions(np.random.default_rng(2))
    sums = tuple(np.zeros((N_CARDS,) * order + (3,)) for order in range(3))
    arguments = {"add_moments": (values, *sums), "values_into": (*function, np.zeros((20, 3)))}
    for name, given in arguments.items():
        results = []
        for call in (getattr(quadratic, name), getattr(quadratic, name).py_func):
            results.append([each.copy() for each in given])
            call(listed, *results[-1])
        for own, again in zip(*results, strict=True):
            np.testing.assert_array_equal(own, again, err_msg=name)
