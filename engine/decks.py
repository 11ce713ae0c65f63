"""Card data, decks and pools of cards: the one place to import them from."""

from engine.card_data import (
    CardData,
    DeckError,
    card_data,
    card_text,
    collectible_cards,
    find_card,
    standard_cards,
    token_cards,
)
from engine.deck_rules import (
    CLASSES,
    DECK_SIZE,
    HERO_CARDS,
    Deck,
    check_available,
    check_format,
    deck_code,
    deck_from_code,
    outside_format,
    validate_deck,
)
from engine.deck_text import (
    DeckReading,
    deck_from_names,
    read_cards,
    read_deck_text,
    read_decks,
)
from engine.formats import FORMATS, SETS, Format, find_format
from engine.patches import Patch, PatchError, build_patch, new_patch
from engine.pools import Pool, class_pool, pool, pool_names

__all__ = [
    "CLASSES", "DECK_SIZE", "FORMATS", "HERO_CARDS", "SETS", "CardData", "Deck", "DeckError",
    "DeckReading", "Format", "Patch", "PatchError", "Pool", "build_patch", "card_data", "card_text",
    "check_available", "check_format", "class_pool", "collectible_cards", "deck_code",
    "deck_from_code", "deck_from_names", "find_card", "find_format", "new_patch", "outside_format",
    "pool", "pool_names", "read_cards", "read_deck_text", "read_decks", "standard_cards",
    "token_cards", "validate_deck",
]  # fmt: skip
