"""Better versions of a deck: swaps that the beliefs propose, a race between them, and new games."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

import numpy as np
import polars as pl
from scipy.special import ndtr

from engine.decks import Deck, Pool, deck_code
from models.doctor.beliefs import Beliefs
from models.metagame.race import race, with_card
from models.players.field import Field, as_opponent
from models.settings.outcomes import DUST

#: Decks of the race with one swap and with two, and those of each that play new games.
SINGLES, DOUBLES, FINALISTS = 40, 24, 4
#: Versions of a deck: their cards that leave and come, one per copy; on `n` new deals of two games,
#: the mean difference to the deck's share of games won, and its standard error; the chance that it
#: is an improvement, by this and by the beliefs before; and the dust of cards that one lacks.
SWAPS: dict[str, Any] = {
    "code": pl.String, "out": pl.List(pl.String), "into": pl.List(pl.String), "n": pl.Int64,
    "change": pl.Float64, "error": pl.Float64, "chance": pl.Float64, "dust": pl.Int64,
}  # fmt: skip
_TRIES = 20  # draws for each deck of the race: many of them agree


@dataclass(frozen=True)
class Limits:
    """What swaps may change.

    Attributes:
        keep: Cards that stay in the deck.
        avoid: Cards that no swap brings in.
        owned: Copies of each card that one has beside the deck's own, if that is a limit.
        dust: The most dust that cards one lacks may cost together; None: no limit.
    """

    keep: frozenset[str] = frozenset()
    avoid: frozenset[str] = frozenset()
    owned: Mapping[str, int] | None = None
    dust: int | None = None

    def crafting(self, base: Deck, deck: Deck, pool: Pool) -> int:
        """The dust of the cards of a deck that one lacks who has the base deck and `owned`."""
        have, owned = Counter(base.cards), self.owned or {}
        missing = {
            card: n - max(have[card], owned.get(card, 0)) for card, n in Counter(deck.cards).items()
        }
        prices = ((DUST.get(pool.patch.card_data(c).rarity, 0), n) for c, n in missing.items())
        return sum(price * n for price, n in prices if n > 0)

    @property
    def most_dust(self) -> int | None:
        """The most dust; none is spent if only a collection is given."""
        return 0 if self.dust is None and self.owned is not None else self.dust


@dataclass(frozen=True)
class Swapping:
    """The swaps of a deck that limits allow.

    Attributes:
        deck: The deck.
        pool: Cards that may come in.
        limits: What swaps may change.
        beliefs: What cards are worth; they have all of the pool and of the deck.
    """

    deck: Deck
    pool: Pool
    limits: Limits
    beliefs: Beliefs
    _places: list[int] = field(init=False)
    _open: list[str] = field(init=False)

    def __post_init__(self) -> None:
        kept, avoided = self.limits.keep, self.limits.avoid
        places = [i for i, card in enumerate(self.deck.cards) if card not in kept]
        object.__setattr__(self, "_places", places)
        object.__setattr__(self, "_open", [c for c in self.pool.ids if c not in avoided])

    def proposals(self, n_swaps: int, rng: np.random.Generator) -> Iterator[Deck | None]:
        """Decks with so many swaps, each the best by worths drawn from the beliefs, without end.

        None if the limits allow none.
        """
        while True:
            for worths in self.beliefs.draw(32, rng):
                found = self._best(dict(zip(self.beliefs.cards, worths.tolist(), strict=True)))
                yield next(islice(found, n_swaps - 1, None), None)

    def _best(self, worth: Mapping[str, float]) -> Iterator[Deck]:
        """The deck with the best swap, then with the next best one beside it, and so on."""
        deck, most = self.deck, dict(zip(self.pool.ids, self.pool.max_copies.tolist(), strict=True))
        places = sorted(self._places, key=lambda place: worth[self.deck.cards[place]])
        coming = sorted(self._open, key=lambda card: -worth[card])
        for place in places:
            gone = self.deck.cards[place]
            for card in coming:
                swapped = with_card(deck, place, card)
                if card == gone or swapped.cards.count(card) > most[card]:
                    continue
                if self._is_payable(swapped):
                    deck = swapped
                    yield deck
                    break

    def _is_payable(self, deck: Deck) -> bool:
        most = self.limits.most_dust
        return most is None or self.limits.crafting(self.deck, deck, self.pool) <= most

    def candidates(self, rng: np.random.Generator) -> list[Deck]:
        """Different decks for a race, one swap away and two; fewer if the limits allow fewer."""
        own, found = tuple(sorted(self.deck.cards)), dict[tuple[str, ...], Deck]()
        for n_swaps, n in ((1, SINGLES), (2, DOUBLES)):
            new: dict[tuple[str, ...], Deck] = {}
            for deck in islice(self.proposals(n_swaps, rng), _TRIES * n):
                if deck is None or len(new) == n:
                    break
                key = tuple(sorted(deck.cards))
                if key not in found and key != own:
                    new.setdefault(key, deck)
            found |= new
        return list(found.values())


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
    candidates = swapping.candidates(rng)
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
    gain, error = float(gains.mean()), float(gains.std(ddof=1) / np.sqrt(len(gains)))
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
