"""Pools of cards: decks as vectors of card counts, as the searches see them."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from engine.card_data import CardData, DeckError, card_data, csv_rows, did_you_mean, quoted
from engine.deck_rules import CLASSES, DECK_SIZE, Deck, check_hero, deck_label
from engine.formats import DEFAULT_FORMAT, find_format
from engine.patches import Patch

# Pools of the papers in their published order: class, file, column of the card's place.
_PUBLISHED = {
    "rogue-dsame": ("ROGUE", "cards_38377.csv", "dsame_rogue_pool_index"),
    "hunter-mesb": ("HUNTER", "cards_23321.csv", "mesb_hunter_index"),
    "paladin-mesb": ("PALADIN", "cards_23321.csv", "mesb_paladin_index"),
    "warlock-mesb": ("WARLOCK", "cards_23321.csv", "mesb_warlock_index"),
}


@dataclass(frozen=True, eq=False)
class Pool:
    """The cards that decks of a search are made of; a deck is a vector of their copies."""

    name: str  #: Name of the pool
    hero: str  #: Class of its decks
    ids: tuple[str, ...]  #: Blizzard ids, in the pool's order
    max_copies: np.ndarray  #: (n_cards,) array of int8: 1 for legendary cards, else 2
    costs: np.ndarray  #: (n_cards,) array of int16: mana under the patch
    patch: Patch  #: Decides the cards' data

    def __len__(self) -> int:
        """Returns the number of different cards."""
        return len(self.ids)

    @property
    def cards(self) -> list[CardData]:
        """The cards' data, in the pool's order."""
        return [self.patch.card_data(card_id) for card_id in self.ids]

    def deck(self, counts: np.ndarray, name: str = "") -> Deck:
        """Returns the deck with these copies of the pool's cards, (n_cards,); not validated.

        Raises:
            DeckError: The array is of another shape or type, or has a negative number.
        """
        counts = np.asarray(counts)
        if counts.shape != (len(self),) or counts.dtype.kind not in "iu" or (counts < 0).any():
            raise DeckError(
                f"pool '{self.name}': expected {len(self)} counts, whole and not negative; "
                f"got {counts.dtype} of shape {counts.shape}"
            )
        cards = (i for i, n in zip(self.ids, counts.tolist(), strict=True) for _ in range(n))
        return Deck(name, self.hero, tuple(cards))

    def counts(self, deck: Deck) -> np.ndarray:
        """Returns the copies of each card of the pool in a deck.

        Returns:
            (n_cards,) array of int8.

        Raises:
            DeckError: The deck is of another class or has a card outside the pool.
        """
        if deck.hero != self.hero:
            raise DeckError(
                f"{deck_label(deck)} is for {deck.hero}; pool '{self.name}' {self.hero}"
            )
        index = {card_id: i for i, card_id in enumerate(self.ids)}
        counts = np.zeros(len(self.ids), np.int8)
        for card_id in deck.cards:
            if card_id not in index:
                card = card_data(card_id)
                raise DeckError(
                    f"{deck_label(deck)}: '{card.name}' is not in the pool '{self.name}'"
                )
            counts[index[card_id]] += 1
        return counts


def _pool_of(name: str, hero: str, ids: Sequence[str], patch: Patch) -> Pool:
    cards = [patch.card_data(card_id) for card_id in ids]
    max_copies = np.array([card.max_copies for card in cards], np.int8)
    costs = np.array([card.cost for card in cards], np.int16)
    max_copies.flags.writeable = costs.flags.writeable = False
    return Pool(name, hero, tuple(ids), max_copies, costs, patch)


def class_pool(hero: str, format: str = DEFAULT_FORMAT, patch: Patch | None = None) -> Pool:
    """Returns the cards a class may use in a format: 178 for every class by default.

    In CardDefs order, later sets last; numbers are those of the patch.

    Raises:
        DeckError: Unknown class, format or set, or too few cards for a deck.
    """
    hero, patch = check_hero(hero, "pool"), patch or Patch()
    chosen = find_format(format)
    cards = chosen.pool_cards(hero, patch)
    if (copies := sum(card.max_copies for card in cards)) < DECK_SIZE:
        raise DeckError(
            f"format {chosen.name}: {hero.capitalize()} has {len(cards)} cards, at most {copies} "
            f"copies, and a deck has {DECK_SIZE}; add a set, such as CORE (Basic)"
        )
    name = hero.lower() if chosen.name == DEFAULT_FORMAT else f"{hero.lower()} ({chosen.name})"
    return _pool_of(name, hero, [card.id for card in cards], patch)


def pool_names() -> list[str]:
    """Returns the names of all pools."""
    return [*_PUBLISHED, *(hero.lower() for hero in CLASSES)]


@cache
def pool(name: str, patch: Patch | None = None, format: str = DEFAULT_FORMAT) -> Pool:
    """Returns a pool by its name.

    "rogue-dsame" are the 180 cards of the DSA-ME paper in the published order: Basic and Classic,
    then Azure Drake and Conceal. "hunter-mesb", "paladin-mesb" and "warlock-mesb" are the 171, 171
    and 169 cards of MESB. A class's name ("hunter") is its cards of the format. New cards of the
    patch come last in all of them.

    Args:
        patch: At what cost the cards are, and for a class's own pool also of which build; build
            38377 by default.
        format: Of which format the cards are (`engine.formats`).

    Raises:
        DeckError: No such pool, the patch's build or the format lacks some of its cards, or the
            format is unknown or has too few cards of the class.
    """
    patch = patch or Patch()
    if name in _PUBLISHED:
        hero, table, column = _PUBLISHED[name]
        rows = [row for row in csv_rows(table) if row[column]]
        ids = [row["id"] for row in sorted(rows, key=lambda row: int(row[column]))]
        if lacking := [card_data(card_id).name for card_id in ids if card_id in patch.missing]:
            raise DeckError(
                f"pool '{name}' has cards that {patch.era} lacks: {', '.join(lacking)}; use "
                f"the pool '{hero.lower()}' or {'no date' if patch.is_dated else 'a later build'}"
            )
        chosen, printed = find_format(format), [card_data(card_id) for card_id in ids]
        if absent := [card.name for card in printed if not chosen.allows(card)]:
            raise DeckError(
                f"pool '{name}' has cards that the format {chosen.name} lacks: "
                f"{', '.join(absent[:8])}{', ...' if len(absent) > 8 else ''}; use the pool "
                f"'{hero.lower()}', all cards of the class in the format"
            )
        new = [card.id for card in patch.new_cards if card.card_class in (hero, "NEUTRAL")]
        return _pool_of(name, hero, [*ids, *new], patch)
    if name not in pool_names():
        hint = did_you_mean(name, pool_names(), f"use one of {', '.join(pool_names())}")
        raise DeckError(f"unknown pool {quoted(name)}; {hint}")
    return class_pool(name.upper(), format, patch)


def card_lists(counts: np.ndarray) -> np.ndarray:
    """Decks as lists of their cards, ascending, from (n, n_cards) copies of each card.

    Returns:
        (n, size) int16, where `size` is that of the largest deck; smaller ones end with -1.
    """
    sizes = counts.sum(axis=1, dtype=np.int64)
    rows, cards = np.nonzero(counts)
    copies = counts[rows, cards].astype(np.int64)
    lists = np.full((len(counts), sizes.max(initial=0)), -1, np.int16)
    lists[np.arange(lists.shape[1]) < sizes[:, None]] = np.repeat(cards, copies)
    return lists


def card_counts(lists: np.ndarray, n_cards: int) -> np.ndarray:
    """(n, n_cards) int8 copies of each card from full lists of `card_lists`."""
    counts = np.zeros((len(lists), n_cards), np.int8)
    np.add.at(counts, (np.arange(len(lists))[:, None], lists), 1)
    return counts
