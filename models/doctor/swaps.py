"""Better versions of a deck: a race between swaps that the beliefs propose, and new games."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
import polars as pl
from scipy.special import ndtr

from engine.decks import Deck, deck_code
from models.metagame.race import race
from models.metagame.swaps import Swapping
from models.players.field import Field, as_opponent
from models.statistics.intervals import mean_and_error

#: Decks of the race with one swap and with two, and those of each that play new games.
SINGLES, DOUBLES, FINALISTS = 40, 24, 4
#: Versions of a deck: their cards that leave and come, one per copy; on `n` new deals of two games,
#: the mean difference to the deck's share of games won, and its standard error; the chance that it
#: is an improvement, by this and by the beliefs before; and the dust of cards that one lacks.
SWAPS: dict[str, Any] = {
    "code": pl.String, "out": pl.List(pl.String), "into": pl.List(pl.String), "n": pl.Int64,
    "change": pl.Float64, "error": pl.Float64, "chance": pl.Float64, "dust": pl.Int64,
}  # fmt: skip


def better_versions(
    swapping: Swapping, field: Field, first: int, n_race: int, n_new: int, rng: np.random.Generator
) -> pl.DataFrame:
    """Races the candidates, then plays new deals with the deck and the best of one and two swaps.

    Args:
        swapping: The deck and its swaps.
        field: The opponents.
        first: Number of the first deal of the race; the new deals come after the race's.
        n_race: Deals of the race's first heat.
        n_new: New deals.
        rng: Draws the worths behind the candidates.

    Returns:
        A row for each finalist (`SWAPS`), the largest gain first; no row if the limits allow no
        swap.
    """
    candidates = swapping.candidates(SINGLES, DOUBLES, rng)
    if not candidates:
        return pl.DataFrame(schema=SWAPS)

    def play(decks: Sequence[Deck], start: int, n: int) -> np.ndarray:
        won: np.ndarray = field.play_all([as_opponent(deck) for deck in decks], start, n)
        return won.sum(axis=(1, 2))

    # The last ones left are finalists in any order.
    raced = race(candidates, play, n_race, first, FINALISTS)
    decks = _finalists(swapping.deck, [each.deck for each in raced])
    start = first + n_race * 2 ** (len(candidates).bit_length() - 1)  # behind a race to the end
    won = field.play_all([as_opponent(each) for each in (swapping.deck, *decks)], start, n_new)
    gains = (won[1:].mean(axis=2) - won[0].mean(axis=1)).astype(float)
    rows = [_swap(swapping, deck, gain) for deck, gain in zip(decks, gains, strict=True)]
    return pl.DataFrame(rows, SWAPS).sort("change", descending=True)


def _finalists(base: Deck, decks: Sequence[Deck]) -> list[Deck]:
    """The first decks with one swap, then those with two."""
    found: dict[int, list[Deck]] = {1: [], 2: []}
    for deck in decks:
        found[len(_changes(base, deck)[0])].append(deck)
    return [*found[1][:FINALISTS], *found[2][:FINALISTS]]


def _swap(swapping: Swapping, deck: Deck, gains: np.ndarray) -> dict[str, Any]:
    """A version as a row of `SWAPS`; `gains`: (n,) array of differences of shares."""
    base, beliefs = swapping.deck, swapping.beliefs
    gain, error = mean_and_error(gains)
    changed = beliefs.counts([deck])[0] - beliefs.counts([base])[0]
    prior, spread = float(changed @ beliefs.mean), float(changed @ beliefs.covariance @ changed)
    weight = spread / (spread + error**2)
    mean, sd = prior + weight * (gain - prior), np.sqrt(weight) * error
    chance = float(ndtr(mean / sd)) if sd else float(gain > 0)
    dust = swapping.limits.crafting(base, deck, swapping.pool)
    out, into = _changes(base, deck)
    return {
        "code": deck_code(deck), "out": out, "into": into, "n": len(gains),
        "change": gain, "error": error, "chance": chance, "dust": dust,
    }  # fmt: skip


def _changes(base: Deck, deck: Deck) -> tuple[list[str], list[str]]:
    """The cards that leave a deck for another one, and those that come, one per copy."""
    old, new = Counter(base.cards), Counter(deck.cards)
    return list((old - new).elements()), list((new - old).elements())
