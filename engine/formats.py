"""Formats: of which sets decks are made, and where random cards come from.

    find_format("blackrock")            a named format
    find_format("CORE+EXPERT1+GVG")     a list of sets, in any order

Everything that depends on a format takes its name: `engine.deck_rules.validate_deck`,
`engine.pools.class_pool`, `engine.rules.rules_for`. Nothing here needs the rules.
"""

from dataclasses import dataclass
from functools import cache

from engine.card_data import (
    NEW_SET,
    CardData,
    DeckError,
    did_you_mean,
    plain_name,
    quoted,
    standard_cards,
)
from engine.patches import DEFAULT_BUILD, Patch, build_patch

#: Sets that decks are made of; later ones follow, and join no named format by themselves.
SETS = {
    "CORE": "Basic",
    "EXPERT1": "Classic",
    "HOF": "Hall of Fame",
    "NAXX": "Curse of Naxxramas",
    "GVG": "Goblins vs Gnomes",
    "BRM": "Blackrock Mountain",
}
DEFAULT_FORMAT = "standard-2019"
#: The default format of the cards of a day: all sets, of which those of the day are left.
DATED_FORMAT = "blackrock"


@dataclass(frozen=True)
class Format:
    """The cards of decks, and those of texts about random cards."""

    name: str  #: Its name; of a list of sets, the sets with plus signs between them
    sets: tuple[str, ...]  #: The sets of its class pools
    also: tuple[str, ...] = ()  #: More sets that decks may have
    #: The earliest build with its cards: cards that came later are left out
    build: str = DEFAULT_BUILD
    #: Whether random cards come from all of Standard of December 2019 instead of the format's own
    #: sets
    is_standard: bool = False

    def allows(self, card: CardData) -> bool:
        """Whether decks may have a card; those that a patch adds are of every format."""
        if card.card_set == NEW_SET:
            return True
        return card.card_set in (*self.sets, *self.also) and card.id not in self.absent

    @property
    def absent(self) -> frozenset[str]:
        """Ids of cards of its sets that came later than the format."""
        return build_patch(self.build).missing

    def pool_cards(self, hero: str, patch: Patch) -> list[CardData]:
        """Returns the cards of a class's pool, in CardDefs order, new ones of the patch last."""
        return [
            card
            for card in patch.cards
            if card.card_class in (hero, "NEUTRAL")
            and card.card_set in (*self.sets, NEW_SET)
            and self.allows(card)
        ]

    def random_cards(self, patch: Patch, implemented: bool = False) -> list[CardData]:
        """Returns the cards that texts about random cards draw from, in CardDefs order.

        New cards of the patch come last. Only cards that decks may have if `implemented` or on a
        day, also in `standard-2019`.
        """
        if self.is_standard and not implemented and not patch.is_dated:
            old = [patch.apply(card) for card in standard_cards() if card.id not in patch.missing]
            return [*old, *patch.new_cards]
        return [card for card in patch.cards if self.allows(card)]


FORMATS = {
    each.name: each
    for each in (
        Format(DEFAULT_FORMAT, ("CORE", "EXPERT1"), also=("HOF",), is_standard=True),
        Format("classic", ("CORE", "EXPERT1"), also=("HOF",)),
        Format("blackrock", ("CORE", "EXPERT1", "HOF", "NAXX", "GVG", "BRM"), build="23321"),
    )
}


@cache
def find_format(name: str) -> Format:
    """Returns a format by its name, or that of a list of sets.

    Raises:
        DeckError: There is no such format or set, or a set is listed twice.
    """
    if name.lower() in FORMATS:
        return FORMATS[name.lower()]
    sets = [_set(part.strip(), name) for part in name.split("+")]
    if twice := next((one for one in sets if sets.count(one) > 1), ""):
        raise DeckError(f"format {quoted(name)}: the set {twice} twice; remove one of the two")
    ordered = tuple(one for one in SETS if one in sets)
    return Format("+".join(ordered), ordered)


def _set(text: str, name: str) -> str:
    """The code of a set, given by its code or its title."""
    for code, title in SETS.items():
        if plain_name(text) in (plain_name(code), plain_name(title)):
            return code
    listed = ", ".join(f"{code} ({title})" for code, title in SETS.items())
    advice = f"use {', '.join(FORMATS)}, or sets with + between them: {listed}"
    known = [*SETS, *SETS.values(), *(() if "+" in name else FORMATS)]
    what = f"no set is called {quoted(text)}" if "+" in name else "unknown format"
    raise DeckError(f"format {quoted(name)}: {what}; {did_you_mean(text, known, advice)}")


def format_problems(cards: list[CardData], name: str) -> list[str]:
    """Returns why decks of a format cannot have cards, one sentence for each set, with the fix."""
    chosen = find_format(name)
    problems: dict[tuple[str, str], list[str]] = {}
    for card in cards:
        if not chosen.allows(card):
            problems.setdefault((_origin(card, chosen), _remedy(card)), []).append(card.name)
    return [
        f"{', '.join(map(quoted, names))} {'is' if len(names) == 1 else 'are'} {origin}; "
        f"take {'it' if len(names) == 1 else 'them'} out{remedy}"
        for (origin, remedy), names in problems.items()
    ]


def _origin(card: CardData, chosen: Format) -> str:
    if card.card_set in (*chosen.sets, *chosen.also):
        return f"later than the format {chosen.name}"
    return f"of {SETS[card.card_set]} ({card.card_set}), not of the format {chosen.name}"


def _remedy(card: CardData) -> str:
    with_it = [name for name, each in FORMATS.items() if each.allows(card)]
    return f" or use the format {with_it[0]}" if with_it else ""
