"""Random decks, most of them with a mana curve: to train players, and to compare them."""

import numpy as np

from engine.deck_rules import CLASSES, DECK_SIZE
from engine.decks import Deck
from engine.patches import Patch
from engine.pools import Pool, class_pool

#: Cards of a deck with a curve that cost 0 to 7 or more, in the mean.
CURVE = (1, 4, 7, 6, 5, 4, 2, 1)
CURVED = 0.7


def random_deck(pool: Pool, is_curved: bool, rng: np.random.Generator) -> Deck:
    """Returns a random legal deck of a pool; a curved one has more cards of low cost."""
    copies = np.repeat(np.arange(len(pool)), pool.max_copies)
    weights = np.ones(len(copies))
    if is_curved:
        costs = np.minimum(pool.costs[copies], len(CURVE) - 1)
        weights = np.array(CURVE)[costs] / np.bincount(costs, minlength=len(CURVE))[costs]
    chosen = rng.choice(copies, DECK_SIZE, replace=False, p=weights / weights.sum())
    return pool.deck(np.bincount(chosen, minlength=len(pool)))


def random_decks(n: int, format: str, patch: Patch, seed: int) -> list[Deck]:
    """Returns random decks of all classes in turn, 70 % of them with a mana curve."""
    pools = [class_pool(hero, format, patch) for hero in CLASSES]
    rng = np.random.default_rng(np.random.SeedSequence((seed, 0xDEC5)))
    return [random_deck(pools[i % len(pools)], rng.random() < CURVED, rng) for i in range(n)]
