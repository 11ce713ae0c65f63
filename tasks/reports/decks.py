"""Decks as people read them."""

from engine.decks import Deck, Patch


def deck_list(deck: Deck, patch: Patch | None = None) -> str:
    """A deck on one line, cheapest cards first: `2x Backstab, 1x King Mukla, ...`."""
    facts = (patch or Patch()).card_data
    copies = {card: deck.cards.count(card) for card in deck.cards}
    cards = sorted((facts(card).cost, facts(card).name, n) for card, n in copies.items())
    return ", ".join(f"{n}x {name}" for _, name, n in cards)
