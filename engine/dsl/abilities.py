"""Abilities: the events that triggers listen to, when an effect happens, and what lasts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from engine.core import enums as e
from engine.core import tables as t
from engine.dsl.amounts import Amount, Condition
from engine.dsl.effects import Text
from engine.dsl.errors import nonsense, positive
from engine.dsl.keywords import grant_of
from engine.dsl.selectors import HandOf, Selector, anyone, enemies, enemy, selector_of, this, your


@dataclass(frozen=True)
class Event:
    when: int  # the event of `when`, -1 if there is only an "after"
    after: int
    on: Selector
    against: Selector | None = None


def _event(when: int, after: int | None = None) -> Callable[[Selector], Event]:
    """An event about one set; `after` is `when` by default."""

    def word(who: Selector) -> Event:
        return Event(when, when if after is None else after, who)

    return word


summoned = _event(e.SUMMONED, e.AFTER_SUMMONED)
played = _event(e.PLAYED, e.AFTER_PLAYED)
cast = _event(e.CAST, e.AFTER_CAST)
damaged = _event(e.DAMAGED)
healed = _event(e.HEALED)
dies = _event(e.DIED)
revealed = _event(e.REVEALED)
gains_armor = _event(e.ARMOR_GAINED, -1)
fatal_damage = _event(e.FATAL, -1)


def attacks(who: Selector, against: Selector | None = None) -> Event:
    return Event(e.ATTACKS, -1, who, against)


def attacked(who: Selector) -> Event:
    return Event(e.ATTACKS, -1, enemies, who)


def spell_targets(who: Selector, by: Selector = enemy.spells) -> Event:
    return Event(e.SPELL_TARGETED, -1, by, who)


def drawn(what: Selector) -> Event:
    """A card comes to hand from the deck; `drawn(this)` is a text that acts in hand."""
    return Event(e.DRAWN, e.DRAWN, what)


your_turn_start = Event(e.TURN_START, -1, your.hero)
your_turn_end = Event(e.TURN_END, -1, your.hero)
each_turn_start = Event(e.TURN_START, -1, anyone.hero)
each_turn_end = Event(e.TURN_END, -1, anyone.hero)
enemy_turn_end = Event(e.TURN_END, -1, enemy.hero)


@dataclass(frozen=True)
class Word:
    """A word that stands for itself, and what it says: effects, options, a number, a condition."""

    name: str
    says: Any = ()


@dataclass(frozen=True)
class Trigger:
    event: int
    on: Selector
    against: Selector | None
    effects: tuple
    needs: Condition | None = None
    reveals_if: Condition | None = None
    late: bool = False


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
    needs: Condition | None = None  # of WHILE_HOLDS


def _text(name: str) -> Callable[..., Word]:
    """A word about when effects happen."""

    def word(*effects: Text) -> Word:
        return Word(name, effects)

    return word


battlecry = _text("battlecry")
combo = _text("combo")
deathrattle = _text("deathrattle")
start_of_game = _text("start_of_game")  # in hand or deck; both count as the deck then
aimed = _text("aimed")  # what a hero power does instead while it can target minions


def when(
    event: Event,
    *effects: Text,
    needs: Condition | None = None,
    reveals_if: Condition | None = None,
    late: bool = False,
) -> Trigger:
    """The card's "whenever": before what happens has resolved.

    `needs`: what must hold for anything to happen; `reveals_if`: without it a secret stays; `late`:
    after all other triggers about it, in whatever order of play.

    Raises `CardError` if the event has only an `after`.
    """
    if event.when < 0:
        raise nonsense("this event has only an after()")
    return Trigger(event.when, event.on, event.against, effects, needs, reveals_if, late)


def after(event: Event, *effects: Text, needs: Condition | None = None) -> Trigger:
    """The card's "after": when what happened has resolved.

    Raises `CardError` if the event has only a `when`.
    """
    if event.after < 0:
        raise nonsense("this event has only a when()")
    return Trigger(event.after, event.on, event.against, effects, needs)


_WHILE = {"always": t.ALWAYS, "damaged": t.WHILE_DAMAGED, "armed": t.WHILE_ARMED}

# Auras are recomputed when these change; a shield, stealth or ice goes without notice.
_NOTICED = {e.ANY, e.UNDAMAGED, e.HURT, e.NOT_CARD}
_NOTICED_KEYWORDS = e.TAUNT | e.CHARGE | e.WINDFURY | e.POISONOUS | e.ELUSIVE | e.RUSH | e.LIFESTEAL


def _may_filter(who: Selector) -> bool:
    """Whether an aura's set may be filtered so."""
    lasts = who.filter == e.WITH_KEYWORD and not who.value & ~_NOTICED_KEYWORDS
    return lasts or who.filter in _NOTICED


def _while(condition: str | Condition) -> tuple[int, Condition | None]:
    """When an aura holds: the kind of its condition, and the condition that is its own."""
    if isinstance(condition, str):
        if condition not in _WHILE:
            raise nonsense(f"while_ is one of {', '.join(_WHILE)}, or a condition")
        return _WHILE[condition], None
    left = condition.left
    who = left.of if left.kind == e.COUNT else None
    is_count = who is not None and who == Selector(
        who.side, e.MINIONS, other=who.other, race=who.race
    )
    if not (is_count or left.kind == e.HAND_SIZE):
        raise nonsense("an aura's condition counts minions, at most of a race, or cards in a hand")
    return t.WHILE_HOLDS, condition


def aura(
    who: Selector | HandOf,
    *what,
    cost: int = 0,
    not_below_1: bool = False,
    while_: str | Condition = "always",
    per: Selector | None = None,
) -> Aura:
    """A lasting effect of something in play: on characters, the weapon, or costs in a hand.

    Raises:
        CardError: The set is random or a target, has a filter that auras cannot have, or is a hero
            that would get more than keywords; `while_` is no condition of auras; or `not_below_1`
            is given and nothing costs less.
    """
    condition, needs = _while(while_)
    if isinstance(who, HandOf):
        if not_below_1 and cost >= 0:
            raise nonsense("not_below_1 is for cards that cost less")
        kind = t.COST_MINIONS_TO_1 if not_below_1 else who.cost_kind
        return Aura(who, cost=cost, cost_kind=kind, condition=condition, needs=needs)
    if selector_of(who, "aura").pick in (e.RANDOM, e.TARGET):
        raise nonsense("an aura covers a whole set; random and target make no sense")
    if not (_may_filter(who) and (per is None or _may_filter(per))):
        raise nonsense("an aura's set is filtered by damage, name or a keyword that lasts")
    grant = grant_of(what)
    kind = {e.WEAPONS: t.ON_WEAPON, e.HEROES: t.ON_HERO}.get(who.kind, t.ON_CHARACTERS)
    if kind == t.ON_HERO and (grant.attack or grant.health):
        raise nonsense("an aura gives a hero keywords only")
    return Aura(who, grant.attack, grant.health, grant.keywords, 0, kind, condition, per, needs)


def enrage(*what) -> Aura:
    """The card's "has ... while damaged"."""
    return aura(this, *what, while_="damaged")


doubles_spells_and_power = Aura(your.hero, cost_kind=t.DOUBLES)
healing_damages = Aura(your.hero, cost_kind=t.HEAL_DAMAGES)
deathrattles_twice = Aura(your.hero, cost_kind=t.TWICE)

power_targets_minions = Aura(your.hero, cost_kind=t.POWER_TARGETS)
casts_when_drawn = Word("casts_when_drawn")


def grows_in_hand(attack: int) -> Word:
    """The card's "whenever a friendly minion dies while this is in your hand, gain Attack"."""
    return Word("grows_in_hand", positive(attack, "grows_in_hand"))


def choose_one(*options: str) -> Word:
    """Choose one of several `option` cards; of a hero power: one of several minions to summon."""
    return Word("choose_one", options)


def overload(amount: int) -> Word:
    return Word("overload", positive(amount, "overload"))


#: What a card's own cost may count, without a factor; `core/costs.py` knows no other.
_DISCOUNTS = (
    Amount(e.COUNT, anyone.minions),
    Amount(e.HAND_SIZE),
    Amount(e.HAND_SIZE, side=e.ENEMY),
    Amount(e.HERO_DAMAGE),
    Amount(e.WEAPON_ATTACK),
    Amount(e.DEATHS_THIS_TURN),
)


def costs_less(per: Amount) -> Word:
    """The card costs 1 less for each of these, or a fixed number less with a damaged minion.

    Raises `CardError` if the cost cannot depend on this amount.
    """
    if per not in _DISCOUNTS and replace(per, scale=1) != Amount(e.HAS_DAMAGED):
        raise nonsense(
            "costs_less() counts count(anyone.minions), hand_size(your), hand_size(enemy), "
            "hero_damage(your), weapon_attack(your) or deaths_this_turn, or is a multiple of "
            "has_damaged(your)"
        )
    return Word("costs_less", per)


def needs(condition: Condition) -> Word:
    """The card can't be played unless this holds."""
    return Word("needs", condition)
