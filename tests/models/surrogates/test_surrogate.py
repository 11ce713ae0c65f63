import numpy as np
import pytest

from models.surrogates.surrogate import split


@pytest.mark.parametrize(
    ("n_rows", "n_train", "n_holdout"),
    [(1, 1, 1), (2, 1, 1), (9, 8, 1), (10, 9, 1), (19, 17, 2), (100, 90, 10), (10_001, 9000, 1001)],
)
def test_the_newest_tenth_is_held_out(n_rows, n_train, n_holdout):
    learned, held_out = split(n_rows, 0.1)
    rows = np.arange(n_rows)
    assert (len(rows[learned]), len(rows[held_out])) == (n_train, n_holdout)
    assert rows[learned][0] == 0
    assert rows[held_out][-1] == n_rows - 1


def test_nothing_held_out_means_all_rows_are_both():
    assert split(10, 0.0) == (slice(0, 10), slice(0, 10))
