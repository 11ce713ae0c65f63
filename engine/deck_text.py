"""Decks as people write them: card names, deck codes, the game's export, JSON files."""

import binascii
import json
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from engine.card_data import (
    CardData,
    DeckError,
    card_data,
    collectible_cards,
    find_card,
    outside_cards,
    quoted,
    token_cards,
)
from engine.deck_rules import (
    DECK_SIZE,
    HERO_CARDS,
    Deck,
    check_hero,
    deck_card,
    deck_label,
    validate_deck,
)
from engine.formats import DEFAULT_FORMAT


def deck_from_names(hero: str, names: Iterable[str], name: str = "") -> Deck:
    """Returns the deck of these English card names, one per copy; not validated.

    Raises:
        DeckError: Unknown class or card.
    """
    cards = tuple(find_card(card_name).id for card_name in names)
    return Deck(name, check_hero(hero, quoted(name) if name else "the deck"), cards)


# --- deck codes ---

#: What the parser raises where a code ends too early: base64 without its end, or no byte to read.
_CUT_OFF = (binascii.Error, EOFError, TypeError)


@cache
def _by_dbf_id() -> dict[int, CardData]:
    cards = (*outside_cards().values(), *token_cards(), *collectible_cards())
    return {card.dbf_id: card for card in cards}


def deck_code(deck: Deck) -> str:
    """Returns the deck code that the game imports (Wild, where all our sets are allowed).

    Raises:
        DeckError: Unknown class or card.
    """
    # Imported here: the package takes longer to load than all of this module.
    from hearthstone.deckstrings import write_deckstring
    from hearthstone.enums import FormatType

    hero = card_data(HERO_CARDS[check_hero(deck.hero, deck_label(deck))]).dbf_id
    copies = Counter(deck_card(card_id).dbf_id for card_id in deck.cards)
    return write_deckstring(sorted(copies.items()), [hero], FormatType.FT_WILD)


def _read_code(code: str) -> tuple[list[tuple[int, int]], list[int]]:
    from hearthstone.deckstrings import parse_deckstring

    try:
        cards, heroes, _, sideboards = parse_deckstring(code)
    except _CUT_OFF:
        raise DeckError(
            f"deck code {quoted(code)} is cut off: it ends before its last card; copy the whole "
            "code again, or give a list of card names"
        ) from None
    # The parser answers a damaged code with whatever error its reading stumbles over.
    except Exception as error:
        raise DeckError(
            f"unreadable deck code {quoted(code)} ({type(error).__name__}); "
            "copy the whole code again, or give a list of card names"
        ) from None
    if sideboards:
        raise DeckError(f"deck code {quoted(code)} has a sideboard, which does not exist here")
    return cards, heroes


def deck_from_code(
    code: str, name: str = "", size: int = DECK_SIZE, format: str | None = DEFAULT_FORMAT
) -> Deck:
    """Returns the legal deck that a deck code describes.

    The class is the hero's; for a hero we do not carry (a hero skin) it is the class of the cards.

    Args:
        code: The deck code.
        name: The deck's name.
        size: How many cards the deck must have.
        format: As for `validate_deck`.

    Raises:
        DeckError: An unreadable code, a card we do not have, or a deck that is not legal.
    """
    dbf_copies, heroes = _read_code("".join(code.split()))
    cards: list[str] = []
    for dbf_id, n in dbf_copies:
        card = _by_dbf_id().get(dbf_id)
        if card is None:
            raise DeckError(
                f"deck code {quoted(code)}: no card has the number {dbf_id} in the sets of build "
                "38377 that are played here (later reprints have numbers of their own); "
                "give a list of card names instead"
            )
        if not 1 <= n <= size:
            raise DeckError(f"deck code {quoted(code)}: {n} copies of '{card.name}'")
        cards += [card.id] * n
    by_dbf = {card_data(hero_id).dbf_id: hero for hero, hero_id in HERO_CARDS.items()}
    named = [by_dbf[hero] for hero in heroes if hero in by_dbf]
    deck = Deck(name, named[0] if named else _hero_of(cards), tuple(cards))
    validate_deck(deck, size, format=format)
    return deck


def _hero_of(cards: Sequence[str]) -> str:
    classes = sorted({deck_card(card_id).card_class for card_id in cards} - {"NEUTRAL"})
    if len(classes) == 1:
        return classes[0]
    if not classes:
        raise DeckError("the deck has Neutral cards only; say which class it is for")
    raise DeckError(
        f"the deck has cards of {len(classes)} classes ({', '.join(classes).title()}); "
        "keep one class and Neutral cards"
    )


# --- decks as text ---

#: A deck code, which may be cut off: all of them begin with AAE, the format's version.
_CODE = re.compile(r"(?:AAE[A-Za-z0-9+/]*|[A-Za-z0-9+/]{20,})={0,2}")
_EXPORTED = re.compile(r"(?:#\s*)?(\d+)x\s*\(\d+\)\s*(.+)")
_COUNT_FIRST = re.compile(r"(\d+)\s*(?:[x\N{MULTIPLICATION SIGN}]\s*|\s)(.+)", re.IGNORECASE)
_COUNT_LAST = re.compile(r"(.+?)\s+[x\N{MULTIPLICATION SIGN}]\s*(\d+)", re.IGNORECASE)


@dataclass
class _DeckText:
    name: str = ""
    hero: str = ""
    code: str = ""
    cards: tuple[str, ...] = ()


def is_deck_code(text: str) -> bool:
    """Whether a text is a deck code, or the beginning of one."""
    return _CODE.fullmatch(text.strip()) is not None


def _count_and_name(line: str) -> tuple[str, str]:
    if match := _EXPORTED.fullmatch(line) or _COUNT_FIRST.fullmatch(line):
        return match[1], match[2]
    if match := _COUNT_LAST.fullmatch(line):
        return match[2], match[1]
    return "1", line


def _cards_of_line(line: str, size: int) -> tuple[str, ...]:
    count, name = _count_and_name(line)
    card = find_card(name)
    if len(count) > 3 or not 1 <= int(count) <= size:
        raise DeckError(f"{quoted(count)} copies of '{card.name}'; write 1 or 2")
    return (card.id,) * int(count)


def _read_line(line: str, found: _DeckText, size: int) -> None:
    if line.startswith("###"):
        found.name = line.lstrip("# ").strip()
    elif match := re.fullmatch(r"#\s*Class:\s*(\S+).*", line, re.IGNORECASE):
        found.hero = match[1]
    elif _CODE.fullmatch(line):
        found.code = line
    elif not line.startswith("#") or _EXPORTED.fullmatch(line):
        found.cards += _cards_of_line(line, size)


def _read_lines(text: str, size: int) -> _DeckText:
    found = _DeckText()
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            if line.strip():
                _read_line(line.strip(), found, size)
        except DeckError as error:
            raise DeckError(f"line {number}: {error}") from None
    return found


def parse_deck_text(
    text: str,
    hero: str | None = None,
    name: str = "",
    size: int = DECK_SIZE,
    format: str | None = DEFAULT_FORMAT,
) -> Deck:
    """Returns the legal deck that a text describes: card names, a deck code, or the game's export.

    A line is a card ("Backstab", "2x Backstab", "2 Backstab", "Backstab x2", "# 2x (0) Backstab",
    "2x (0) Backstab"), the deck's name ("### My deck"), its class ("# Class: Rogue"), a deck code,
    or, with any other `#`, a comment. Where there are both cards and a code, as in the game's
    export, the names count: they outlive the reprints that give cards new numbers.

    Args:
        text: The text.
        hero: The class if the text does not name it (default: the class of its cards).
        name: The deck's name if the text does not give one.
        size: How many cards the deck must have.
        format: As for `validate_deck`.

    Raises:
        DeckError: Anything else, with the line's number and what to write instead.
    """
    found = _read_lines(text.removeprefix("\ufeff"), size)  # as Windows editors begin a file
    name = found.name or name
    if found.code and not found.cards:
        deck = deck_from_code(found.code, name, size, format)
        if hero and deck.hero != check_hero(hero, deck_label(deck)):
            raise DeckError(
                f"{deck_label(deck)}: a {deck.hero.capitalize()} deck, not {quoted(hero)}"
            )
        return deck
    if not found.cards:
        raise DeckError("no cards in the text; write one card name per line, or a deck code")
    chosen = hero or found.hero or _hero_of(found.cards)
    label = quoted(name) if name else "the deck"
    deck = Deck(name, check_hero(chosen, label), found.cards)
    validate_deck(deck, size, format=format)
    return deck


# --- files of decks ---


def _deck_of_json(entry: object, where: str) -> Deck:
    if not isinstance(entry, dict) or not {"name", "hero", "cards"} <= entry.keys():
        raise DeckError(f"{where}: a deck needs 'name', 'hero' and 'cards'")
    name, hero, cards = entry["name"], entry["hero"], entry["cards"]
    texts = isinstance(name, str) and isinstance(hero, str) and isinstance(cards, list)
    if not texts or not all(isinstance(card, str) for card in cards):
        raise DeckError(f"{where}: 'name' and 'hero' are texts, 'cards' is a list of card names")
    try:
        deck = deck_from_names(hero, cards, name)
        validate_deck(deck, format=None)
    except DeckError as error:
        raise DeckError(f"{where}: {error}") from None
    return deck


def read_decks(path: str | Path) -> dict[str, tuple[Deck, ...]]:
    """Reads a JSON file of named groups of decks, of any format, and validates each deck.

    Args:
        path: File with `{"group": [{"name": ..., "hero": ..., "cards": [one name per copy]}]}`;
            entries that are not lists (remarks, sources) are passed over.

    Returns:
        The decks of each group, in the file's order.

    Raises:
        DeckError: The file cannot be read, is damaged, or a deck in it is not legal.
    """
    try:
        groups = json.loads(Path(path).read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise DeckError(f"{path}: cannot be read as a file of decks: {error}") from None
    if not isinstance(groups, dict):
        raise DeckError(f"{path}: expected an object of groups of decks")
    return {
        group: tuple(_deck_of_json(entry, f"{path}, group '{group}'") for entry in entries)
        for group, entries in groups.items()
        if isinstance(entries, list)
    }
