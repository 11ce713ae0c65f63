"""Decks from the command line."""

import re
from pathlib import Path

from engine.deck_text import is_deck_code
from engine.decks import Deck, DeckError, parse_deck_text, validate_deck
from flows.questions.preset_run import find_format
from models.players.decks import named_deck


def read_deck(text: str, hero: str | None = None, format: str | None = None) -> Deck:
    """Reads a deck: a file, a deck code, a list of cards, or the name of a published deck.

    Args:
        text: Path of a text file, or the text itself; cards of a list are separated by commas or
            line ends: `2x Backstab, Sap, ...`.
        hero: The class, if all cards are neutral.
        format: The format that its cards must be of; the default one without a name.

    Raises:
        DeckError: It is none of these, or the deck is not legal; the message suggests a fix.
    """
    path = Path(text)
    if len(text) < 1000 and "\n" not in text and path.is_file():
        return parse_deck_text(_read(path), hero, name=path.stem, format=find_format(format))
    return deck_of_text(text, hero, format)


def deck_of_text(text: str, hero: str | None = None, format: str | None = None) -> Deck:
    """Reads a deck as `read_deck` does, except from a file: for texts of strangers.

    Raises:
        DeckError: See `read_deck`.
    """
    format = find_format(format)
    if not re.search(r"[,;\n]", text) and not is_deck_code(text):
        return _published(text, hero, format)
    text = re.sub(r"\s*[,;]\s*", "\n", text)
    return parse_deck_text(text, hero, name="my deck", format=format)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise DeckError(f"{path}: cannot be read as text ({error})") from None


def _published(text: str, hero: str | None, format: str) -> Deck:
    try:
        deck = named_deck(text)
    except DeckError as error:
        raise DeckError(
            f"'{text}' is not a file or a deck code; give one, a list of cards "
            f'("2x Backstab, Sap, ..."), or the name of a published deck: {error}'
        ) from None
    if hero and hero.upper() != deck.hero:
        raise DeckError(f"--hero {hero}: '{deck.name}' is a {deck.hero.capitalize()} deck")
    validate_deck(deck, format=format)
    return deck
