"""Decks as people read them."""

from engine.decks import Deck, card_facts


def deck_list(deck: Deck) -> str:
    """A deck on one line, cheapest cards first: `2x Backstab, 1x King Mukla, ...`."""
    copies = {card: deck.cards.count(card) for card in deck.cards}
    cards = sorted((card_facts(card).cost, card_facts(card).name, n) for card, n in copies.items())
    return ", ".join(f"{n}x {name}" for _, name, n in cards)
