"""Selectors: which characters or cards a text is about, and which random cards."""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.core import enums as e
from engine.core import tables as t
from engine.dsl.errors import nonsense
from engine.dsl.keywords import Keyword


@dataclass(frozen=True)
class Race:
    name: str


beast, demon, dragon = Race("BEAST"), Race("DEMON"), Race("DRAGON")
elemental, mech, murloc = Race("ELEMENTAL"), Race("MECHANICAL"), Race("MURLOC")
pirate, totem = Race("PIRATE"), Race("TOTEM")


def _filter(test: int) -> property:
    """The members of a set that pass a test."""
    return property(lambda self: self._filtered(test))


def _hand(kind: int) -> property:
    """The cards of a kind in a hand."""
    return property(lambda self: HandOf(self.side, kind))


def _set(kind: int) -> property:
    """A set of characters or cards of a side."""
    return property(lambda self: Selector(self.side, kind, other=self.is_other))


@dataclass(frozen=True)
class Selector:
    """A set of characters or cards, and how many of them."""

    side: int = e.ANYONE
    kind: int = e.CHARACTERS
    pick: int = e.ALL
    count: int = 0
    other: bool = False
    race: str = ""
    filter: int = e.ANY
    value: int = 0
    card: str = ""  # of the filters NOT_CARD and IS_CARD

    def _filtered(self, filter_: int, value: int = 0) -> Selector:
        if self.filter != e.ANY:
            raise nonsense("a set takes one filter beside its race")
        return replace(self, filter=filter_, value=value)

    def of(self, race: Race) -> Selector:
        return replace(self, race=race.name)

    undamaged = _filter(e.UNDAMAGED)
    damaged = _filter(e.HURT)
    dying = _filter(e.DEAD)
    surviving = _filter(e.ALIVE)
    mortal = _filter(e.MORTAL)  # not at 1 health if it can't be reduced below that
    with_deathrattle = _filter(e.WITH_DEATHRATTLE)
    legendary = _filter(e.LEGENDARY)
    except_target = _filter(e.OTHER_THAN_TARGET)

    def having(self, keyword: Keyword) -> Selector:
        return self._filtered(e.WITH_KEYWORD, keyword.bits)

    def with_attack(
        self,
        at_least: int | None = None,
        at_most: int | None = None,
        exactly: int | None = None,
    ) -> Selector:
        """The members of the set with this attack.

        Raises `CardError` if not exactly one limit is given, or if the set already has a filter.
        """
        tests = (e.ATTACK_AT_LEAST, at_least), (e.ATTACK_AT_MOST, at_most), (e.ATTACK_IS, exactly)
        given = [(test, n) for test, n in tests if n is not None]
        if len(given) != 1:
            raise nonsense("with_attack() takes one of at_least, at_most and exactly")
        return self._filtered(*given[0])

    def not_named(self, card: str) -> Selector:
        return replace(self._filtered(e.NOT_CARD), card=card)

    def named(self, card: str) -> Selector:
        return replace(self._filtered(e.IS_CARD), card=card)

    def except_race(self, race: Race) -> Selector:
        return self._filtered(e.NOT_RACE, e.RACES.index(race.name))


class Target(Selector):
    """The character the player chooses; called with a set, only from that set."""

    def __call__(self, among: Selector) -> Selector:
        if selector_of(among, "target").pick != e.ALL:
            raise nonsense("target(...) takes a whole set")
        return replace(among, pick=e.TARGET)


@dataclass(frozen=True)
class HandOf:
    """The cards in a hand, as auras on costs see them."""

    side: int
    cost_kind: int = -1

    minions = _hand(t.COST_MINIONS)
    first_minion = _hand(t.COST_FIRST_MINION)
    spells = _hand(t.COST_SPELLS)
    mechs = _hand(t.COST_MECHS)
    battlecries = _hand(t.COST_BATTLECRIES)


@dataclass(frozen=True)
class Side:
    """`your`, `enemy` or `anyone`."""

    side: int
    is_other: bool = False

    minions = _set(e.MINIONS)
    characters = _set(e.CHARACTERS)
    hero = _set(e.HEROES)
    cards = _set(e.CARDS)
    spells = _set(e.SPELLS)
    secrets = _set(e.SECRETS)
    overload_cards = _set(e.OVERLOADERS)
    weapon = _set(e.WEAPONS)

    @property
    def other(self) -> Side:
        return replace(self, is_other=True)

    @property
    def hand(self) -> HandOf:
        return HandOf(self.side)


your, enemy, anyone = Side(e.FRIENDLY), Side(e.ENEMY), Side(e.ANYONE)
you = your
enemies, everyone = enemy.characters, anyone.characters
target = Target(pick=e.TARGET)
this = Selector(pick=e.THIS)
it = Selector(pick=e.IT)
adjacent = Selector(e.FRIENDLY, e.MINIONS, e.ADJACENT)
beside_target = Selector(e.ANYONE, e.MINIONS, e.BESIDE_TARGET)
attacker = Selector(pick=e.ATTACKER)
defender = Selector(pick=e.DEFENDER)
# In an attack on "your" character: all characters that take no part. Empty once it is redirected.
bystanders = Selector(filter=e.BYSTANDING)
minions_and_enemy_hero = Selector(kind=e.AIMS)


def selector_of(selector: Selector, verb: str) -> Selector:
    """Returns the selector. Raises `CardError`, which names the verb, if it is none."""
    if not isinstance(selector, Selector):
        raise nonsense(f"{verb}() needs who it is about, got {selector!r}")
    return selector


def random(among: Selector, n: int = 1) -> Selector:
    """`n` different random members of a set; a dying character is never picked.

    Raises `CardError` if `among` is not a whole set.
    """
    if selector_of(among, "random").pick != e.ALL:
        raise nonsense("random(...) takes a whole set")
    return replace(among, pick=e.RANDOM, count=n)


RARITIES = ("FREE", "COMMON", "RARE", "EPIC", "LEGENDARY")


@dataclass(frozen=True)
class CardPool:
    """Cards to take one at random from: names, or what fits among the cards of the format."""

    names: tuple[str, ...] = ()
    type: str = ""
    race: str = ""
    card_class: str = ""
    not_class: str = ""
    rarity: str = ""
    cost: int | None = None
    of_opponent: bool = False  # of the class of the opponent's hero
    same_cost: bool = False  # as the minion that is transformed


def random_card(*names: str) -> CardPool:
    return CardPool(names)


def format_card(
    type: str = "",
    race: Race | None = None,
    card_class: str = "",
    not_class: str = "",
    rarity: str = "",
    cost: int | None = None,
    of_opponent: bool = False,
    same_cost: bool = False,
) -> CardPool:
    """Random among the collectible cards of the game's format, of any class.

    Args:
        type: "minion", "spell" or "weapon" (default: any of them).
        race: Only minions of this race.
        card_class: Only cards of this class, in capitals.
        not_class: Only class cards, not of this class.
        rarity: Only cards of this rarity: "common", "rare", "epic", "legendary".
        cost: Only cards of this cost.
        of_opponent: Only cards of the class of the opponent's hero; for `add_to_hand`.
        same_cost: Only cards of the printed cost of the minion; for `transform`.

    Raises:
        CardError: The rarity is unknown, or `of_opponent` and `same_cost` are both given.
    """
    if of_opponent and same_cost:
        raise nonsense("a pool depends on the opponent's class or on a cost, not on both")
    if rarity and rarity.upper() not in RARITIES:
        raise nonsense(f"rarity={rarity!r}; use one of {', '.join(RARITIES).lower()}")
    race_name = race.name if race else ""
    return CardPool(
        (), type, race_name, card_class, not_class, rarity.upper(), cost, of_opponent, same_cost
    )
