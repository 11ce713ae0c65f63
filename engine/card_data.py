"""The data printed on the cards of build 38377, read from the CSV files in `engine/data`.

What a card *does* is in `engine/cards`; nothing here needs the rules, so labelling results and
reading decks cost no compilation. `engine.decks` re-exports the public names.
"""

import csv
import difflib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from engine import UserError

if TYPE_CHECKING:
    from engine.dsl.cards import Card

DATA = Path(__file__).parent / "data"

#: Sets whose cards come after those of Basic, Classic and Hall of Fame, in files and in tables.
LATER_SETS = ("NAXX", "GVG", "BRM")
#: The set of cards that a patch adds (`engine.new_cards`); they belong to every format.
NEW_SET = "NEW"
#: What to do about a new card that no patch of this process adds.
GIVE_PATCH = "give the patch that adds it (--patch FILE)"
# Names in older decks of cards that build 38377 calls differently.
RENAMED = {"succubus": "felstalker", "mistress of pain": "queen of pain"}


class DeckError(UserError, ValueError):
    """A deck, a card's name or a deck code that cannot be used; the message says what to change."""


@dataclass(frozen=True)
class CardData:
    """What is printed on a card in build 38377; numbers that its type lacks are 0.

    `mechanics` are the tags of the card, as `TAG` or `TAG=value`; for cards of sets that the engine
    does not play they are the keywords the card itself prints.
    """

    id: str
    dbf_id: int
    name: str
    card_class: str
    card_set: str
    type: str
    cost: int
    attack: int
    health: int
    durability: int
    rarity: str
    race: str
    max_copies: int
    mechanics: tuple[str, ...]


@dataclass(frozen=True)
class NewCard:
    """A card that a patch adds."""

    line: str  #: Its line in the canonical form, with the same spaces and quotes for the same card
    data: CardData  #: What is printed on it
    text: str  #: Its words, as they are written
    card: "Card"  #: The card in the card language


#: All new cards of this process by id: a cache of what the lines of its patches say.
_NEW_CARDS: dict[str, NewCard] = {}


def keep_new_card(card: NewCard) -> NewCard:
    """Makes a new card known by its id and number, and returns it.

    Raises:
        DeckError: Another card has the same number, which is a digest of its line.
    """
    known = _NEW_CARDS.setdefault(card.data.id, card)
    if known.line != card.line:
        raise DeckError(
            f"'{card.data.name}' happens to have the number of the new card '{known.data.name}'; "
            "change one of the two names"
        )
    return card


def is_new_card(card_id: str) -> bool:
    """Whether an id is that of a new card which is known in this process."""
    return card_id in _NEW_CARDS


def new_card_data() -> dict[str, CardData]:
    """Returns the data of all new cards that are known in this process, by id."""
    return {card_id: card.data for card_id, card in list(_NEW_CARDS.items())}


def csv_rows(name: str) -> list[dict[str, str]]:
    """Returns the rows of a CSV file in `engine/data`."""
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _number(text: str) -> int:
    return int(text) if text else 0


def card_of_row(row: dict[str, str]) -> CardData:
    """Returns the card in one row of a CSV file of cards."""
    mechanics = row.get("mechanics") or row.get("keywords") or ""
    return CardData(
        id=row["id"],
        dbf_id=int(row["dbf_id"]),
        name=row["name"],
        card_class=row["class"],
        card_set=row["set"],
        type=row["type"],
        cost=_number(row["cost"]),
        attack=_number(row["attack"]),
        health=_number(row["health"]),
        durability=_number(row["durability"]),
        rarity=row["rarity"],
        race=row["race"],
        max_copies=1 if row["rarity"] == "LEGENDARY" else 2,
        mechanics=tuple(mechanics.split("|")) if mechanics else (),
    )


@cache
def collectible_cards() -> tuple[CardData, ...]:
    """Returns the collectible cards that the engine plays.

    The 402 of Basic, Classic and Hall of Fame in CardDefs order, then the 184 of Naxxramas, Goblins
    vs Gnomes and Blackrock Mountain.
    """
    return tuple(card_of_row(row) for row in csv_rows("cards_38377.csv"))


@cache
def token_cards() -> tuple[CardData, ...]:
    """Returns their tokens, enchantments, heroes and hero powers, in CardDefs order."""
    return tuple(card_of_row(row) for row in csv_rows("tokens_38377.csv"))


@cache
def standard_cards() -> tuple[CardData, ...]:
    """Returns every collectible minion, spell and weapon of Standard in December 2019.

    `mechanics` are the printed keywords only, also for cards that `collectible_cards` has.
    """
    return tuple(card_of_row(row) for row in csv_rows("standard_2019.csv"))


@cache
def cards_by_id() -> dict[str, CardData]:
    """Returns the collectible cards and the tokens by Blizzard id."""
    return {card.id: card for card in (*token_cards(), *collectible_cards())}


@cache
def deck_cards() -> dict[str, CardData]:
    """Returns the cards that decks can have by Blizzard id."""
    return {card.id: card for card in collectible_cards()}


@cache
def _by_name() -> dict[str, CardData]:
    cards: dict[str, CardData] = {}
    for card in (*collectible_cards(), *standard_cards()):
        cards.setdefault(plain_name(card.name), card)
    return cards


@cache
def outside_cards() -> dict[str, CardData]:
    """Returns the cards of Standard outside our sets by Blizzard id."""
    return {card.id: card for card in standard_cards() if card.id not in deck_cards()}


@cache
def card_texts() -> dict[str, str]:
    """Returns the texts printed on the cards of our sets and their tokens, by Blizzard id."""
    return {row["id"]: row["text"] for row in csv_rows("texts_38377.csv")}


#: Signs that sites write for an apostrophe or a hyphen, and the names' own.
_SIGNS = str.maketrans(
    "\N{RIGHT SINGLE QUOTATION MARK}\N{LEFT SINGLE QUOTATION MARK}\N{ACUTE ACCENT}`"
    "\N{HYPHEN}\N{NON-BREAKING HYPHEN}\N{EN DASH}",
    "''''---",
)


def plain_name(name: str) -> str:
    """Returns a name as it is compared: small letters, plain signs, single spaces."""
    return " ".join(name.translate(_SIGNS).casefold().split())


def quoted(text: str) -> str:
    """Returns a text in quotes for a message, shortened if it is long."""
    return f"'{text}'" if len(text) <= 60 else f"'{text[:57]}...'"


def did_you_mean(word: str, names: Iterable[str], otherwise: str) -> str:
    """Returns a hint at the most similar name, or another hint if none is similar."""
    plain = {plain_name(name): name for name in names}
    close = difflib.get_close_matches(plain_name(word)[:60], plain, n=1)
    return f"did you mean '{plain[close[0]]}'?" if close else otherwise


def card_data(card_id: str) -> CardData:
    """Returns the data of a card, token, hero or hero power by its Blizzard id.

    Raises:
        DeckError: No card has this id.
    """
    if card_id in _NEW_CARDS:
        return _NEW_CARDS[card_id].data
    card = cards_by_id().get(card_id) or outside_cards().get(card_id)
    if card is None and card_id.startswith(f"{NEW_SET}_"):
        raise DeckError(f"unknown new card {quoted(card_id)}; {GIVE_PATCH}")
    if card is None:
        hint = did_you_mean(card_id, cards_by_id(), "ids look like 'EX1_116'")
        raise DeckError(f"unknown card id {quoted(card_id)}; {hint}")
    return card


def card_text(card_id: str) -> str:
    """Returns the text printed on a card of our sets or a token, '' if it has none.

    The text of a new card are the words of its line.
    """
    if card_id in _NEW_CARDS:
        return _NEW_CARDS[card_id].text
    return card_texts().get(card_id, "")


def known_card(name: str, new: Iterable[CardData] = ()) -> CardData | None:
    """Returns the first card with this English name or id: of our sets, else of Standard.

    `new` are the new cards of a patch (`Patch.new_cards`), which come first.
    """
    plain = plain_name(name)
    for card in new:
        if plain_name(card.name) == plain or card.id == name.strip():
            return card
    return _by_name().get(RENAMED.get(plain, plain)) or deck_cards().get(name.strip())


def find_card(name: str, new: Sequence[CardData] = ()) -> CardData:
    """Returns the first collectible card with this English name (or this Blizzard id).

    Capital letters, the forms of apostrophes and hyphens, and repeated spaces do not matter.
    `new` are the new cards of a patch (`Patch.new_cards`).

    Raises:
        DeckError: No such card; the message suggests the closest name.

    Source:
        The lookup rule of SabberStone (first collectible card with that name), which the published
        decks were resolved with.
    """
    card = known_card(name, new)
    if card is not None and (card.id in deck_cards() or card in new):
        return card
    if card is not None:
        raise DeckError(
            f"card {quoted(name)} is of the set {card.card_set}, which is not played here; "
            "use cards up to Blackrock Mountain"
        )
    names = [card.name for card in (*collectible_cards(), *new)]
    hint = did_you_mean(name, names, "use an English card name of a set up to Blackrock Mountain")
    raise DeckError(f"unknown card {quoted(name)}; {hint}")
