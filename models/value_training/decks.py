"""The decks of the games that a value network learns from: random ones, most with a mana curve."""

import numpy as np

from engine.core.setup import SETUP
from engine.deck_rules import CLASSES, DECK_SIZE
from engine.decks import Deck
from engine.patches import Patch
from engine.pools import Pool, class_pool
from engine.rules import Rules
from models.players.games import setups_of

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


def setups_for(
    rules: Rules, decks: list[Deck], firsts: np.ndarray, seconds: np.ndarray
) -> np.ndarray:
    """Returns the (n, 1) array of SETUP of n games.

    Args:
        rules: The cards.
        decks: All decks.
        firsts: (n,) array of integers: the deck of each game that goes first.
        seconds: (n,) array of integers: the one that goes second.
    """
    sides = setups_of(rules, decks, decks[:1])[:, 0]
    setups = np.zeros(len(firsts), SETUP)
    for side, chosen in enumerate((firsts, seconds)):
        for name in ("decks", "n_cards", "heroes"):
            setups[name][:, side] = sides[name][chosen, 0]
    return setups[:, None]
