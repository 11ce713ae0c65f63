"""Formats by name, and their cards as JSON: what a page needs to draw, filter or patch a card."""

import json
from collections import Counter
from functools import lru_cache
from typing import Any

from engine.card_data import CardData, card_data, cards_by_id
from engine.decks import CLASSES, Deck, DeckReading, validate_deck
from engine.formats import DATED_FORMAT, DEFAULT_FORMAT, FORMATS, SETS, find_format
from engine.history import PERIODS
from engine.patches import Patch, build_patch
from flows.questions.decks import deck_of_text
from models.players.config import PlayerConfig

#: Tribes that players call by another name than the data.
_TRIBES = {"MECHANICAL": "mech"}


def format_names() -> tuple[str, ...]:
    """The named formats, the default first, then the named days."""
    return tuple(dict.fromkeys((DEFAULT_FORMAT, *FORMATS, *PERIODS)))


def cards_of(name: str) -> tuple[Patch, str]:
    """Patch and format by the name of a format, or of a day such as "naxx14"."""
    if name in PERIODS:
        return build_patch(name), DATED_FORMAT
    return Patch(), find_format(name or DEFAULT_FORMAT).name


def text_of_deck(deck: Deck) -> str:
    """A deck as text, its class first, then the cheapest cards; `DeckError` of an unknown card."""
    cards = sorted((card.cost, card.name) for card in map(card_data, deck.cards))
    lines = [f"{n}x {name}" for (_, name), n in Counter(cards).items()]
    return "\n".join([f"# Class: {deck.hero.capitalize()}", *lines])


def read_deck(text: str, config: PlayerConfig) -> DeckReading:
    """The deck of a text, with the cards of a player; `DeckError` if it is no legal deck."""
    read = deck_of_text(text, format=config.format, patch=config.patch)
    validate_deck(read.deck, patch=config.patch, format=config.format)
    return read


def card_list(format: str) -> dict[str, Any]:
    """What `card_list.html` needs for the cards of a format; `DeckError` if there is none."""
    cards_of(format)
    return {"format": format, "hero": "", "classes": CLASSES, "sets": SETS.values()}


@lru_cache(maxsize=16)
def printed(patch: Patch, format: str) -> str:
    """What is printed on each card and token under a patch, by id, as JSON; the cheapest first.

    `most` are the copies that a deck of the format can have: 0 of tokens and of other cards.

    Raises:
        DeckError: There is no such format.
    """
    allowed = find_format(format)
    usable = {card.id for card in patch.cards if allowed.allows(card)}
    old = [card for card in cards_by_id().values() if card.id not in patch.missing]
    cards = sorted(
        (*map(patch.apply, old), *patch.new_cards), key=lambda card: (card.cost, card.name)
    )
    facts = {
        card.id: _facts(card, patch.card_text(card.id), card.max_copies * (card.id in usable))
        for card in cards
        if card.type != "ENCHANTMENT"
    }
    return json.dumps(facts, separators=(",", ":"))


def _facts(card: CardData, text: str, most: int) -> dict[str, Any]:
    """What a page needs to know of a card; what the card lacks is left out.

    A weapon's `health` is its durability.
    """
    found: dict[str, Any] = {
        "name": card.name,
        "text": text,
        "class": card.card_class.lower(),
        "type": card.type.lower(),
        "rarity": card.rarity.lower(),
        "tribe": _TRIBES.get(card.race, card.race.lower()),
        "set": SETS.get(card.card_set, ""),
        "cost": card.cost,
        "most": most,
    }
    if found["type"] in ("minion", "weapon"):
        found |= {"attack": card.attack, "health": card.health or card.durability}
    return {name: value for name, value in found.items() if value != ""}
