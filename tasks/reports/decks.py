"""Decks as text."""

from typing import NamedTuple

from engine.decks import Deck, Patch


class CardCopies(NamedTuple):
    """A line of a deck list."""

    cost: int
    name: str
    copies: int


def card_copies(deck: Deck, patch: Patch | None = None) -> list[CardCopies]:
    """A deck's cards, cheapest first."""
    facts = (patch or Patch()).card_data
    copies = {card: deck.cards.count(card) for card in deck.cards}
    return sorted(CardCopies(facts(card).cost, facts(card).name, n) for card, n in copies.items())


def deck_list(deck: Deck, patch: Patch | None = None) -> str:
    """A deck on one line, cheapest cards first: `2x Backstab, 1x King Mukla, ...`."""
    return ", ".join(f"{card.copies}x {card.name}" for card in card_copies(deck, patch))
