"""Decks from the command line."""

import re
from pathlib import Path

from engine.deck_text import is_deck_code
from engine.decks import Deck, DeckError, parse_deck_text, validate_deck
from models.players.decks import named_deck


def read_deck(text: str, hero: str | None = None) -> Deck:
    """Reads a deck: a file, a deck code, a list of cards, or the name of a published deck.

    Args:
        text: Path of a text file, or the text itself; cards of a list are separated by commas or
            line ends: `2x Backstab, Sap, ...`.
        hero: The class, if all cards are neutral.

    Raises:
        DeckError: It is none of these, or the deck is not legal; the message suggests a fix.
    """
    path = Path(text)
    if len(text) < 1000 and "\n" not in text and path.is_file():
        return parse_deck_text(_read(path), hero, name=path.stem)
    return deck_of_text(text, hero)


def deck_of_text(text: str, hero: str | None = None) -> Deck:
    """Reads a deck as `read_deck` does, except from a file: for texts of strangers.

    Raises:
        DeckError: See `read_deck`.
    """
    if not re.search(r"[,;\n]", text) and not is_deck_code(text):
        return _published(text, hero)
    return parse_deck_text(re.sub(r"\s*[,;]\s*", "\n", text), hero, name="my deck")


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DeckError(f"{path}: cannot be read as text ({error})") from None


def _published(text: str, hero: str | None) -> Deck:
    try:
        deck = named_deck(text)
    except DeckError as error:
        raise DeckError(
            f"'{text}' is not a file or a deck code; give one, a list of cards "
            f'("2x Backstab, Sap, ..."), or the name of a published deck: {error}'
        ) from None
    if hero and hero.upper() != deck.hero:
        raise DeckError(f"--hero {hero}: '{deck.name}' is a {deck.hero.capitalize()} deck")
    validate_deck(deck)
    return deck
