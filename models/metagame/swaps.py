"""Swaps of a deck's cards that beliefs propose: the worst cards leave, the best come.

A swap replaces a card at its place in the list, because `models.players.field.Field` deals
by places: most games of a deck and its swap then end alike.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from engine.decks import Deck, Pool
from models.settings.outcomes import DUST
from models.statistics.beliefs import Beliefs

_TRIES = 20  # draws for each deck that is wanted: many of them agree


def with_card(deck: Deck, place: int, card: str) -> Deck:
    """The deck with another card at a place of its list."""
    return replace(deck, cards=(*deck.cards[:place], card, *deck.cards[place + 1 :]))


@dataclass(frozen=True)
class Limits:
    """What swaps may change."""

    keep: frozenset[str] = frozenset()  #: Cards that stay in the deck
    avoid: frozenset[str] = frozenset()  #: Cards that no swap brings in
    #: Copies of each card that one has, if that is a limit; the deck's own count, too
    owned: Mapping[str, int] | None = None
    dust: int | None = None  #: The most dust that cards one lacks may cost together; None: no limit

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
    """The swaps of a deck that limits allow."""

    deck: Deck  #: The deck
    pool: Pool  #: Cards that may come in
    limits: Limits  #: What swaps may change
    beliefs: Beliefs  #: What cards are worth; they have all of the pool and of the deck

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
        places = [i for i, card in enumerate(self.deck.cards) if card not in self.limits.keep]
        places.sort(key=lambda place: worth[self.deck.cards[place]])
        coming = [card for card in self.pool.ids if card not in self.limits.avoid]
        coming.sort(key=lambda card: -worth[card])
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

    def candidates(self, singles: int, doubles: int, rng: np.random.Generator) -> list[Deck]:
        """Different decks for a race, one swap away and two; fewer if the limits allow fewer."""
        own, found = tuple(sorted(self.deck.cards)), dict[tuple[str, ...], Deck]()
        for n_swaps, n in ((1, singles), (2, doubles)):
            new: dict[tuple[str, ...], Deck] = {}
            for deck in islice(self.proposals(n_swaps, rng), _TRIES * n):
                if deck is None or len(new) == n:
                    break
                key = tuple(sorted(deck.cards))
                if key not in found and key != own:
                    new.setdefault(key, deck)
            found |= new
        return list(found.values())
