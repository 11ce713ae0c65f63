"""Decks from the command line and from forms."""

import os
import re
from pathlib import Path

from engine.card_data import quoted
from engine.deck_rules import deck_label, find_codes
from engine.deck_text import MAX_TEXT, DeckReading, read_deck_text
from engine.decks import Deck, DeckError, Patch, validate_deck
from engine.input_files import read_text
from flows.questions.preset_run import find_format
from flows.questions.question import say
from models.players.decks import named_deck


def read_deck(
    text: str, hero: str | None = None, format: str | None = None, patch: Patch | None = None
) -> Deck:
    """Reads a deck, and says on standard error what was read of a text.

    Args:
        text: Path of a text file, or a text as `deck_of_text` takes it.
        hero: The class, if all cards are neutral.
        format: The format that its cards must be of; the default one without a name.
        patch: The patch whose new cards the text can name.

    Raises:
        DeckError: It is none of these, or the deck is not legal; the message suggests a fix.
    """
    if os.path.isfile(text):  # also of texts that cannot be a path
        path, format = Path(text), find_format(format)
        read = read_deck_text(_read(path), hero, name=path.stem, format=format, patch=patch)
    else:
        read = deck_of_text(text, hero, format, patch)
    if read.deck.name.casefold() != text.strip().casefold():
        say(read.account)
    return read.deck


def deck_of_text(
    text: str, hero: str | None = None, format: str | None = None, patch: Patch | None = None
) -> DeckReading:
    """Reads a deck as `read_deck` does, except from a file: for texts of strangers.

    The text has a deck (`engine.deck_text.read_deck_text`), or is a published deck's name.
    """
    format = find_format(format)
    is_list = re.match(r"\s*\d", text) or any(mark in text for mark in (",", ";", "\n", "://"))
    if is_list or find_codes(text):
        return read_deck_text(text, hero, name="my deck", format=format, patch=patch)
    deck = _published(text, hero, format)
    account = f"published {deck_label(deck)}: {deck.hero.capitalize()}, {len(deck.cards)} cards"
    return DeckReading(deck, account)


def _read(path: Path) -> str:
    try:
        return read_text(path, 4 * MAX_TEXT)  # a letter has up to 4 bytes
    except (OSError, UnicodeDecodeError) as error:
        raise DeckError(f"{path}: cannot be read as text ({error})") from None


def _published(text: str, hero: str | None, format: str) -> Deck:
    try:
        deck = named_deck(text)
    except DeckError as error:
        raise DeckError(
            f"{quoted(text)} is not a file or a deck code; give one, a list of cards "
            f'("2x Backstab, Sap, ..."), or the name of a published deck: {error}'
        ) from None
    if hero and hero.upper() != deck.hero:
        raise DeckError(f"--hero {hero}: '{deck.name}' is a {deck.hero.capitalize()} deck")
    validate_deck(deck, format=format)
    return deck
