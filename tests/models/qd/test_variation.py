import numpy as np
import pytest

from models.qd.variation import below, new_stream, next_word, shuffle_cyclic
from tests.models.qd import naive


def test_words_are_the_published_ones():
    stream = np.array([1, 2, 3, 4])
    words = [next_word(stream) for _ in range(5)]
    assert words == [641, 1573767, 3222811527, 3517856514, 836907274]


def test_words_equal_the_naive_ones():
    stream = new_stream([7, 1])
    slow = naive.Stream(stream)
    assert [next_word(stream) for _ in range(1000)] == [slow.next_word() for _ in range(1000)]


@pytest.mark.parametrize("n", [1, 2, 30, 180, 1600])
def test_below_is_uniform(n):
    stream = new_stream(3)
    counts = np.bincount([below(stream, n) for _ in range(50 * n)], minlength=n)
    assert counts.size == n
    assert ((counts - 50.0) ** 2 / 50.0).sum() < n + 5 * np.sqrt(2 * n)


def test_a_seed_and_its_sequence_give_the_same_stream():
    assert (new_stream([1, 2]) == new_stream(np.random.SeedSequence([1, 2]))).all()
    assert (new_stream([1, 2]) != new_stream([1, 3])).any()


def test_a_cyclic_shuffle_leaves_no_entry_in_its_place():
    entries = np.arange(100)
    shuffle_cyclic(new_stream(1), entries)
    assert sorted(entries) == list(range(100))
    assert (entries != np.arange(100)).all()
