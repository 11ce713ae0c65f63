"""The game's random stream: PCG, and uniform numbers below a bound."""

from itertools import islice

import numpy as np
import pytest

from engine.core import rng
from engine.core.jit import INT, entry
from engine.core.state import new_games
from engine.core.types import GAME_T
from tests.engine.naive import random_words


@entry(INT, GAME_T)
def next_word(game):
    return rng.next_word(game)


@entry(INT, GAME_T, INT)
def below(game, n):
    return rng.below(game, n)


@entry(INT, INT)
def scramble(x):
    return rng.scramble(x)


def seeded(a: int, b: int) -> np.record:
    game = new_games(1)[0]
    rng.seed_stream(game, a, b)
    return game


@pytest.mark.parametrize(("a", "b"), [(0, 0), (1, 2), (2**32 - 1, 7), (2**40 + 5, 2**31)])
def test_words_equal_those_of_big_integers(a: int, b: int) -> None:
    game = seeded(a, b)
    expected = list(islice(random_words(int(game.rng_state), int(game.rng_stream)), 1000))
    assert [next_word(game) for _ in range(1000)] == expected


def test_below_is_the_high_part_of_word_times_bound() -> None:
    game, other = seeded(3, 4), seeded(3, 4)
    for n in (1, 2, 3, 7, 100, 2**31):
        assert below(game, n) == next_word(other) * n >> 32


@pytest.mark.parametrize("n", [2, 3, 7, 60, 100])
def test_below_is_uniform(n: int) -> None:
    game, draws = seeded(n, 1), 100 * n
    counts = np.bincount([below(game, n) for _ in range(draws)], minlength=n)
    assert len(counts) == n
    chi_square = ((counts - 100) ** 2 / 100).sum()
    assert abs(chi_square - (n - 1)) < 5 * (2 * (n - 1)) ** 0.5


def test_below_one_is_zero() -> None:
    game = seeded(1, 1)
    assert {below(game, 1) for _ in range(100)} == {0}


def test_equal_seeds_equal_streams_and_others_differ() -> None:
    seeds = [(a, b) for a in range(40) for b in range(40)]
    assert seeded(3, 9).tobytes() == seeded(3, 9).tobytes()
    assert len({next_word(seeded(a, b)) for a, b in seeds}) > 1590


def test_streams_are_odd_as_pcg_demands() -> None:
    assert all(seeded(a, 5).rng_stream % 2 == 1 for a in range(50))


def test_scrambling_loses_nothing() -> None:
    scrambled = {scramble(x * 65537) for x in range(20_000)}
    assert len(scrambled) == 20_000
    assert all(0 <= x < 2**32 for x in scrambled)
