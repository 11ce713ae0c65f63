"""Effects on players: weapons, armour, heroes, hero powers, mana and secrets."""

from __future__ import annotations

from engine.core import enums as e
from engine.dsl.effects import Effect, Number
from engine.dsl.selectors import Selector, Side, enemy, selector_of, your

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "destroy_weapon", "gain_armor", "replace_hero", "set_hero_power", "upgrade_power",
    "gain_crystals", "lose_crystals", "gain_mana", "unlock_mana", "destroy_secrets",
    "counter_spell", "redirect", "redirect_to_summoned", "prevent_death",
]  # fmt: skip


def destroy_weapon(side: Side = enemy) -> Effect:
    return Effect(e.DESTROY_WEAPON, side=side.side)


def gain_armor(amount: Number) -> Effect:
    return Effect(e.GAIN_ARMOR, None, amount)


def replace_hero(card: str) -> Effect:
    return Effect(e.REPLACE_HERO, None, 0, card, card_type=e.HERO_CARD)


def set_hero_power(card: str, again: str = "") -> Effect:
    """The hero power becomes `card`; if it was that, or `again`, already: `again`."""
    return Effect(e.SET_POWER, None, 0, card, card_type=e.POWER_CARD, of=again)


def upgrade_power() -> Effect:
    return Effect(e.UPGRADE_POWER)


def gain_crystals(n: int = 1, side: Side = your, empty: bool = False) -> Effect:
    return Effect(e.GAIN_CRYSTALS, None, n, int(empty), side.side)


def lose_crystals(n: int = 1, side: Side = your) -> Effect:
    return Effect(e.LOSE_CRYSTALS, None, n, side=side.side)


def gain_mana(n: int) -> Effect:
    return Effect(e.GAIN_MANA, None, n)


def unlock_mana() -> Effect:
    return Effect(e.UNLOCK_MANA)


def destroy_secrets(side: Side = enemy, one: bool = False) -> Effect:
    return Effect(e.DESTROY_SECRETS, None, 0, int(one), side.side)


def counter_spell() -> Effect:
    return Effect(e.COUNTER)


def redirect(who: Selector) -> Effect:
    return Effect(e.REDIRECT, selector_of(who, "redirect"))


def redirect_to_summoned(card: str, spell: bool = False) -> Effect:
    return Effect(e.REDIRECT_TO_SUMMONED, None, int(spell), card, card_type=e.MINION_CARD)


def prevent_death() -> Effect:
    return Effect(e.PREVENT_DEATH)
