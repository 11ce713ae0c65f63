"""How much: numbers found when a text runs, and conditions on them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from engine.core import enums as e
from engine.dsl.selectors import Race, Selector, Side, your


@dataclass(frozen=True)
class Amount:
    """A number found when the text runs: `add + scale * counted`."""

    kind: int
    of: Selector | None = None
    side: int = e.FRIENDLY
    add: int = 0
    scale: int = 1
    card: str = ""  # in place of `of`

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


def _over(kind: int) -> Callable[[Selector], Amount]:
    """A number of a set."""

    def amount(who: Selector) -> Amount:
        return Amount(kind, who)

    return amount


count = _over(e.COUNT)
attack_of = _over(e.SUM_ATTACK)
health_of = _over(e.SUM_HEALTH)
max_health_of = _over(e.SUM_MAX_HEALTH)
damage_on = _over(e.SUM_DAMAGE)  # health that is missing; to restore just that


def holding(race: Race) -> Condition:
    """You have a card of the race in hand."""
    return Amount(e.HELD, your.cards.of(race)) >= 1


def died_this_game(side: Side, card: str = "") -> Amount:
    """Minions of the side that died, only those of the card if it is named."""
    return Amount(e.DIED_THIS_GAME, side=side.side, card=card)


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
on_turn = _per_side(e.ON_TURN, "1 if it is the side's turn.")
has_damaged = _per_side(e.HAS_DAMAGED, "1 if the side has a damaged minion.")
cards_played_before = Amount(e.CARDS_BEFORE)
event_value = Amount(e.VALUE)
damage_dealt = Amount(e.VALUE)  # by the row of random damage before it in the same text
its_attack = Amount(e.ITS_ATTACK)  # for deal(): each takes its own
drawn_cost = Amount(e.DRAWN_COST)
mana_paid = Amount(e.PAID)  # for the card being played
deaths_this_turn = Amount(e.DEATHS_THIS_TURN)
buried = _per_side(e.BURIED, "Minions of the side that died in the text's `resolve_deaths`.")
all_health = 1000  # more than any minion has: to restore it all


@dataclass(frozen=True)
class Between:
    low: int
    high: int


def between(low: int, high: int) -> Between:
    """A uniform random number, both ends included."""
    return Between(low, high)
