"""What a deck is and when it is legal; deck codes, also those that stand in a text or a link."""

import binascii
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from urllib.parse import unquote

from engine.card_data import (
    GIVE_PATCH,
    CardData,
    DeckError,
    card_data,
    cards_by_id,
    collectible_cards,
    deck_cards,
    is_new_card,
    new_card_data,
    outside_cards,
    quoted,
    token_cards,
)
from engine.formats import DEFAULT_FORMAT, SETS, format_problems
from engine.new_cards import FIRST_NUMBER
from engine.patches import Patch

DECK_SIZE = 30
# The hero of each class whose number stands in a deck code (all of the Basic set).
HERO_CARDS = {
    "DRUID": "HERO_06",
    "HUNTER": "HERO_05",
    "MAGE": "HERO_08",
    "PALADIN": "HERO_04",
    "PRIEST": "HERO_09",
    "ROGUE": "HERO_03",
    "SHAMAN": "HERO_02",
    "WARLOCK": "HERO_07",
    "WARRIOR": "HERO_01",
}
CLASSES = tuple(HERO_CARDS)
_NO_CARDS: Mapping[str, CardData] = MappingProxyType({})


@dataclass(frozen=True)
class Deck:
    """A deck: its name, its class in capitals ("ROGUE") and the Blizzard ids of its cards.

    With extra cards (`engine.card_sets`), their ids, and the name of an extra hero in capitals.
    Not checked when constructed, so that tests can build odd decks: `validate_deck` does.
    """

    name: str
    hero: str
    cards: tuple[str, ...]

    def counts(self, data: Callable[[str], CardData] = card_data) -> dict[str, int]:
        """Returns the copies of each card by id, ordered by cost, then name.

        `data` returns the data of a card; `Rules.card_data` also knows extra cards.
        """
        copies = Counter(self.cards)
        cards = sorted(map(data, copies), key=lambda card: (card.cost, card.name))
        return {card.id: copies[card.id] for card in cards}

    def describe(self, data: Callable[[str], CardData] = card_data) -> str:
        """Returns the deck on one line: "2x Backstab, 1x Edwin VanCleef, ..."; see `counts`."""
        return ", ".join(f"{n}x {data(card_id).name}" for card_id, n in self.counts(data).items())


def check_hero(hero: str, where: str, extra: Mapping[str, CardData] = _NO_CARDS) -> str:
    """Returns a class, or an extra hero's name, in capitals.

    Raises:
        DeckError: The class is unknown; the message names `where` it stands.
    """
    known = (*CLASSES, *_extra_heroes(extra))
    if hero.upper() not in known:
        names = ", ".join(name.capitalize() for name in known)
        raise DeckError(f"{where}: unknown class {quoted(hero)}; use one of {names}")
    return hero.upper()


def hero_id(deck: Deck, extra: Mapping[str, CardData] = _NO_CARDS) -> str:
    """Returns the id of a deck's hero card; raises as `check_hero`."""
    heroes = HERO_CARDS | _extra_heroes(extra)
    return heroes[check_hero(deck.hero, deck_label(deck), extra)]


def _extra_heroes(extra: Mapping[str, CardData]) -> dict[str, str]:
    """Ids of extra heroes by name in capitals."""
    return {card.name.upper(): card.id for card in extra.values() if card.type == "HERO"}


def deck_label(deck: Deck) -> str:
    """Returns how a message names a deck."""
    return f"deck {quoted(deck.name)}" if deck.name else "the deck"


def deck_card(card_id: str, extra: Mapping[str, CardData] = _NO_CARDS) -> CardData:
    """Returns the data of a card that decks may have, or raises a `DeckError`."""
    if is_new_card(card_id):
        return card_data(card_id)
    card = deck_cards().get(card_id) or extra.get(card_id)
    if card is not None:
        return card
    if card_id in cards_by_id() or card_id in outside_cards():
        name = card_data(card_id).name
        raise DeckError(
            f"card '{name}' ({card_id}) cannot be put into a deck here; "
            f"use collectible cards of {', '.join(SETS.values())}"
        )
    return card_data(card_id)  # raises, with the closest id


def class_of(cards: Iterable[str]) -> str:
    """Returns the class of a deck's cards, in capitals.

    Raises:
        DeckError: The cards have no class or several classes, or a card is unknown.
    """
    classes = sorted({deck_card(card_id).card_class for card_id in cards} - {"NEUTRAL"})
    if len(classes) == 1:
        return classes[0]
    if not classes:
        raise DeckError("the deck has Neutral cards only; say which class it is for")
    raise DeckError(
        f"the deck has cards of {len(classes)} classes ({', '.join(classes).title()}); "
        "keep one class and Neutral cards"
    )


def _copy_problems(copies: Counter[str], extra: Mapping[str, CardData]) -> list[str]:
    problems = []
    for card_id, n in copies.items():
        card = deck_card(card_id, extra)
        if n > card.max_copies:
            limit = "a legendary is limited to 1" if card.max_copies == 1 else "the limit is 2"
            problems.append(f"{n} copies of '{card.name}'; {limit}, remove {n - card.max_copies}")
    return problems


def _class_problems(hero: str, copies: Counter[str], extra: Mapping[str, CardData]) -> list[str]:
    cards = [deck_card(card_id, extra) for card_id in copies]
    return [
        f"'{card.name}' is a {card.card_class.capitalize()} card; "
        f"a {hero.capitalize()} deck takes {hero.capitalize()} and Neutral cards"
        for card in cards
        if card.card_class not in (hero, "NEUTRAL")
    ]


def _missing_problems(patch: Patch, copies: Counter[str]) -> list[str]:
    return [
        f"{patch.absent(card_id)}; take it out or use {_remedy(patch, card_id)}"
        for card_id in copies
        if patch.lacks(card_id)
    ]


def _remedy(patch: Patch, card_id: str) -> str:
    if is_new_card(card_id):
        return "the patch that adds it"
    return "a later date" if patch.is_dated else "a patch of a later build"


def check_available(deck: Deck, patch: Patch) -> None:
    """Raises a `DeckError` if a deck has cards that a patch's build or day does not have yet."""
    if problems := _missing_problems(patch, Counter(deck.cards)):
        raise DeckError(f"{deck_label(deck)}: {'. '.join(problems)}")


def _size_problems(n_cards: int, size: int) -> list[str]:
    if n_cards == size:
        return []
    fix = f"add {size - n_cards}" if n_cards < size else f"remove {n_cards - size}"
    return [f"{n_cards} cards; a deck has {size}, {fix}"]


def outside_format(card_ids: Iterable[str], format: str) -> list[str]:
    """Returns why a format's decks cannot have cards, with the fix; empty if they can.

    Tokens, extra cards and new cards are of no format: they are passed over.
    """
    known = deck_cards()
    return format_problems(
        [known[each] for each in dict.fromkeys(card_ids) if each in known], format
    )


def check_format(deck: Deck, format: str) -> None:
    """Raises a `DeckError` if a deck has cards that a format's decks cannot have."""
    if problems := outside_format(deck.cards, format):
        raise DeckError(f"{deck_label(deck)}: {'. '.join(problems)}")


def validate_deck(
    deck: Deck,
    size: int = DECK_SIZE,
    patch: Patch | None = None,
    extra: Mapping[str, CardData] = _NO_CARDS,
    format: str | None = DEFAULT_FORMAT,
) -> None:
    """Checks a deck against the game's rules of deck building.

    Args:
        size: How many cards it must have.
        patch: Of which build, or new in it, the cards must be; by default of build 38377, or new in
            any patch of this process.
        extra: Data of extra cards by id, which the deck may have too (`Rules.extra_data`).
        format: Of which format the cards must be (`engine.formats`); with None, of any set.

    Raises:
        DeckError: Unknown class or card, a card of another class, a later build or another format,
            too many copies, or a wrong number of cards; one message with everything that is wrong
            and how to put it right.
    """
    label = deck_label(deck)
    hero = check_hero(deck.hero, label, extra)
    copies = Counter(deck.cards)
    try:
        problems = _class_problems(hero, copies, extra) + _copy_problems(copies, extra)
    except DeckError as error:
        raise DeckError(f"{label}: {error}") from None
    if format is not None:
        problems += outside_format(copies, format)
    problems += _missing_problems(patch, copies) if patch is not None else []
    problems += _size_problems(len(deck.cards), size)
    if problems:
        raise DeckError(f"{label}: {'. '.join(problems)}")


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
    """Returns the legal deck, of `size` cards, that a deck code describes.

    Raises:
        DeckError: As `deck_of_code`, or the deck is not legal.
    """
    deck = deck_of_code(code, name, size)
    validate_deck(deck, size, format=format)
    return deck


def deck_of_code(code: str, name: str = "", size: int = DECK_SIZE) -> Deck:
    """Returns the deck that a deck code describes, which may be unfinished or not legal.

    The class is the hero's; for a hero we do not carry (a hero skin) it is the class of the cards.

    Raises:
        DeckError: An unreadable code, a card we do not have, or more than `size` copies of one.
    """
    dbf_copies, heroes = _read_code("".join(code.split()))
    cards: list[str] = []
    new = {card.dbf_id: card for card in new_card_data().values()}
    for dbf_id, n in dbf_copies:
        card = _by_dbf_id().get(dbf_id) or new.get(dbf_id)
        if card is None and dbf_id >= FIRST_NUMBER:
            raise DeckError(
                f"deck code {quoted(code)}: the number {dbf_id} is that of a new card; {GIVE_PATCH}"
            )
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
    return Deck(name, named[0] if named else class_of(cards), tuple(cards))
