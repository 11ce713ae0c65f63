"""Random cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dsl.selectors import Race

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "random_card", "standard", "implemented",
]  # fmt: skip


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
