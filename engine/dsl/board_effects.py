"""Effects on minions and weapons in play, in addition to those of `effects`."""

from __future__ import annotations

from engine.core import enums as e
from engine.dsl.effects import Effect
from engine.dsl.errors import nonsense
from engine.dsl.keywords import Keyword, grant_of
from engine.dsl.pools import CardPool
from engine.dsl.selectors import Selector, Side, selector_of, your

__all__ = [
    "equip", "give_one_of",
]  # fmt: skip


def equip(card: str | CardPool, side: Side = your) -> Effect:
    """Equips a weapon; the old one is destroyed."""
    if isinstance(card, CardPool):
        if not card.names and card.type != "weapon":
            raise nonsense('a pool of cards that are no weapons; use format_card("weapon", ...)')
        return Effect(e.EQUIP_FROM_POOL, None, 0, card, side.side)
    return Effect(e.EQUIP, None, 0, card, side.side, card_type=e.WEAPON_CARD)


def give_one_of(who: Selector, *keywords: Keyword) -> Effect:
    """Gives each one of the keywords, at random."""
    if len(set(keywords)) < 2:
        raise nonsense("give_one_of() needs two or more different keywords")
    return Effect(e.GIVE_ONE_OF, selector_of(who, "give_one_of"), 0, grant_of(keywords))
