"""Deck codes: the one of a deck, the deck of one, and those that stand in a text or a link."""

import binascii
import re
from collections import Counter
from functools import cache
from urllib.parse import unquote

from engine.card_data import (
    CardData,
    DeckError,
    card_data,
    collectible_cards,
    outside_cards,
    quoted,
    token_cards,
)
from engine.deck_rules import (
    DECK_SIZE,
    HERO_CARDS,
    Deck,
    check_hero,
    class_of,
    deck_card,
    deck_label,
    validate_deck,
)
from engine.formats import DEFAULT_FORMAT

#: What the parser raises where a code ends too early: base64 without its end, or no byte to read.
_CUT_OFF = (binascii.Error, EOFError, TypeError)
#: All codes begin with AAE, the format's version; other texts of this form are damaged ones.
_CODE = re.compile(r"(?:AAE[A-Za-z0-9+/]*|[A-Za-z0-9+/]{20,})={0,2}")
_PART = re.compile(r"(?<![A-Za-z0-9+])AAE[A-Za-z0-9+/]{9,}={0,2}")


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


def find_codes(text: str) -> tuple[str, ...]:
    """Returns the different deck codes in a text, or in its links; whole or cut off.

    A text that is nothing but a code may have it in several lines.
    """
    whole = "".join(text.split()) if text.lstrip().startswith("AAE") else text.strip()
    if _CODE.fullmatch(whole):
        return (whole,)
    # A slash after a link's code leaves one sign too many.
    found = (
        code.rstrip("/" if len(code) % 4 == 1 else "=") for code in _PART.findall(unquote(text))
    )
    return tuple(dict.fromkeys(found))


def _read_code(code: str) -> tuple[list[tuple[int, int]], list[int]]:
    from hearthstone.deckstrings import parse_deckstring

    try:
        cards, heroes, _, sideboards = parse_deckstring(code + "=" * (-len(code) % 4))
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
    deck = Deck(name, named[0] if named else class_of(cards), tuple(cards))
    validate_deck(deck, size, format=format)
    return deck
