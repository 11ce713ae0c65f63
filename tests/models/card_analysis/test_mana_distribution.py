"""The exact distribution of mana curves, against a list of all decks and against samples."""

from collections import Counter
from itertools import product

import numpy as np
import pytest

from engine.decks import pool
from models.card_analysis.mana_distribution import mana_distribution
from models.settings.patches import named_patch

COSTS, COPIES = np.array([0, 1, 1, 3, 4, 10]), np.array([2, 2, 1, 2, 1, 2])


def test_it_counts_what_listing_all_decks_counts():
    expected = Counter()
    for counts in product(*(range(n + 1) for n in COPIES)):
        if sum(counts) == 4:
            curve = (int(counts @ COSTS), int(counts @ COSTS**2))
            expected[curve] += 1
    found = mana_distribution(COSTS, COPIES, size=4)
    for curve in product(range(found.counts.shape[0]), range(found.counts.shape[1])):
        assert found.counts[curve] == expected[curve]


def test_points_are_sums_and_variances_of_decks():
    sums, variances, shares = mana_distribution(COSTS, COPIES, size=4).points()
    assert shares.sum() == pytest.approx(1)
    dearest = [10, 10, 4, 3]
    assert sums.max() == sum(dearest)
    assert np.isclose(variances[sums == sum(dearest)], np.var(dearest)).all()


@pytest.mark.parametrize(("hero", "published"), [("paladin", 1.4197e35), ("warlock", 1.0027e35)])
def test_the_number_of_decks_is_that_of_the_paper(hero, published):
    cards = pool(f"{hero}-mesb", named_patch("23321"))
    found = mana_distribution(cards.costs, cards.max_copies)
    assert found.total == pytest.approx(published, rel=1e-4)


@pytest.mark.parametrize(
    "n", [10_000, pytest.param(1_000_000, marks=pytest.mark.slow)], ids="{:,}".format
)
def test_marginals_agree_with_sampled_decks(n):
    """Within four standard errors in every bin; decks drawn by random keys, not by our search."""
    cards = pool("paladin-mesb", named_patch("23321"))
    copies = np.repeat(np.arange(len(cards)), cards.max_copies)
    rng = np.random.default_rng(5)
    curves, weights = [], []
    for start in range(0, n, 10_000):
        keys = rng.random((min(10_000, n - start), len(copies)), np.float32)
        drawn = copies[np.argpartition(keys, 30, axis=1)[:, :30]]
        costs = cards.costs[drawn].astype(np.int64)
        curves.append(np.stack([costs.sum(axis=1), (costs**2).sum(axis=1)]))
        drawn.sort(axis=1)
        pairs = (drawn[:, 1:] == drawn[:, :-1]).sum(axis=1)
        singles = (cards.max_copies[drawn] == 2).sum(axis=1) - 2 * pairs
        weights.append(0.5 ** (singles - 30.0))  # a deck is drawn 2^singles times as often as once
    sums, squares = np.concatenate(curves, axis=1)
    variances = (30 * squares - sums**2) / 900
    each = np.concatenate(weights)
    each = each / each.sum()
    exact_sums, exact_variances, shares = mana_distribution(cards.costs, cards.max_copies).points()
    for sampled, exact in ((sums, exact_sums), (variances, exact_variances)):
        edges = np.quantile(sampled, np.linspace(0, 1, 11)[1:-1]) + 1e-9
        found = np.bincount(np.searchsorted(edges, sampled), each, 10)
        wanted = np.bincount(np.searchsorted(edges, exact), shares, 10)
        squared = np.bincount(np.searchsorted(edges, sampled), each**2, 10)
        error = np.sqrt(squared * (1 - wanted) ** 2 + wanted**2 * (each**2).sum())
        assert (np.abs(found - wanted) < 4 * error).all()
