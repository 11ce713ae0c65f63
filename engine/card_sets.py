"""Extra cards: a named set of cards beside a build's, written in the card language.

    from engine.dsl import hero, minion, taunt

    wall = CardSet("walls", (minion("wall", "Wall", 2, 0, 6, taunt), hero("none", "None", 30)))
    game = Game.stage(hand=["Wall"], hero="NONE", rules=rules_for(extra=wall))

The build's rows stay as they are, so its games do too: no card that draws a random card finds one
of a set. `engine.rules.rules_for` compiles a set; a deck's `hero` is the name of a hero of the set.
"""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from types import MappingProxyType

from engine.card_data import CardData
from engine.core import enums as e
from engine.deck_rules import CLASSES, DECK_SIZE
from engine.dsl.cards import Card
from engine.dsl.errors import CardError
from engine.new_cards import data_of


@dataclass(frozen=True)
class CardSet:
    """Extra cards, in the order of their rows; equal sets have the same name and the same cards.

    The name is a part of the digest of the rules; the cards' ids are in no build. CardError: the
    set has no name or no cards, or a hero has no name of its own.
    """

    name: str
    cards: tuple[Card, ...]

    def __post_init__(self) -> None:
        if not self.name or not self.cards:
            raise CardError(f"card set {self.name!r}: a set has a name and at least one card")
        heroes = [card for card in self.cards if card.type == e.HERO_CARD]
        taken = Counter((*CLASSES, *(card.name.upper() for card in heroes)))
        for card in heroes:
            if taken[card.name.upper()] > 1:
                raise card.error("a deck names its hero by class or name; use another name")

    @cached_property
    def data(self) -> MappingProxyType[str, CardData]:
        """What decks know of the cards, by id. All are neutral, and a deck may repeat them."""
        common = {"dbf_id": 0, "card_class": "NEUTRAL", "rarity": "", "max_copies": DECK_SIZE}
        return MappingProxyType(
            {c.id: data_of(c, id=c.id, card_set=self.name, **common) for c in self.cards}
        )
