"""Random cards."""

from __future__ import annotations

from dataclasses import dataclass

from engine.dsl.errors import nonsense
from engine.dsl.selectors import Race

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "random_card", "format_card",
]  # fmt: skip
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
    """
    if of_opponent and same_cost:
        raise nonsense("a pool depends on the opponent's class or on a cost, not on both")
    if rarity and rarity.upper() not in RARITIES:
        raise nonsense(f"rarity={rarity!r}; use one of {', '.join(RARITIES).lower()}")
    race_name = race.name if race else ""
    return CardPool(
        (), type, race_name, card_class, not_class, rarity.upper(), cost, of_opponent, same_cost
    )
