"""Which cards carry a deck: each card in place of a plain one of its cost, on the same deals."""

from collections import Counter

import numpy as np
import polars as pl

from engine.card_data import CardData
from engine.decks import Deck, DeckError, Pool
from models.metagame.swaps import with_card
from models.players.field import Field, as_opponent


def plain_cards(pool: Pool) -> list[CardData]:
    """The minions of a pool without a text, the cheapest first, those of a cost best first."""
    plain = [c for c in pool.cards if c.type == "MINION" and not pool.patch.card_text(c.id)]
    return sorted(plain, key=lambda c: (c.cost, -c.attack - c.health, c.id))


def without(deck: Deck, card: str, pool: Pool) -> Deck:
    """The deck with plain cards in the places of a card.

    A plain card has the card's cost, or the next lower one that plain cards have, or else the next
    higher one, and of these the most attack and health together.

    Raises:
        DeckError: No plain card of the pool may take the place.
    """
    cost = pool.patch.card_data(card).cost
    plain = [each for each in plain_cards(pool) if each.id != card]
    plain.sort(key=lambda each: (each.cost > cost, abs(cost - each.cost)))
    out = deck
    for place in [i for i, each in enumerate(deck.cards) if each == card]:
        copies = Counter(out.cards)
        found = next((each.id for each in plain if copies[each.id] < each.max_copies), None)
        if found is None:
            raise DeckError(f"no plain card of the pool '{pool.name}' may replace {card}")
        out = with_card(out, place, found)
    return out


def carried(
    deck: Deck, pool: Pool, field: Field, first: int, n: int, base: np.ndarray
) -> pl.DataFrame:
    """Plays the deck without each of its cards.

    Args:
        deck: The deck.
        pool: Where plain cards come from.
        field: The opponents.
        first: Number of the first deal.
        n: Number of deals.
        base: (n, 2) array of bool: games of these deals that the deck won.

    Returns:
        A row for each card and deal: `card`, `deal`, and `change`: the share of the deal's two
        games that the deck won more than the deck without the card.
    """
    cards = list(dict.fromkeys(deck.cards))
    decks = [as_opponent(without(deck, card, pool)) for card in cards]
    change = base.mean(axis=1) - field.play_all(decks, first, n).mean(axis=2)
    deals = np.tile(np.arange(first, first + n), len(cards))
    names = pl.Series(cards, dtype=pl.String).gather(np.arange(len(cards)).repeat(n))
    return pl.DataFrame({"card": names, "deal": deals, "change": change.reshape(-1)})


def carriers(table: pl.DataFrame) -> pl.DataFrame:
    """What each card adds to the share of games won, from the rows of `carried`.

    Returns:
        Per card, in the order of the deck: `card`, `n` (deals), `change` and its standard `error`.
    """
    change = pl.col("change")
    return table.group_by("card", maintain_order=True).agg(
        n=pl.len(), error=change.std() / pl.len().sqrt(), change=change.mean()
    )
