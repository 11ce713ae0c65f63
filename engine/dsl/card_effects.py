"""Effects on the cards of decks, hands and secret zones, in addition to those of `effects`."""

from __future__ import annotations

from engine.core import enums as e
from engine.dsl.effects import Effect, Number, positive
from engine.dsl.selectors import Side, your

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "remove_top", "draw_transformed", "steal_secret",
]  # fmt: skip


def remove_top(n: int, side: Side = your) -> Effect:
    """Removes the top cards of a deck, undrawn."""
    return Effect(e.REMOVE_TOP, None, positive(n, "remove_top"), side=side.side)


def draw_transformed(card: str, n: Number = 1, side: Side = your) -> Effect:
    """Draws cards; minions that come to hand become `card`."""
    return Effect(
        e.DRAW_TRANSFORMED, None, positive(n, "draw_transformed"), card, side.side,
        card_type=e.MINION_CARD,
    )  # fmt: skip


def steal_secret() -> Effect:
    """Takes control of a random enemy secret; one that you have already is destroyed."""
    return Effect(e.STEAL_SECRET)
