"""Log loss, AUC, reliability, and the error of chances against a plain loop."""

import numpy as np
import pytest

from models.statistics.predictions import area, by_part, log_loss, reliability


def test_checks_are_those_of_the_textbook():
    chances, won = np.array([0.1, 0.4, 0.35, 0.8]), np.array([0, 0, 1, 1]) == 1
    assert area(chances, won) == 0.75
    assert area(np.full(4, 0.3), won) == 0.5
    assert log_loss(np.full(4, 0.5), won) == pytest.approx(np.log(2))
    parts = by_part(chances, won, np.array([1, 2, 5, 20]))
    assert parts["first"].to_list() == [0, 1, 4, 14]
    assert parts["states"].to_list() == [4, 2, 1, 1]
    bins = reliability(chances, won)
    assert bins["states"].sum() == 4
    assert bins.filter(bin=8)["won"].to_list() == [1.0]


def test_the_error_is_that_of_a_plain_loop():
    rng = np.random.default_rng(1)
    chances = rng.random(60_000)
    won, wrong, expected = (rng.random(60_000) < chances).astype(float), chances**2, 0.0
    for low in range(10):
        inside = [i for i, chance in enumerate(wrong) if low <= chance * 10 < low + 1]
        expected += abs(sum(wrong[i] - won[i] for i in inside)) / len(won)
    table = reliability(wrong, won)
    weights = table["states"] / len(won)
    assert (weights * (table["predicted"] - table["won"]).abs()).sum() == pytest.approx(expected)


def test_a_certain_chance_is_in_the_last_tenth():
    table = reliability(np.array([1.0, 0.95, 0.0]), np.array([1.0, 1.0, 0.0]))
    assert table["bin"].to_list() == [0, 9]
    assert table["states"].to_list() == [1, 2]
