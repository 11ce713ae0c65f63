"""The rules of a card build: the compiled tables and the names that belong to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from hashlib import sha256

import numpy as np

from engine.card_data import CardData, DeckError, card_data, collectible_cards, standard_cards
from engine.card_sets import CardSet
from engine.cards import CARDS, FIRST_CARDS, VARIANTS
from engine.cards.builds import old_cards
from engine.compiler.cards import compile_cards
from engine.compiler.programs import TableRows
from engine.core import enums as e
from engine.core.tables import RULES
from engine.deck_rules import Deck, check_available, deck_label, hero_id
from engine.dsl.abilities import Word
from engine.dsl.cards import Card
from engine.dsl.errors import CardError
from engine.dsl.selectors import CardPool
from engine.formats import DEFAULT_FORMAT, FORMATS, find_format
from engine.new_cards import new_card
from engine.patches import Patch, PatchError, build_patch

GENERATED = ("standard", "implemented")
_TYPES = {"MINION": e.MINION_CARD, "SPELL": e.SPELL_CARD, "WEAPON": e.WEAPON_CARD}
#: Keywords that work without a text.
_PLAIN = (
    "TAUNT", "CHARGE", "DIVINE_SHIELD", "STEALTH", "WINDFURY", "POISONOUS", "RUSH", "LIFESTEAL",
)  # fmt: skip
COIN = "GAME_005"
#: The class of an extra hero, for cards that draw from the opponent's class.
_CLASSLESS = e.CLASSES.index("MAGE")


@dataclass(frozen=True, eq=False)
class Rules:
    """Compiled cards."""

    patch: Patch  #: The card build, and what is changed in it
    generated: str  #: Where random cards come from: "standard" or "implemented"
    variant: str  #: "printed", or the simulator whose cards these are
    tables: np.record  #: The record every kernel takes
    digest: str  #: Names the tables: equal digests play equal games
    ids: tuple[str, ...]  #: Card id of each row; row 0 is no card
    names: tuple[str, ...]  #: Printed name of each row
    rows: dict[str, int]  #: Card id -> its row
    table_rows: TableRows  #: The row of everything in the tables: cards, selectors, buffs, pools
    extra: CardSet | None = None  #: Cards beside the build's; their rows come last
    format: str = DEFAULT_FORMAT  #: Where random cards come from

    @property
    def extra_data(self) -> Mapping[str, CardData]:
        """The data of the extra cards by id."""
        return {} if self.extra is None else self.extra.data

    def card_data(self, card_id: str) -> CardData:
        """The data of a card, under the patch or of the extra cards; DeckError if there is none."""
        return self.extra_data.get(card_id) or self.patch.card_data(card_id)

    def card_text(self, card_id: str) -> str:
        """The text printed on a card under the patch, '' if it has none or we carry none."""
        return self.patch.card_text(card_id)

    def hero_row(self, deck: Deck) -> int:
        """The row of a deck's hero; DeckError if it is neither a class nor an extra hero."""
        return self.row(hero_id(deck, self.extra_data))

    def seat(
        self, setups: np.ndarray | np.record, side: int, deck: Deck, *, bodies: bool = False
    ) -> None:
        """Writes a deck and its hero to a side of SETUP records.

        Args:
            setups: One record, or an array of them.
            side: 0 for who goes first, 1 for who goes second.
            deck: Any deck that fits; it need not be legal.
            bodies: Whether it may have cards of which only the body works.

        Raises:
            DeckError: It has more than 60 cards, or one that the engine or the build does not have.
        """
        if len(deck.cards) > e.MAX_DECK:
            raise DeckError(
                f"{deck_label(deck)}: {len(deck.cards)} cards; the engine takes up to {e.MAX_DECK}"
            )
        check_available(deck, self.patch)
        is_known = self.rows.__contains__ if bodies else self.is_implemented
        for card_id in deck.cards:
            if not is_known(card_id):
                raise DeckError(
                    f"{deck_label(deck)}: the engine can't play '{self.card_data(card_id).name}' "
                    f"({card_id}) yet; take it out"
                )
        setups["decks"][..., side, : len(deck.cards)] = [self.rows[each] for each in deck.cards]
        setups["n_cards"][..., side] = len(deck.cards)
        setups["heroes"][..., side] = self.hero_row(deck)

    def row(self, card_id: str) -> int:
        """The row of a card.

        Raises:
            KeyError: The card has no row.
        """
        if card_id not in self.rows:
            raise KeyError(f"card {card_id!r} is not implemented in patch {self.patch.name}")
        return self.rows[card_id]

    def find(self, name: str) -> int:
        """The row of a card by id or name; a collectible card wins over its namesakes.

        CardError if no card, or several, are called so.
        """
        for card in self.patch.cards:
            if card.name == name and card.id in self.rows:
                return self.rows[card.id]
        return self.table_rows.find(name)

    def is_implemented(self, card_id: str) -> bool:
        """Whether the card's text works, not only its body."""
        return card_id in self.rows and self._implemented[self.rows[card_id]]

    @cached_property
    def _implemented(self) -> list[bool]:
        """Of each row; races between decks ask for every card of every deck."""
        return self.tables.cards["implemented"].astype(bool).tolist()


def _body(data: CardData) -> Card:
    """A card from outside our sets: cost, stats, and below its plain keywords."""
    health = data.durability if data.type == "WEAPON" else data.health
    race = data.race if data.race in e.RACES else ""
    return Card(
        _TYPES[data.type], data.id, data.name, data.cost, data.attack, health, (), race,
        where="standard_2019.csv",
    )  # fmt: skip


def _write_data(row: np.record, data: CardData, implemented: bool) -> None:
    """Completes a card's row by what its text does not say."""
    row.card_class = e.CLASSES.index(data.card_class)
    row.legendary = data.rarity == "LEGENDARY"
    row.implemented = implemented
    if implemented:
        return
    for mechanic in data.mechanics:
        name, _, value = mechanic.partition("=")
        if name in _PLAIN:
            row.keywords |= e.KEYWORDS[name.lower()]
        elif name == "SPELLPOWER":
            row.spell_power = int(value or 1)
            row.events |= e.AURA_BIT
        elif name == "OVERLOAD":
            row.overload = int(value or 1)


def _matches(pool: CardPool, card: CardData) -> bool:
    return (
        (not pool.type or card.type == pool.type.upper())
        and (not pool.race or card.race == pool.race)
        and (not pool.card_class or card.card_class == pool.card_class)
        and (not pool.not_class or card.card_class not in (pool.not_class, "NEUTRAL"))
        and (not pool.rarity or card.rarity == pool.rarity)
        and (pool.cost is None or card.cost == pool.cost)
    )


def _patched(card: Card, patch: Patch) -> Card:
    """A card with the numbers and the race it has under a patch; `CardError` without its data."""
    if card.type == e.NO_CARD:  # an ability that other cards give
        return card
    try:
        printed = card_data(card.id)
    except DeckError:
        raise card.error(
            "engine/data has no such id; add its set (engine/README.md), or write it in a patch"
        ) from None
    patched = patch.apply(printed)
    if patched == printed:
        return card
    fields = ("cost", "attack", "health", "race")
    changed = {name: getattr(patched, name) for name in fields}
    if patched.type == "WEAPON":
        changed["health"] = patched.durability
    return replace(card, **changed)


def patch_problems(patch: Patch) -> dict[str, str]:
    """What is wrong with a patch beside its single numbers: card id -> what.

    A change would change no game, or the text of a new card cannot be played.
    """
    return _idle_changes(patch) | _new_card_problems(patch)


def _idle_changes(patch: Patch) -> dict[str, str]:
    """Changes of card data that would change no game."""
    options = {
        name: card.name for card in CARDS for word in card.text
        if isinstance(word, Word) and word.name == "choose_one" for name in word.says
    }  # fmt: skip
    known = {card.id for card in (*CARDS, *standard_cards())} | patch.new_ids
    problems = {}
    for card_id in patch.values:
        name = patch.card_data(card_id).name
        if card_id not in known:
            problems[card_id] = f"'{name}' ({card_id}) never comes into a game; remove it"
        elif {name, card_id} & options.keys():
            whole = options.get(name) or options[card_id]
            problems[card_id] = f"'{name}' is one text of '{whole}'; change the cost of that card"
    return problems


def _new_card_problems(patch: Patch) -> dict[str, str]:
    """New cards whose words make no sense together, or name what there is not."""
    problems: dict[str, str] = {}
    while len(problems) < len(patch.new):
        cards = [card for card in _cards_of(patch, "printed") if card.id not in problems]
        try:
            _compiled(cards, (), patch.cards, ())
        except CardError as error:
            if error.card_id not in patch.new_ids:
                raise
            problems[error.card_id] = f"'{card_data(error.card_id).name}': {error.what}"
        else:
            break
    return problems


def _cards_of(patch: Patch, variant: str) -> list[Card]:
    """The cards with a line of their own, new ones last."""
    days = {patch.day, *dict(patch.texts).values()}
    # A text of another day is the printed one.
    simulated = {
        card.id: card for card in VARIANTS[variant].cards if card.id not in dict(patch.texts)
    }
    earlier = {day: {card.id: card for card in old_cards(day)} for day in days}

    def line(card: Card) -> Card:
        then = earlier[patch.day_of_text(card.id)]
        return then.get(card.id) or simulated.get(card.id, card)

    old = [line(card) for card in CARDS if card.id not in patch.missing]
    new = [new_card(line).card for line in patch.new]
    return [_patched(card, patch) for card in (*old, *new)]


def _check(patch: Patch, generated: str, variant: str) -> None:
    if generated not in GENERATED:
        raise ValueError(f"generated={generated!r}; choose one of {', '.join(GENERATED)}")
    if variant not in VARIANTS:
        raise ValueError(f"variant={variant!r}; choose one of {', '.join(VARIANTS)}")
    if problems := _idle_changes(patch):
        raise PatchError(f"patch {patch.name}: {'; '.join(problems.values())}")


def _compiled(
    cards: Sequence[Card],
    standard: Sequence[CardData],
    random_cards: Sequence[CardData],
    extra: Sequence[Card],
) -> TableRows:
    """Compiles the cards with a line of their own, the bodies of all others, and extra cards.

    The cards of later sets stand behind the bodies, and new ones behind these, so that every row
    before them stays.
    """
    known, first_ids = {card.id for card in cards}, {card.id for card in FIRST_CARDS}
    first = [card for card in cards if card.id in first_ids]
    later = [card for card in cards if card.id not in first_ids]
    bodies = [_body(c) for c in standard if c.id not in known and c.type in _TYPES]
    written = known | {card.id for card in bodies}

    def among(cards: Sequence[CardData], pool: CardPool) -> list[str]:
        return [card.id for card in cards if card.id in written and _matches(pool, card)]

    def pool_of(pool: CardPool) -> list[str]:
        """Of the format or, for a card that only another one has, of all that are playable."""
        found = among(random_cards, pool)
        return found if found or pool.same_cost else among(collectible_cards(), pool)

    n = 1 + len(first) + len(bodies)
    rows = [*first, *bodies, *later, *extra]
    return compile_cards(rows, pool_of, later=range(n, n + len(later)))


@lru_cache(maxsize=8)
def rules_for(
    patch: Patch | str = "38377",
    generated: str = "standard",
    variant: str = "printed",
    extra: CardSet | None = None,
    format: str = DEFAULT_FORMAT,
) -> Rules:
    """The rules of a card build and a format. All cards can be played in all formats.

    Args:
        patch: A patch, or the name of a build.
        generated: In the format "standard-2019": "standard": random cards come from all of
            Standard of December 2019, those outside our sets as bodies; "implemented": from Basic,
            Classic and the Hall of Fame only. In other formats there is no difference.
        variant: "printed": cards do what their text says; "sabberstone": what they do in the
            simulator of the published experiments (`engine/cards/sabberstone.py`).
        extra: More cards. They change no row of the build, and no random card is one of them.
        format: Where random cards come from (`engine.formats`).

    Raises:
        DeckError: The format does not exist.
        PatchError: The build does not exist, or the patch changes what is in no game.
        ValueError: A choice does not exist.
        CardError: A card makes no sense.
    """
    patch = build_patch(patch) if isinstance(patch, str) else patch
    _check(patch, generated, variant)
    cards = _cards_of(patch, variant)
    standard = FORMATS[DEFAULT_FORMAT].random_cards(patch)
    everything = {card.id: card for card in (*patch.cards, *standard)}
    source = find_format(format).random_cards(patch, implemented=generated == "implemented")
    extra_cards = () if extra is None else extra.cards
    rows = _compiled(cards, standard, source, extra_cards)
    known, tables = {card.id for card in cards}, rows.tables
    for card_id, data in everything.items():
        if card_id in rows.card_rows:
            _write_data(tables.cards[rows.card_rows[card_id]], data, card_id in known)
    for card in cards:
        if card.type == e.HERO_CARD:
            row = tables.cards[rows.card_rows[card.id]]
            row.card_class = e.CLASSES.index(card_data(card.id).card_class)
    for card in extra_cards:
        if card.type == e.HERO_CARD:  # texts about the opponent's class have to find one
            tables.cards[rows.card_rows[card.id]].card_class = _CLASSLESS
    tables.coin = rows.card_rows[COIN]
    VARIANTS[variant].write(tables)
    ids = ("", *(card.id for card in rows.cards))
    names = ("", *(everything.get(card.id, card).name for card in rows.cards))
    named = "" if extra is None else f"{extra.name} {[(c.id, c.name) for c in extra.cards]}"
    digest = sha256(tables.tobytes() + RULES.str.encode() + named.encode()).hexdigest()[:16]
    return Rules(
        patch, generated, variant, tables, digest, ids, names, rows.card_rows, rows, extra,
        find_format(format).name,
    )  # fmt: skip
