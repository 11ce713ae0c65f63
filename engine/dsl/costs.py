"""Effects on what cards and the hero power will cost."""

from __future__ import annotations

from engine.core import enums as e
from engine.dsl.effects import Effect, Number
from engine.dsl.selectors import Side, your

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "change_hand_costs", "next_spell_costs_less", "spells_free_next_turn", "next_secret_free",
    "power_costs", "spells_dearer_next_turn", "next_dragon_costs_less",
]  # fmt: skip


def change_hand_costs(n: Number, side: Side = your) -> Effect:
    return Effect(e.HAND_COSTS, None, n, side=side.side)


def next_spell_costs_less(n: int) -> Effect:
    return Effect(e.SPELL_DISCOUNT, None, n)


def spells_free_next_turn(side: Side) -> Effect:
    return Effect(e.SPELLS_FREE_NEXT_TURN, side=side.side)


def next_secret_free() -> Effect:
    return Effect(e.NEXT_SECRET_FREE)


def power_costs(n: int) -> Effect:
    return Effect(e.POWER_COSTS, None, n)


def spells_dearer_next_turn(n: int) -> Effect:
    """Enemy spells cost more in the opponent's next turn."""
    return Effect(e.SPELLS_DEARER, None, n)


def next_dragon_costs_less(n: int) -> Effect:
    return Effect(e.DRAGON_DISCOUNT, None, n)
