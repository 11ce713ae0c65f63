"""The card language: a card is one expression that reads as its printed text.

    minion("NEW1_019", "Knife Juggler", 2, 2, 2,
           after(summoned(your.other.minions), deal(1, random(enemies)))),

Everything here is a frozen value; `engine.compile` turns them into table rows. Nonsense is refused
where it is written (`CardError` names card, file and line) or when the cards are compiled.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path

from engine.core import enums as e
from engine.core import tables as t

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "minion", "spell", "secret", "weapon", "hero", "hero_power", "enchantment", "option",
    "battlecry", "combo", "deathrattle", "start_of_game", "when", "after", "aura", "enrage",
    "choose_one", "overload", "costs_less", "needs", "spell_damage",
    "taunt", "charge", "divine_shield", "stealth", "windfury", "poisonous", "cant_attack",
    "elusive", "freezes", "immune", "frozen", "rush", "lifesteal", "no_hero_attack", "sturdy",
    "attack_is_health", "immune_when_attacking", "dulls", "this_turn", "until_your_next_turn",
    "beast", "demon", "dragon", "elemental", "mech", "murloc", "pirate", "totem",
    "your", "enemy", "anyone", "enemies", "everyone", "target", "this", "it", "you", "adjacent",
    "beside_target", "attacker", "defender", "bystanders", "random", "random_card", "standard",
    "implemented",
    "count", "attack_of", "health_of", "cards_played_before", "weapon_attack",
    "weapon_durability", "weapons", "armor", "hero_damage", "hero_health", "hand_size",
    "hand_gap", "secrets_of", "open_slots", "crystals", "mana", "odd_costs", "even_costs",
    "event_value", "drawn_cost", "between", "all_health",
    "summoned", "played", "cast", "damaged", "healed", "dies", "attacks", "attacked", "revealed",
    "fatal_damage", "spell_targets", "your_turn_start", "your_turn_end", "each_turn_end",
    "each_turn_start",
    "deal", "deal_and", "deal_split", "heal", "destroy", "give", "lose", "silence", "freeze",
    "set_attack", "set_health", "double_attack", "double_health", "swap_stats", "set_hero_health",
    "brawl",
    "summon", "summon_dead", "summon_copy", "summon_from_deck", "revive", "transform",
    "become_copy", "steal", "shadow_control", "return_to_hand", "swap_with_hand", "draw", "draw_a",
    "add_to_hand", "copy_to_other_hand", "copy_from_hand", "copy_from_deck", "discard",
    "discard_hand", "tracking", "return_next_turn", "equip", "destroy_weapon", "gain_armor",
    "replace_hero", "set_hero_power", "upgrade_power", "power_costs", "gain_crystals",
    "lose_crystals", "gain_mana", "next_spell_costs_less", "spells_free_next_turn",
    "next_secret_free", "destroy_secrets", "counter_spell", "redirect", "redirect_to_summoned",
    "prevent_death", "if_", "maybe",
]  # fmt: skip


class CardError(ValueError):
    """A card that means nothing; the message names the card, its file and line."""


def _place() -> str:
    """File and line of the words being read: the innermost call from outside this module."""
    frame = sys._getframe(1)
    while frame.f_code.co_filename == __file__ and frame.f_back is not None:
        frame = frame.f_back
    return f"{Path(frame.f_code.co_filename).name}:{frame.f_lineno}"


def _nonsense(message: str) -> CardError:
    """An error in words that do not know yet which card they belong to: it names their line."""
    return CardError(f"{_place()}: {message}")


# --- who ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Race:
    name: str


beast, demon, dragon = Race("BEAST"), Race("DEMON"), Race("DRAGON")
elemental, mech, murloc = Race("ELEMENTAL"), Race("MECHANICAL"), Race("MURLOC")
pirate, totem = Race("PIRATE"), Race("TOTEM")


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
    card: str = ""  # of the filter NOT_CARD

    def _filtered(self, filter_: int, value: int = 0) -> Selector:
        if self.filter != e.ANY:
            raise _nonsense("a set takes one filter beside its race")
        return replace(self, filter=filter_, value=value)

    def of(self, race: Race) -> Selector:
        return replace(self, race=race.name)

    @property
    def undamaged(self) -> Selector:
        return self._filtered(e.UNDAMAGED)

    @property
    def damaged(self) -> Selector:
        return self._filtered(e.HURT)

    @property
    def dying(self) -> Selector:
        return self._filtered(e.DEAD)

    @property
    def surviving(self) -> Selector:
        return self._filtered(e.ALIVE)

    def having(self, keyword: Keyword) -> Selector:
        return self._filtered(e.WITH_KEYWORD, keyword.bits)

    def with_attack(self, at_least: int | None = None, at_most: int | None = None) -> Selector:
        if (at_least is None) == (at_most is None):
            raise _nonsense("with_attack() takes at_least or at_most")
        if at_least is not None:
            return self._filtered(e.ATTACK_AT_LEAST, at_least)
        return self._filtered(e.ATTACK_AT_MOST, at_most)

    def not_named(self, card: str) -> Selector:
        return replace(self._filtered(e.NOT_CARD), card=card)

    @property
    def except_target(self) -> Selector:
        return self._filtered(e.OTHER_THAN_TARGET)


class Target(Selector):
    """The character the player chooses; called with a set, only from that set."""

    def __call__(self, among: Selector) -> Selector:
        if _who(among, "target").pick != e.ALL:
            raise _nonsense("target(...) takes a whole set")
        return replace(among, pick=e.TARGET)


@dataclass(frozen=True)
class HandOf:
    """The cards in a hand, as auras on costs see them."""

    side: int
    cost_kind: int = -1

    @property
    def minions(self) -> HandOf:
        return HandOf(self.side, t.COST_MINIONS)

    @property
    def first_minion(self) -> HandOf:
        return HandOf(self.side, t.COST_FIRST_MINION)

    @property
    def spells(self) -> HandOf:
        return HandOf(self.side, t.COST_SPELLS)


@dataclass(frozen=True)
class Side:
    """`your`, `enemy` or `anyone`."""

    side: int
    is_other: bool = False

    def _set(self, kind: int) -> Selector:
        return Selector(self.side, kind, other=self.is_other)

    @property
    def other(self) -> Side:
        return replace(self, is_other=True)

    @property
    def minions(self) -> Selector:
        return self._set(e.MINIONS)

    @property
    def characters(self) -> Selector:
        return self._set(e.CHARACTERS)

    @property
    def hero(self) -> Selector:
        return self._set(e.HEROES)

    @property
    def cards(self) -> Selector:
        return self._set(e.CARDS)

    @property
    def spells(self) -> Selector:
        return self._set(e.SPELLS)

    @property
    def secrets(self) -> Selector:
        return self._set(e.SECRETS)

    @property
    def overload_cards(self) -> Selector:
        return self._set(e.OVERLOADERS)

    @property
    def weapon(self) -> Selector:
        return self._set(e.WEAPONS)

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
# Everybody else in an attack on "your" character; nobody once it has gone elsewhere.
bystanders = Selector(filter=e.BYSTANDING)


def random(among: Selector, n: int = 1) -> Selector:
    """`n` different random members of a set; who is about to die is never picked."""
    if _who(among, "random").pick != e.ALL:
        raise _nonsense("random(...) takes a whole set")
    return replace(among, pick=e.RANDOM, count=n)


# --- keywords and what is given ----------------------------------------------------------------


@dataclass(frozen=True)
class Keyword:
    name: str

    @property
    def bits(self) -> int:
        return e.KEYWORDS[self.name]


@dataclass(frozen=True)
class Marker:
    name: str


taunt, charge, divine_shield = Keyword("taunt"), Keyword("charge"), Keyword("divine_shield")
stealth, windfury, poisonous = Keyword("stealth"), Keyword("windfury"), Keyword("poisonous")
cant_attack, elusive, freezes = Keyword("cant_attack"), Keyword("elusive"), Keyword("freezes")
immune, frozen, rush = Keyword("immune"), Keyword("frozen"), Keyword("rush")
lifesteal, sturdy, dulls = Keyword("lifesteal"), Keyword("sturdy"), Keyword("dulls")
no_hero_attack, attack_is_health = Keyword("no_hero_attack"), Keyword("attack_is_health")
immune_when_attacking = Keyword("immune_when_attacking")
this_turn, until_your_next_turn = Marker("this turn"), Marker("until your next turn")


@dataclass(frozen=True)
class SpellDamage:
    amount: int


def spell_damage(amount: int) -> SpellDamage:
    return SpellDamage(amount)


@dataclass(frozen=True)
class Grant:
    """A buff: what `give` gives and `lose` takes."""

    attack: int = 0
    health: int = 0
    keywords: int = 0
    spell_power: int = 0
    turn: bool = False
    attached: str = ""  # name of an enchantment


def _grant(what: tuple) -> Grant:
    """Reads `+1, +2, taunt, this_turn, "Enchantment"` in that order of kinds."""
    numbers = [x for x in what if isinstance(x, int)]
    if len(numbers) > 2 or list(what[: len(numbers)]) != numbers:
        raise _nonsense("give(who, +attack, +health, keywords...): numbers come first")
    attack, health = (*numbers, 0, 0)[:2]
    bits, power, attached = 0, 0, ""
    for x in what[len(numbers) :]:
        if isinstance(x, Keyword):
            bits |= x.bits
        elif isinstance(x, SpellDamage):
            power += x.amount
        elif isinstance(x, str):
            attached = x
        elif x == until_your_next_turn:
            bits |= e.FADING_STEALTH
        elif x != this_turn:
            raise _nonsense(f"{x!r} can't be given")
    return Grant(attack, health, bits, power, this_turn in what, attached)


# --- how much ----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Amount:
    """A number found when the text runs: `add + scale * counted`."""

    kind: int
    of: Selector | None = None
    side: int = e.FRIENDLY
    add: int = 0
    scale: int = 1

    def __mul__(self, factor: int) -> Amount:
        return replace(self, add=self.add * factor, scale=self.scale * factor)

    __rmul__ = __mul__

    def __add__(self, n: int) -> Amount:
        return replace(self, add=self.add + n)

    def __neg__(self) -> Amount:
        return self * -1

    def __ge__(self, n: int) -> Condition:
        return Condition(self, e.AT_LEAST, n)

    def __le__(self, n: int) -> Condition:
        return Condition(self, e.AT_MOST, n)

    def equals(self, n: int) -> Condition:
        return Condition(self, e.EQUAL, n)


@dataclass(frozen=True)
class Condition:
    left: Amount
    compare: int
    right: int


def count(who: Selector) -> Amount:
    return Amount(e.COUNT, who)


def attack_of(who: Selector) -> Amount:
    return Amount(e.SUM_ATTACK, who)


def health_of(who: Selector) -> Amount:
    return Amount(e.SUM_HEALTH, who)


def _per_side(kind: int, docstring: str):
    def amount(side: Side) -> Amount:
        return Amount(kind, side=side.side)

    amount.__doc__ = docstring
    return amount


weapon_attack = _per_side(e.WEAPON_ATTACK, "Attack of the side's weapon.")
weapon_durability = _per_side(e.WEAPON_DURABILITY, "Durability of the side's weapon.")
weapons = _per_side(e.WEAPON_COUNT, "1 if the side has a weapon.")
armor = _per_side(e.ARMOR, "Armour of the side's hero.")
hero_damage = _per_side(e.HERO_DAMAGE, "Damage the side's hero has taken.")
hero_health = _per_side(e.HERO_HEALTH_OF, "Health of the side's hero.")
hand_size = _per_side(e.HAND_SIZE, "Cards in the side's hand.")
hand_gap = _per_side(e.HAND_GAP, "Cards the other hand holds more.")
secrets_of = _per_side(e.SECRET_COUNT, "Secrets of the side.")
open_slots = _per_side(e.OPEN_SLOTS, "Free places on the side's board.")
crystals = _per_side(e.CRYSTALS, "Mana crystals of the side.")
mana = _per_side(e.MANA, "Mana the side can still spend this turn.")
odd_costs = _per_side(e.ODD_COSTS, "Odd-cost cards in the side's deck.")
even_costs = _per_side(e.EVEN_COSTS, "Even-cost cards in the side's deck.")
cards_played_before = Amount(e.CARDS_BEFORE)
event_value = Amount(e.VALUE)
drawn_cost = Amount(e.DRAWN_COST)
all_health = 1000  # more than any minion has: to restore it all


@dataclass(frozen=True)
class Between:
    low: int
    high: int


def between(low: int, high: int) -> Between:
    """A uniform random number, both ends included."""
    return Between(low, high)


# --- random cards ------------------------------------------------------------------------------


@dataclass(frozen=True)
class CardPool:
    """Cards to take one at random from: names, or what fits among a set of cards."""

    names: tuple[str, ...] = ()
    of: str = ""  # "standard" or "implemented"
    type: str = ""
    race: str = ""
    card_class: str = ""
    not_class: str = ""
    legendary: bool = False
    of_opponent: bool = False  # of the class of the opponent's hero


def random_card(*names: str) -> CardPool:
    return CardPool(names)


def standard(
    type: str = "",
    race: Race | None = None,
    card_class: str = "",
    not_class: str = "",
    legendary: bool = False,
    of_opponent: bool = False,
) -> CardPool:
    """Random among the collectible cards that were in Standard (December 2019)."""
    race_name = race.name if race else ""
    return CardPool((), "standard", type, race_name, card_class, not_class, legendary, of_opponent)


def implemented(type: str = "", race: Race | None = None, card_class: str = "") -> CardPool:
    """Random among the collectible Basic and Classic cards."""
    return CardPool((), "implemented", type, race.name if race else "", card_class)


# --- effects -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Effect:
    """One verb with everything it needs; `arg` is a card name, grant, pool, race or number."""

    op: int
    on: Selector | None = None
    amount: int | Amount | Between = 0
    arg: object = None
    side: int = e.FRIENDLY
    by_target: bool = False
    fixed: bool = False  # spell damage does not apply
    card_type: int = 0  # what `arg` names
    of: str | Selector = ""  # a second card, or those that a second number is about
    way: int = 0  # how it is done: see `by` of the tables


@dataclass(frozen=True)
class If:
    condition: Condition
    then: tuple
    otherwise: tuple = ()


@dataclass(frozen=True)
class Maybe:
    percent: int
    then: tuple


def if_(condition: Condition, *effects, otherwise: tuple = ()) -> If:
    if not isinstance(condition, Condition):
        raise _nonsense("if_() takes a condition such as count(enemy.minions) >= 4")
    return If(condition, effects, otherwise)


def maybe(percent: int, *effects) -> Maybe:
    return Maybe(percent, effects)


def _who(selector: Selector, verb: str) -> Selector:
    if not isinstance(selector, Selector):
        raise _nonsense(f"{verb}() needs who it is about, got {selector!r}")
    return selector


def _positive(amount, verb: str):
    if isinstance(amount, int) and amount <= 0:
        hint = "; use heal() to restore health" if verb == "deal" else ""
        raise _nonsense(f"{verb}() needs a positive amount{hint}")
    return amount


def deal(amount, who: Selector, by: Selector | None = None, fixed: bool = False) -> Effect:
    """Deals damage; `fixed`: spell damage does not raise it."""
    by_target = by is not None
    return Effect(
        e.DEAL, _who(who, "deal"), _positive(amount, "deal"), by_target=by_target, fixed=fixed
    )


def deal_and(amount: int, who: Selector, other_amount: int, others: Selector) -> Effect:
    """Deals damage to one character and another number to others, all before anybody reacts."""
    _positive(other_amount, "deal_and")
    return Effect(
        e.DEAL_AND, _who(who, "deal_and"), _positive(amount, "deal_and"), other_amount,
        of=_who(others, "deal_and"),
    )  # fmt: skip


def deal_split(amount, among: Selector) -> Effect:
    return Effect(e.DEAL_SPLIT, random(among), _positive(amount, "deal_split"))


def heal(amount, who: Selector) -> Effect:
    return Effect(e.HEAL, _who(who, "heal"), _positive(amount, "heal"))


def destroy(who: Selector) -> Effect:
    return Effect(e.DESTROY, _who(who, "destroy"))


def give(who: Selector, *what, times: Amount | int = 1) -> Effect:
    op = e.GIVE_WEAPON if _who(who, "give").kind == e.WEAPONS else e.GIVE
    return Effect(op, who, times, _grant(what), who.side)


def freeze(who: Selector) -> Effect:
    return give(who, frozen)


def lose(who: Selector, *keywords: Keyword) -> Effect:
    return Effect(e.LOSE, _who(who, "lose"), 0, _grant(keywords))


def silence(who: Selector) -> Effect:
    return Effect(e.SILENCE, _who(who, "silence"))


def set_attack(who: Selector, amount) -> Effect:
    return Effect(e.SET_ATTACK, _who(who, "set_attack"), amount)


def set_health(who: Selector, amount) -> Effect:
    return Effect(e.SET_HEALTH, _who(who, "set_health"), amount)


def double_health(who: Selector) -> Effect:
    return Effect(e.DOUBLE_HEALTH, _who(who, "double_health"))


def swap_stats(who: Selector) -> Effect:
    return Effect(e.SWAP_STATS, _who(who, "swap_stats"))


def set_hero_health(who: Selector, amount: int) -> Effect:
    return Effect(e.SET_HERO_HEALTH, _who(who, "set_hero_health"), amount)


def double_attack(who: Selector) -> Effect:
    return Effect(e.DOUBLE_ATTACK, _who(who, "double_attack"))


def brawl() -> Effect:
    return Effect(e.BRAWL, random(anyone.minions))


def summon(
    card: str | CardPool, n=1, side: Side = your, at_end: bool = False, missing: bool = False
) -> Effect:
    """Summons minions.

    `at_end`: at the right end of the board instead of where the dead minion stood; `missing`:
    only those of a pool that the side does not have.
    """
    if isinstance(card, CardPool):
        if at_end or (missing and not card.names):
            raise _nonsense("of a pool only names can be missing, and at_end is about one card")
        op, way = e.SUMMON_FROM_POOL, int(missing)
    else:
        if missing:
            raise _nonsense("only of a pool some can be missing")
        op, way = e.SUMMON, int(at_end)
    return Effect(op, None, n, card, side.side, card_type=e.MINION_CARD, way=way)


def summon_dead() -> Effect:
    return Effect(e.SUMMON_DEAD)


def summon_copy(who: Selector) -> Effect:
    return Effect(e.SUMMON_COPY, _who(who, "summon_copy"))


def summon_from_deck(side: Side, otherwise: str) -> Effect:
    return Effect(e.SUMMON_FROM_DECK, None, 1, otherwise, side.side, card_type=e.MINION_CARD)


def revive(health: int = 0) -> Effect:
    return Effect(e.REVIVE, None, health)


def transform(who: Selector, card: str | CardPool) -> Effect:
    op = e.TRANSFORM_POOL if isinstance(card, CardPool) else e.TRANSFORM
    return Effect(op, _who(who, "transform"), 0, card, card_type=e.MINION_CARD)


def become_copy(who: Selector) -> Effect:
    return Effect(e.BECOME_COPY, _who(who, "become_copy"))


def steal(who: Selector, side: Side = your) -> Effect:
    return Effect(e.STEAL, _who(who, "steal"), side=side.side)


def shadow_control(who: Selector) -> Effect:
    return Effect(e.SHADOW_CONTROL, _who(who, "shadow_control"))


def return_to_hand(who: Selector, cost: int = 0) -> Effect:
    return Effect(e.RETURN_TO_HAND, _who(who, "return_to_hand"), cost)


def swap_with_hand() -> Effect:
    return Effect(e.SWAP_WITH_HAND)


def draw(n=1, side: Side = your, cost_less: int = 0) -> Effect:
    return Effect(e.DRAW, None, _positive(n, "draw"), cost_less or None, side.side)


def draw_a(race: Race, n: int = 1, otherwise: str = "") -> Effect:
    return Effect(e.DRAW_KIND, None, n, race, of=otherwise)


def add_to_hand(card: str | CardPool, n=1, side: Side = your) -> Effect:
    op = e.ADD_FROM_POOL if isinstance(card, CardPool) else e.ADD_CARD
    return Effect(op, None, n, card, side.side)


def copy_to_other_hand() -> Effect:
    return Effect(e.COPY_TO_OTHER)


def copy_from_hand() -> Effect:
    return Effect(e.COPY_FROM_HAND)


def copy_from_deck(n: int) -> Effect:
    return Effect(e.COPY_FROM_DECK, None, n)


def discard(n: int = 1) -> Effect:
    return Effect(e.DISCARD, None, n)


def discard_hand() -> Effect:
    return Effect(e.DISCARD_HAND)


def tracking(n: int) -> Effect:
    return Effect(e.TRACKING, None, n)


def return_next_turn() -> Effect:
    return Effect(e.RETURN_NEXT_TURN)


def equip(card: str) -> Effect:
    return Effect(e.EQUIP, None, 0, card, card_type=e.WEAPON_CARD)


def destroy_weapon(side: Side = enemy) -> Effect:
    return Effect(e.DESTROY_WEAPON, side=side.side)


def gain_armor(amount) -> Effect:
    return Effect(e.GAIN_ARMOR, None, amount)


def replace_hero(card: str) -> Effect:
    return Effect(e.REPLACE_HERO, None, 0, card, card_type=e.HERO_CARD)


def set_hero_power(card: str, again: str = "") -> Effect:
    """The hero power becomes `card`; if it was that, or `again`, already: `again`."""
    return Effect(e.SET_POWER, None, 0, card, card_type=e.POWER_CARD, of=again)


def upgrade_power() -> Effect:
    return Effect(e.UPGRADE_POWER)


def power_costs(n: int) -> Effect:
    return Effect(e.POWER_COSTS, None, n)


def gain_crystals(n: int = 1, side: Side = your, empty: bool = False) -> Effect:
    return Effect(e.GAIN_CRYSTALS, None, n, int(empty), side.side)


def lose_crystals(n: int = 1, side: Side = your) -> Effect:
    return Effect(e.LOSE_CRYSTALS, None, n, side=side.side)


def gain_mana(n: int) -> Effect:
    return Effect(e.GAIN_MANA, None, n)


def next_spell_costs_less(n: int) -> Effect:
    return Effect(e.SPELL_DISCOUNT, None, n)


def spells_free_next_turn(side: Side) -> Effect:
    return Effect(e.SPELLS_FREE_NEXT_TURN, side=side.side)


def next_secret_free() -> Effect:
    return Effect(e.NEXT_SECRET_FREE)


def destroy_secrets(side: Side = enemy, one: bool = False) -> Effect:
    return Effect(e.DESTROY_SECRETS, None, 0, int(one), side.side)


def counter_spell() -> Effect:
    return Effect(e.COUNTER)


def redirect(who: Selector) -> Effect:
    return Effect(e.REDIRECT, _who(who, "redirect"))


def redirect_to_summoned(card: str, spell: bool = False) -> Effect:
    return Effect(e.REDIRECT_TO_SUMMONED, None, int(spell), card, card_type=e.MINION_CARD)


def prevent_death() -> Effect:
    return Effect(e.PREVENT_DEATH)


# --- events ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Event:
    when: int  # the event of `when`, -1 if there is only an "after"
    after: int
    on: Selector
    against: Selector | None = None


def summoned(who: Selector) -> Event:
    return Event(e.SUMMONED, e.AFTER_SUMMONED, who)


def played(what: Selector) -> Event:
    return Event(e.PLAYED, e.AFTER_PLAYED, what)


def cast(what: Selector) -> Event:
    return Event(e.CAST, e.AFTER_CAST, what)


def damaged(who: Selector) -> Event:
    return Event(e.DAMAGED, e.DAMAGED, who)


def healed(who: Selector) -> Event:
    return Event(e.HEALED, e.HEALED, who)


def dies(who: Selector) -> Event:
    return Event(e.DIED, e.DIED, who)


def attacks(who: Selector, against: Selector | None = None) -> Event:
    return Event(e.ATTACKS, -1, who, against)


def attacked(who: Selector) -> Event:
    return Event(e.ATTACKS, -1, enemies, who)


def revealed(what: Selector) -> Event:
    return Event(e.REVEALED, e.REVEALED, what)


def fatal_damage(who: Selector) -> Event:
    return Event(e.FATAL, -1, who)


def spell_targets(who: Selector) -> Event:
    return Event(e.SPELL_TARGETED, -1, enemy.spells, who)


your_turn_start = Event(e.TURN_START, -1, your.hero)
your_turn_end = Event(e.TURN_END, -1, your.hero)
each_turn_start = Event(e.TURN_START, -1, anyone.hero)
each_turn_end = Event(e.TURN_END, -1, anyone.hero)


# --- abilities ---------------------------------------------------------------------------------


@dataclass(frozen=True)
class Battlecry:
    effects: tuple


@dataclass(frozen=True)
class Combo:
    effects: tuple


@dataclass(frozen=True)
class Deathrattle:
    effects: tuple


@dataclass(frozen=True)
class StartOfGame:
    effects: tuple


@dataclass(frozen=True)
class Trigger:
    event: int
    on: Selector
    against: Selector | None
    effects: tuple
    needs: Condition | None = None


@dataclass(frozen=True)
class Aura:
    on: Selector | HandOf
    attack: int = 0
    health: int = 0
    keywords: int = 0
    cost: int = 0
    cost_kind: int = t.ON_CHARACTERS
    condition: int = t.ALWAYS
    per: Selector | None = None


@dataclass(frozen=True)
class ChooseOne:
    options: tuple


@dataclass(frozen=True)
class Overload:
    amount: int


@dataclass(frozen=True)
class CostsLess:
    per: Amount


@dataclass(frozen=True)
class Needs:
    condition: Condition


def battlecry(*effects) -> Battlecry:
    return Battlecry(effects)


def combo(*effects) -> Combo:
    return Combo(effects)


def deathrattle(*effects) -> Deathrattle:
    return Deathrattle(effects)


def start_of_game(*effects) -> StartOfGame:
    """Before the first turn, in hand or deck; both count as the deck then."""
    return StartOfGame(effects)


def when(event: Event, *effects, needs: Condition | None = None) -> Trigger:
    """The card's "whenever": before what happens has resolved."""
    if event.when < 0:
        raise _nonsense("this event has only an after()")
    return Trigger(event.when, event.on, event.against, effects, needs)


def after(event: Event, *effects, needs: Condition | None = None) -> Trigger:
    """The card's "after": when what happened has resolved."""
    if event.after < 0:
        raise _nonsense("this event has only a when()")
    return Trigger(event.after, event.on, event.against, effects, needs)


_WHILE = {"always": t.ALWAYS, "damaged": t.WHILE_DAMAGED, "armed": t.WHILE_ARMED}


def aura(
    who: Selector | HandOf,
    *what,
    cost: int = 0,
    not_below_1: bool = False,
    while_: str = "always",
    per: Selector | None = None,
) -> Aura:
    """A lasting effect of something in play: on characters, the weapon, or costs in a hand."""
    if while_ not in _WHILE:
        raise _nonsense(f"while_ is one of {', '.join(_WHILE)}")
    if isinstance(who, HandOf):
        kind = t.COST_MINIONS_TO_1 if not_below_1 else who.cost_kind
        return Aura(who, cost=cost, cost_kind=kind, condition=_WHILE[while_])
    if _who(who, "aura").pick in (e.RANDOM, e.TARGET):
        raise _nonsense("an aura covers a whole set; random and target make no sense")
    grant = _grant(what)
    kind = t.ON_WEAPON if who.kind == e.WEAPONS else t.ON_CHARACTERS
    return Aura(who, grant.attack, grant.health, grant.keywords, 0, kind, _WHILE[while_], per)


def enrage(*what) -> Aura:
    """The card's "has ... while damaged"."""
    return aura(this, *what, while_="damaged")


DOUBLING = Aura(your.hero, cost_kind=t.DOUBLES)
HEALING_DAMAGES = Aura(your.hero, cost_kind=t.HEAL_DAMAGES)
doubles_spells_and_power = DOUBLING
healing_damages = HEALING_DAMAGES
__all__ += ["doubles_spells_and_power", "healing_damages"]


def choose_one(*options: str) -> ChooseOne:
    """Choose one of several `option` cards; of a hero power: one of several minions to summon."""
    return ChooseOne(options)


def overload(amount: int) -> Overload:
    return Overload(amount)


def costs_less(per: Amount) -> CostsLess:
    return CostsLess(per)


def needs(condition: Condition) -> Needs:
    """The card can't be played unless this holds."""
    return Needs(condition)


# --- cards -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Card:
    """A card as written; `where` is its file and line."""

    type: int
    id: str
    name: str
    cost: int
    attack: int
    health: int
    text: tuple
    race: str = ""
    power: str = ""
    weapon: str = ""
    upgrades: str = ""
    where: str = ""

    def error(self, message: str) -> CardError:
        return CardError(f"{self.name} ({self.id}, {self.where}): {message}")


_EFFECTS = (Effect, If, Maybe)
_CAST = (*_EFFECTS, Combo, ChooseOne, Overload, CostsLess, Needs)
_LASTING = (Keyword, SpellDamage, Deathrattle, StartOfGame, Trigger, Aura)
_ALL_WORDS = (*_LASTING, *_CAST, Battlecry)
_WORDS = {  # what a type of card is called, and which words it may have
    e.MINION_CARD: ("a minion", (*_LASTING, Battlecry, Combo, ChooseOne, Overload, CostsLess)),
    e.WEAPON_CARD: ("a weapon", (*_LASTING, Battlecry, Combo, Overload, CostsLess)),
    e.SPELL_CARD: ("a spell", _CAST),
    e.SECRET_CARD: ("a secret", _ALL_WORDS),
    e.POWER_CARD: ("a hero power", (*_EFFECTS, ChooseOne, Needs)),
    e.HERO_CARD: ("a hero", ()),
    e.NO_CARD: ("an enchantment", (Deathrattle, Trigger)),
}
_LABELS = {
    Keyword: "keywords", SpellDamage: "spell_damage(...)", Deathrattle: "deathrattle(...)",
    StartOfGame: "start_of_game(...)", Trigger: "when(...) or after(...)", Aura: "aura(...)",
    Battlecry: "battlecry(...)",
    Combo: "combo(...)", ChooseOne: "choose_one(...)", Overload: "overload(...)",
    CostsLess: "costs_less(...)", Needs: "needs(...)",
}  # fmt: skip


def _card(
    type_: int, id_: str, name: str, cost: int, attack: int, health: int, text, **more
) -> Card:
    card = Card(type_, id_, name, cost, attack, health, text, where=_place(), **more)
    kind, allowed = _WORDS[type_]
    for word in text:
        if not isinstance(word, _ALL_WORDS):
            raise card.error(f"{word!r} is not a keyword, an effect or an ability")
        if isinstance(word, _EFFECTS) and not issubclass(Effect, allowed):
            raise card.error(
                "an effect needs battlecry(...), deathrattle(...) or a trigger around it"
            )
        if not isinstance(word, allowed):
            raise card.error(f"{kind} has no {_LABELS.get(type(word), type(word).__name__)}")
    if not all(0 <= n <= 127 for n in (cost, attack, health)):
        raise card.error("cost, attack and health lie between 0 and 127")
    return card


def minion(
    id: str, name: str, cost: int, attack: int, health: int, *text, race: Race | None = None
):
    return _card(
        e.MINION_CARD, id, name, cost, attack, health, text, race=race.name if race else ""
    )


def spell(id: str, name: str, cost: int, *text) -> Card:
    return _card(e.SPELL_CARD, id, name, cost, 0, 0, text)


def option(id: str, name: str, cost: int, *text) -> Card:
    """One of the two texts of a Choose One card; `cost` is that of the card, which pays it."""
    return _card(e.SPELL_CARD, id, name, cost, 0, 0, text)


def secret(id: str, name: str, cost: int, *text) -> Card:
    card = _card(e.SECRET_CARD, id, name, cost, 0, 0, text)
    if len(text) != 1 or not isinstance(text[0], Trigger):
        raise card.error("a secret is exactly one when(...) or after(...)")
    return card


def weapon(id: str, name: str, cost: int, attack: int, durability: int, *text) -> Card:
    return _card(e.WEAPON_CARD, id, name, cost, attack, durability, text)


def hero(
    id: str, name: str, health: int, power: str, weapon: str = "", race: Race | None = None
) -> Card:
    return _card(
        e.HERO_CARD, id, name, 0, 0, health, (),
        power=power, weapon=weapon, race=race.name if race else "",
    )  # fmt: skip


def hero_power(id: str, name: str, cost: int, *text, upgrades: str = "") -> Card:
    """A hero power; `upgrades` names the one that `upgrade_power` replaces by it."""
    return _card(e.POWER_CARD, id, name, cost, 0, 0, text, upgrades=upgrades)


def enchantment(name: str, *text) -> Card:
    """A text that `give` can hang on a minion: triggers or a deathrattle."""
    return _card(e.NO_CARD, f"enchantment:{name}", name, 0, 0, 0, text)
