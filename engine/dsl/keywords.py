"""Keywords, and what `give` gives."""

from __future__ import annotations

from dataclasses import dataclass

from engine.core import enums as e
from engine.dsl.errors import nonsense, positive


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
echoing, forgetful = Keyword("echoing"), Keyword("forgetful")
mega_windfury, cleaves = Keyword("mega_windfury"), Keyword("cleaves")
this_turn, until_your_next_turn = Marker("this turn"), Marker("until your next turn")


@dataclass(frozen=True)
class SpellDamage:
    amount: int


def spell_damage(amount: int) -> SpellDamage:
    return SpellDamage(positive(amount, "spell_damage"))


@dataclass(frozen=True)
class Grant:
    """A buff: what `give` gives and `lose` takes."""

    attack: int = 0
    health: int = 0
    keywords: int = 0
    spell_power: int = 0
    turn: bool = False
    attached: str = ""  # name of an enchantment


def grant_of(what: tuple) -> Grant:
    """Reads `+1, +2, taunt, this_turn, "Enchantment"` in that order of kinds.

    Raises `CardError` if numbers are not first, if there are more than two, or if a value cannot
    be given.
    """
    numbers = [x for x in what if isinstance(x, int)]
    if len(numbers) > 2 or list(what[: len(numbers)]) != numbers:
        raise nonsense("give(who, +attack, +health, keywords...): numbers come first")
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
            raise nonsense(f"{x!r} can't be given")
    return Grant(attack, health, bits, power, this_turn in what, attached)
