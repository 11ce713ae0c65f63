"""Patches: named overlays of card data, from another build or day, or of a user's own making.

They change numbers, and add new cards (`engine.new_cards`).

A patch says what differs from the card data of build 38377 (`engine.card_data`). Whatever depends
on costs or stats asks it: the rules' tables (`engine.rules.rules_for`), pools, deck statistics.
`models.settings.patches` reads patches from files; nothing here needs the rules.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cache, cached_property
from types import MappingProxyType

from engine import UserError, history
from engine.card_data import (
    LATER_SETS,
    RENAMED,
    CardData,
    DeckError,
    card_data,
    card_of_row,
    card_text,
    cards_by_id,
    collectible_cards,
    csv_rows,
    did_you_mean,
    is_new_card,
    keep_new_card,
    outside_cards,
    plain_name,
    quoted,
    token_cards,
)
from engine.new_cards import NewCardError, new_card

DEFAULT_BUILD = "38377"
#: Builds whose card data we carry, and what they are.
BUILDS = {
    "38377": "December 2019, the build of DSA-ME's simulator (the default)",
    "23321": "February 2018, equal to 20970 of MESB's simulator in every card of its pools",
}
_TABLES = {"23321": "cards_23321.csv"}
_ALIASES = {"20970": "23321"}
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")
_OF_A_BUILD = (
    "name", "card_set", "cost", "attack", "health", "durability", "rarity", "race",
)  # fmt: skip
#: What a patch may change of each type of card.
FIELDS = {
    "MINION": ("cost", "attack", "health"),
    "WEAPON": ("cost", "attack", "durability"),
    "SPELL": ("cost",),
    "HERO_POWER": ("cost",),
}
RANGES = {"cost": (0, 30), "attack": (0, 100), "health": (1, 100), "durability": (1, 100)}
#: New cards that a patch can add.
MAX_NEW = 100


class PatchError(UserError, ValueError):
    """A patch that cannot be used; every line of the message says where and what to change."""


@dataclass(frozen=True)
class Patch:
    """What differs from build 38377; made by `new_patch` or `build_patch`.

    Equal patches are those with the same name, description and content.
    """

    name: str = DEFAULT_BUILD  #: The build, or a name of the user's choice
    description: str = ""  #: One sentence for people
    #: The build that `changes` are about, or the day, such as "2014-11-01"
    base: str = DEFAULT_BUILD
    #: (card id, field, new value), sorted: the complete content beside the base
    changes: tuple[tuple[str, str, int], ...] = ()
    #: (card id, day), sorted: cards and tokens with the text of another day. Files of patches and
    #: manifests cannot have them.
    texts: tuple[tuple[str, str], ...] = ()
    #: Lines of the cards that it adds (`engine.new_cards`), in the order of their rows; they are
    #: known in this process from the patch on
    new: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for line in self.new:
            keep_new_card(new_card(line))

    def __reduce__(self) -> tuple[type[Patch], tuple]:
        """Pickles what it says: its new cards become known where it is read."""
        said = self.name, self.description, self.base, self.changes, self.texts, self.new
        return Patch, said

    def __str__(self) -> str:
        return self.name

    @property
    def is_dated(self) -> bool:
        """Whether its base is a day instead of a build."""
        return self.base not in BUILDS

    @property
    def day(self) -> str:
        """The day of its texts."""
        return history.day_of(self.base)

    def day_of_text(self, card_id: str) -> str:
        """The day of a card's text."""
        return dict(self.texts).get(card_id, self.day)

    @property
    def era(self) -> str:
        """Its base in a message: "build 23321", "the game of 2014-11-01"."""
        return f"the game of {self.base}" if self.is_dated else f"build {self.base}"

    @cached_property
    def missing(self) -> frozenset[str]:
        """Ids of the collectible cards of build 38377 that the base does not have yet."""
        cards = _build_cards(self.base)
        return frozenset(card.id for card in collectible_cards() if card.id not in cards)

    @cached_property
    def new_ids(self) -> frozenset[str]:
        """Ids of the cards that it adds."""
        return frozenset(new_card(line).data.id for line in self.new)

    def lacks(self, card_id: str) -> bool:
        """Whether its base does not have a card yet, or it is a new card of other patches."""
        return card_id in self.missing or (is_new_card(card_id) and card_id not in self.new_ids)

    def absent(self, card_id: str) -> str:
        """Says that it lacks a card, without what to do."""
        name = card_data(card_id).name
        where = f"the patch {self.name}" if is_new_card(card_id) else self.era
        return f"'{name}' is not in {where}"

    @cached_property
    def values(self) -> MappingProxyType[str, dict[str, int]]:
        """What `changes` says, by card id: field to new value."""
        found: dict[str, dict[str, int]] = {}
        for card_id, field, value in self.changes:
            found.setdefault(card_id, {})[field] = value
        return MappingProxyType(found)

    @cached_property
    def cards(self) -> tuple[CardData, ...]:
        """The collectible cards there are, in CardDefs order, and then the new ones."""
        old = (self.apply(c) for c in collectible_cards() if c.id not in self.missing)
        return (*old, *self.new_cards)

    @cached_property
    def new_cards(self) -> tuple[CardData, ...]:
        """The cards that it adds."""
        return tuple(self.apply(new_card(line).data) for line in self.new)

    def card_data(self, card_id: str) -> CardData:
        """Returns the data of a card, token, hero or hero power under this patch.

        Raises:
            DeckError: We carry no such card, or the base does not have it.
        """
        if card_id in self.missing:
            name = card_data(card_id).name
            raise DeckError(f"'{name}' ({card_id}) is not in {self.era}, which came earlier")
        if self.lacks(card_id):
            raise DeckError(f"{self.absent(card_id)} ({card_id}), which has to add it")
        return self.apply(card_data(card_id))

    def apply(self, card: CardData) -> CardData:
        """Returns a card of build 38377 as it is under this patch."""
        if self.base != DEFAULT_BUILD and card.id in _build_cards(self.base):
            other = _build_cards(self.base)[card.id]
            card = replace(card, **{name: getattr(other, name) for name in _OF_A_BUILD})
        return replace(card, **self.values[card.id]) if card.id in self.values else card

    def card_text(self, card_id: str) -> str:
        """Returns the text printed on a card or token under this patch, '' if it has none."""
        return history.texts_on(self.day_of_text(card_id)).get(card_id) or card_text(card_id)

    def content(self) -> str | dict:
        """Returns what a manifest records: a build or a day, or everything there is to say."""
        if not (self.changes or self.new):
            return self.base
        cards = {
            card_id: {"name": self.card_data(card_id).name, **values}
            for card_id, values in self.values.items()
        }
        named = {"name": self.name, "description": self.description, "base": self.base}
        return named | {"cards": cards} | ({"new": list(self.new)} if self.new else {})

    @cached_property
    def differences(self) -> tuple[tuple[str, str], ...]:
        """Names of the cards that are not as in the base, and how: ("Sunwalker", "attack 4 -> 1").

        What `changes` sets to the value that it has there is none. New cards come first, with
        their numbers: ("Argent Horserider", "new, 3 mana, 2/1").
        """
        base = build_patch(self.base)
        found = [(card.name, f"new, {_in_words(card)}") for card in self.new_cards]
        for card_id, values in self.values.items():
            if card_id in self.new_ids:
                continue
            before = base.card_data(card_id)
            words = [
                f"{field} {getattr(before, field)} -> {value}"
                for field, value in values.items()
                if value != getattr(before, field)
            ]
            found += [(before.name, ", ".join(words))] if words else []
        return tuple(found)

    def describe(self) -> str:
        """Returns the changes in words: "Sunwalker: attack 4 -> 1; ..."; the build's if none."""
        return "; ".join(f"{card}: {how}" for card, how in self.differences) or self.title

    @property
    def title(self) -> str:
        """What its base is."""
        if not self.is_dated:
            return BUILDS[self.base]
        old = {each.card_id for each in history.later_nerfs(self.base)} - self.missing
        n_cards = len(self.cards) - len(self.new)
        return f"{n_cards} cards, {len(old & _build_cards(self.base).keys())} of them old"


def _in_words(card: CardData) -> str:
    """The numbers of a new card: "3 mana, 2/1"."""
    if card.type == "SPELL":
        return f"{card.cost} mana"
    return f"{card.cost} mana, {card.attack}/{card.health or card.durability}"


@dataclass(frozen=True)
class Change:
    """One change as written in a file, and its place there."""

    card: str
    field: str
    value: object
    where: str


@dataclass(frozen=True)
class NewLine:
    """The line of a new card as written in a file, and its place there."""

    text: str
    where: str


def day_patch(text: str) -> Patch:
    """Returns the cards of a day, "2014-11-01" or a name such as "naxx14", without changes.

    Raises:
        PatchError: There is no such day, or the cards of that day are not known.
    """
    day, names = history.PERIODS.get(text, text), ", ".join(history.PERIODS)
    try:
        if not _DAY.fullmatch(day):
            raise ValueError
        date.fromisoformat(day)
    except ValueError:
        hint = did_you_mean(text, history.PERIODS, f"give one such as 2014-11-01, or {names}")
        raise PatchError(f"date {quoted(text)}: no such day; {hint}") from None
    if not history.FIRST_DAY <= day <= history.LAST_DAY:
        raise PatchError(
            f"date {day}: the cards are known from {history.FIRST_DAY} to {history.LAST_DAY}; "
            "give a day of these years"
        )
    return Patch(day, base=day)


def is_day(name: str) -> bool:
    """Whether a name is that of a day, also of one whose cards are not known."""
    return name in history.PERIODS or bool(_DAY.fullmatch(name))


@cache
def build_patch(name: str) -> Patch:
    """Returns a build or a day of the game, without changes.

    Raises:
        PatchError: The build or day is unknown.
    """
    if is_day(name):
        return day_patch(name)
    build = _ALIASES.get(name, name)
    if build not in BUILDS:
        hint = did_you_mean(name, BUILDS, f"use one of {', '.join(BUILDS)}")
        raise PatchError(f"unknown build {quoted(name)}; {hint}")
    return Patch(build, base=build)


def new_patch(
    name: str,
    changes: Iterable[Change],
    base: Patch | None = None,
    description: str = "",
    new: Iterable[NewLine] = (),
) -> Patch:
    """Returns a checked patch.

    Args:
        name: Its name.
        changes: What it changes, also of the new cards; cards are by name or id.
        base: What it builds upon, whose own changes hold where it says nothing, and whose new cards
            stay; by default build 38377.
        description: One sentence for people.
        new: Lines of new cards (`engine.new_cards`). Whether their texts can be played,
            `engine.rules.patch_problems` says.

    Raises:
        PatchError: One line per wrong change or new card: an unknown or ambiguous card, a field the
            card lacks, a value out of range, a field changed twice, or a line that is no card.
    """
    base = _with_new(base or Patch(), list(new))
    found: dict[tuple[str, str], int] = {}
    places: dict[tuple[str, str], str] = {}
    problems = []
    for change in changes:
        try:
            key, value = _checked(change, base)
            if key in places:
                name = base.card_data(key[0]).name
                raise PatchError(
                    f"{change.field} of '{name}' is set a second time (first: {places[key]}); "
                    "remove one of the two"
                )
        except PatchError as error:
            problems.append(f"{change.where}: {error}")
            continue
        found[key], places[key] = value, change.where
    if problems:
        raise PatchError("\n".join(problems))
    inherited = {(card_id, field): value for card_id, field, value in base.changes}
    merged = sorted((inherited | found).items())
    content = tuple((card_id, field, value) for (card_id, field), value in merged)
    return Patch(name, description, base.base, content, new=base.new)


def _with_new(base: Patch, lines: Sequence[NewLine]) -> Patch:
    """A patch with new cards; raises as `new_patch`."""
    if not lines:
        return base
    places = {plain_name(card.name): "of the base" for card in base.new_cards}
    found, problems = [], []
    for line in lines:
        try:
            card = new_card(line.text)
            _check_numbers(card.data)
            name = plain_name(card.data.name)
            if name in places:
                raise NewCardError(
                    f"a new card '{card.data.name}' is there already ({places[name]}); give "
                    "another name"
                )
        except NewCardError as error:
            problems.append(f"{line.where}: {error}")
            continue
        places[name] = line.where
        found.append(card.line)
    if (n := len(base.new) + len(lines)) > MAX_NEW:
        problems = [f"{lines[0].where}: {n} new cards; a patch has up to {MAX_NEW}"]
    if problems:
        raise PatchError("\n".join(problems))
    try:
        return replace(base, new=(*base.new, *found))
    except DeckError as error:
        raise PatchError(f"{lines[0].where}: {error}") from None


def _check_numbers(card: CardData) -> None:
    for field in FIELDS[card.type]:
        low, high = RANGES[field]
        if not low <= getattr(card, field) <= high:
            raise NewCardError(
                f"'{card.name}': {field} {getattr(card, field)}; give a whole number from {low} to "
                f"{high}"
            )


def nerfed(base: Patch, parts: Sequence[history.Nerf]) -> Patch:
    """Returns a patch in which one nerf of the game has happened, and nothing else.

    `parts` are the changes of a card, its tokens and options, of one day.
    """
    day, name = parts[0].day, f"{base.name} {parts[0].whole}"
    then = build_patch(day)
    changes = [
        Change(each.card_id, field, getattr(then.card_data(each.card_id), field), name)
        for each in parts
        for field in each.numbers
    ]
    texts = dict(base.texts) | {each.card_id: day for each in parts if each.text}
    made = new_patch(name, changes, base)
    return replace(made, texts=tuple(sorted(texts.items())))


def _checked(change: Change, base: Patch) -> tuple[tuple[str, str], int]:
    card = find_patchable(change.card, base)
    fields = FIELDS.get(card.type, ())
    kind = card.type.lower().replace("_", " ")
    article = "an" if kind[0] in "aeiou" else "a"
    if change.field not in fields:
        has = f"change its {' or '.join(fields)}" if fields else "leave it out"
        if change.field not in RANGES:
            hint = did_you_mean(change.field, fields, has)
            raise PatchError(f"'{card.name}': no field {quoted(change.field)}; {hint}")
        raise PatchError(f"'{card.name}' is {article} {kind} and has no {change.field}; {has}")
    low, high = RANGES[change.field]
    bounds = f"a whole number from {low} to {high}"
    is_number = isinstance(change.value, int) and not isinstance(change.value, bool)
    if not is_number or not low <= change.value <= high:
        hint = " (the new value, not the difference)" if is_number and change.value < 0 else ""
        shown = change.value if is_number else quoted(str(change.value))
        raise PatchError(f"'{card.name}': {change.field} {shown}; give {bounds}{hint}")
    return (card.id, change.field), change.value


def find_patchable(name: str, base: Patch) -> CardData:
    """Returns the card, token or hero power of this name or id; a collectible card comes first.

    Raises:
        PatchError: There is no such card, `base` lacks it, or several cards have this name.
    """
    wanted = name.strip()
    if base.lacks(wanted):
        raise PatchError(_absent(wanted, base))
    if wanted in cards_by_id() or wanted in outside_cards() or wanted in base.new_ids:
        return base.card_data(wanted)
    plain = plain_name(name)
    plain = RENAMED.get(plain, plain)
    for group in (
        base.new_cards,
        collectible_cards(),
        *_token_groups(),
        tuple(outside_cards().values()),
    ):
        found = [card for card in group if plain_name(card.name) == plain]
        if len(found) > 1:
            ids = ", ".join(card.id for card in found)
            raise PatchError(f"several cards are called {quoted(name)}; say which by id: {ids}")
        if found and found[0].id in base.missing:
            raise PatchError(_absent(found[0].id, base))
        if found:
            return base.card_data(found[0].id)
    playable = (*base.new_cards, *collectible_cards(), *_playable_tokens())
    names = [card.name for card in playable]
    hint = did_you_mean(name, [*names, *cards_by_id()], "use a card's English name or its id")
    raise PatchError(f"unknown card {quoted(name)}; {hint}")


def _absent(card_id: str, base: Patch) -> str:
    return f"{base.absent(card_id)}; remove it or change `base`"


@cache
def _playable_tokens() -> tuple[CardData, ...]:
    return tuple(card for card in token_cards() if card.type in FIELDS)


@cache
def _token_groups() -> tuple[tuple[CardData, ...], ...]:
    """Tokens of Basic, Classic and Hall of Fame; those of later sets, which may be called alike."""
    later = {card.id for card in _playable_tokens() if card.card_set in LATER_SETS}
    return (
        tuple(card for card in _playable_tokens() if card.id not in later),
        tuple(card for card in _playable_tokens() if card.id in later),
    )


@cache
def _build_cards(base: str) -> dict[str, CardData]:
    """The collectible cards of a build or a day by id."""
    if base == DEFAULT_BUILD:
        return {card.id: card for card in collectible_cards()}
    if base not in BUILDS:
        return _cards_on(base)
    return {row["id"]: card_of_row(row) for row in csv_rows(_TABLES[base])}


def _cards_on(day: str) -> dict[str, CardData]:
    """The cards of a day: those of build 23321 of the sets of that day, with its numbers."""
    then = history.numbers_on(day)
    found = {}
    for card in _build_cards("23321").values():
        if history.is_released(card.card_set, day):
            now = card_data(card.id)
            numbers = {"cost": now.cost, "attack": now.attack, "health": now.health}
            found[card.id] = replace(card, **(numbers | then.get(card.id, {})))
    return found
