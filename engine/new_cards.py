"""New cards: lines of the card language that a patch adds to the cards of its base.

    minion("Argent Horserider", 3, 2, 1, charge, divine_shield)

A line is that of a file in `engine/cards` without the id, with two more words at its end:
`card_class` (default: neutral) and `rarity` (default: common; of a legendary card a deck has one
copy). Id and number follow from the line, so a line is the same card in every process.
`engine.card_lines` reads lines; nothing here loads the card language before there is one.
"""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from engine.card_data import NEW_SET, CardData, NewCard, known_card, plain_name, quoted
from engine.core import enums as e

if TYPE_CHECKING:
    from engine.dsl.cards import Card

#: Numbers of new cards in deck codes: above those of the game, below 2 ** 31.
FIRST_NUMBER, _N_NUMBERS = 1_000_000_000, 2**31 - 1_000_000_000
#: What card data call the types of `engine.core.enums`, from NO_CARD to POWER_CARD.
_TYPES = ("ENCHANTMENT", "HERO", "MINION", "SPELL", "SPELL", "WEAPON", "HERO_POWER")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9 ':.,!-]{0,39}")


class NewCardError(ValueError):
    """A line that is no new card; the message says what is wrong and what to write."""


@lru_cache(maxsize=4096)
def new_card(text: str) -> NewCard:
    """Reads a line; `engine.card_data.keep_new_card` makes its card known, as a patch does.

    Raises:
        NewCardError: It is no card, or its name is not possible or taken.
    """
    from engine.card_lines import read_line  # loads the card language

    card = read_line(text)
    _check_name(card.data.name)
    return card


def numbered(line: str, card: Card, text: str, card_class: str, rarity: str) -> NewCard:
    """Returns the card that a line in the canonical form says, with the id of that line."""
    number = int.from_bytes(sha256(line.encode()).digest()[:8], "big") % _N_NUMBERS
    data = data_of(
        card,
        id=f"{NEW_SET}_{number:08x}",
        dbf_id=FIRST_NUMBER + number,
        card_class=card_class,
        card_set=NEW_SET,
        rarity=rarity,
        max_copies=1 if rarity == "LEGENDARY" else 2,
    )
    return NewCard(line, data, text, replace(card, id=data.id, where="a new card"))


def data_of(card: Card, **more: Any) -> CardData:
    """Returns a card of the card language as card data; `more` is what its line does not say."""
    is_weapon = card.type == e.WEAPON_CARD
    return CardData(
        name=card.name,
        type=_TYPES[card.type],
        cost=card.cost,
        attack=card.attack,
        health=0 if is_weapon else card.health,
        durability=card.health if is_weapon else 0,
        race=card.race,
        mechanics=(),
        **more,
    )


def _check_name(name: str) -> None:
    if not _NAME.fullmatch(name) or plain_name(name) != name.casefold():
        raise NewCardError(
            f"the name {quoted(name)}: write a letter, then up to 39 letters, digits, single "
            "spaces and signs of ' : . , ! -"
        )
    if (known := known_card(name)) is not None:
        raise NewCardError(
            f"{quoted(name)} is the name of a card of the game ({known.id}); give another name"
        )
