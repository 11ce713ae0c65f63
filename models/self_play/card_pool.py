"""`BuildPool`: the cards that decks of several classes are built with.

A card is an index: cards are in the order of their rows in the rules, so that a deck list is
sorted as the engine's observations are.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.core.enums import CLASSES
from engine.decks import HERO_CARDS, Deck, class_pool
from engine.rules import Rules
from models.self_play.core.records import MAX_HEROES, POOL_CARD
from models.settings.config import ConfigError


@dataclass(frozen=True, eq=False)
class BuildPool:
    """The cards that decks are built with.

    Attributes:
        heroes: Classes in capitals.
        ids: Blizzard ids, by index.
        cards: (n_cards,) array of POOL_CARD.
        hero_rows: Rows of the hero cards.
        hero_classes: Their places in `engine.core.enums.CLASSES`.
    """

    heroes: tuple[str, ...]
    ids: tuple[str, ...]
    cards: np.ndarray
    hero_rows: tuple[int, ...]
    hero_classes: tuple[int, ...]

    def __len__(self) -> int:
        """Returns the number of different cards."""
        return len(self.ids)

    def usable(self, hero: str) -> np.ndarray:
        """Returns an (n_cards,) array of int64: most copies of each card in a class's deck."""
        has = self.cards["heroes"] >> self.heroes.index(hero) & 1
        return has * self.cards["max_copies"]

    def deck(self, hero: str, counts: np.ndarray, name: str = "") -> Deck:
        """Returns the deck with these copies of the cards; not validated."""
        cards = (i for i, n in zip(self.ids, counts.tolist(), strict=True) for _ in range(n))
        return Deck(name, hero, tuple(cards))


def card_pool(
    rules: Rules,
    heroes: Sequence[str],
    names: Sequence[str] | None,
    deck_size: int,
) -> BuildPool:
    """Returns the cards of the rules' format for these classes.

    Args:
        rules: The cards.
        heroes: Classes; case does not matter.
        names: Names or ids of the only cards to use; all if None.
        deck_size: Cards of a deck.

    Raises:
        DeckError: A class does not exist.
        ConfigError: A class is named twice, a card is unknown or of no such class or format, or the
            cards of a class do not make a deck.
    """
    heroes = tuple(hero.upper() for hero in heroes)
    if not heroes or len(set(heroes)) != len(heroes) or len(heroes) > MAX_HEROES:
        raise ConfigError(f"heroes: {', '.join(heroes) or 'none'}; name each class once")
    pools = [class_pool(hero, rules.format, rules.patch) for hero in heroes]
    ids = {card for pool in pools for card in pool.ids if card in rules.rows}
    if names is not None:
        ids = {_id_of(rules, name, ids) for name in names}
    ordered = tuple(sorted(ids, key=rules.row))
    cards = np.zeros(len(ordered), POOL_CARD)
    for i, card in enumerate(ordered):
        cards[i]["row"] = rules.row(card)
        cards[i]["max_copies"] = rules.card_data(card).max_copies
        cards[i]["heroes"] = sum((card in pool.ids) << h for h, pool in enumerate(pools))
    rows = tuple(rules.row(HERO_CARDS[hero]) for hero in heroes)
    classes = tuple(CLASSES.index(hero) for hero in heroes)
    found = BuildPool(heroes, ordered, cards, rows, classes)
    for hero in heroes:
        if (n := int(found.usable(hero).sum())) < deck_size:
            raise ConfigError(
                f"cards: {hero} has {n} copies to build with and a deck has {deck_size} cards; "
                "add cards or sets, or lower deck_size"
            )
    return found


def _id_of(rules: Rules, name: str, ids: set[str]) -> str:
    """The id of a card by id or name, if it is among `ids`."""
    found = [each for each in ids if name in (each, rules.card_data(each).name)]
    if not found:
        raise ConfigError(f"cards: {name!r} is not in the pool of these classes and sets")
    return found[0]
