import numpy as np

from models.surrogates import quadratic_kernel
from models.surrogates.predictor import Predictor
from models.surrogates.quadratic import Quadratics
from models.surrogates.quadratic_kernel import decks_of, predict_into

N_CARDS = 12


def decks(n: int = 20) -> np.ndarray:
    return np.random.default_rng(1).integers(0, 3, (n, N_CARDS)).astype(np.int8)


def functions() -> Quadratics:
    rng = np.random.default_rng(2)
    upper = np.triu(np.ones((N_CARDS, N_CARDS)))[:, :, None]
    pairs = upper * rng.normal(size=(N_CARDS, N_CARDS, 3))
    return Quadratics(rng.normal(size=3), rng.normal(size=(N_CARDS, 3)), pairs)


def test_decks_are_lists_of_their_cards():
    found = decks_of(np.array([[0, 2, 1], [0, 0, 0], [1, 0, 0]]))
    assert found.starts.tolist() == [0, 2, 2, 3]
    assert found.cards.tolist() == [1, 2, 0]
    assert found.copies.tolist() == [2, 1, 1]


def test_predictions_are_those_of_the_functions():
    function, counts = functions(), decks()
    parameters = np.concatenate([part.ravel() for part in function])
    predictor = Predictor(np.array([N_CARDS, 3]), parameters, np.zeros(N_CARDS))
    outputs = np.zeros((len(counts), 3))
    predict_into(predictor, counts, outputs)
    np.testing.assert_allclose(outputs, function.values(decks_of(counts)), rtol=1e-12)
    again = np.zeros_like(outputs)
    predict_into.py_func(predictor, counts, again)
    np.testing.assert_array_equal(outputs, again)


def test_compiled_sums_are_the_interpreted_ones():
    listed, values = decks_of(decks()), np.random.default_rng(3).normal(size=(20, 3))
    function = functions()
    arguments = {
        "add_linear_moments": (listed, values, np.zeros(3), np.zeros((N_CARDS, 3))),
        "add_pair_moments": (listed, values, np.zeros((N_CARDS, N_CARDS, 3))),
        "linear_values": (listed, function.constants, function.linear, np.zeros((20, 3))),
        "add_pair_values": (listed, function.pairs, np.zeros((20, 3))),
    }
    for name, given in arguments.items():
        results = []
        for call in (getattr(quadratic_kernel, name), getattr(quadratic_kernel, name).py_func):
            own = [each if each is listed else each.copy() for each in given]
            call(*own)
            results.append(own[-1])
        np.testing.assert_array_equal(*results, err_msg=name)
