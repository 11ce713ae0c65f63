"""Log loss, AUC and reliability."""

import numpy as np
import pytest

from models.value_training.checks import area, by_part, log_loss, reliability


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
