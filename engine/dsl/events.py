"""Events that triggers listen to."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import enums as e
from engine.dsl.selectors import Selector, anyone, enemies, enemy, your

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "summoned", "played", "cast", "damaged", "healed", "dies", "attacks", "attacked", "revealed",
    "fatal_damage", "spell_targets", "your_turn_start", "your_turn_end", "each_turn_end",
    "each_turn_start", "enemy_turn_end", "drawn", "gains_armor",
]  # fmt: skip


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


def gains_armor(who: Selector) -> Event:
    return Event(e.ARMOR_GAINED, -1, who)


def fatal_damage(who: Selector) -> Event:
    return Event(e.FATAL, -1, who)


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
