"""Effects that move cards between boards, hands, decks and secret zones."""

from __future__ import annotations

from engine.core import enums as e
from engine.dsl.effects import Effect, Number, positive
from engine.dsl.errors import nonsense
from engine.dsl.selectors import Selector, Side, selector_of, your

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "shuffle_into_deck", "shuffle_copies", "copy_to_hand", "remove_top", "draw_transformed",
    "steal_secret", "put_into_play", "copy_it",
]  # fmt: skip


def shuffle_into_deck(what: str | Selector, n: Number = 1, side: Side = your) -> Effect:
    """Shuffles `n` new cards of a name into a side's deck, or minions into their owners' decks.

    `this`, in a deathrattle, is the dead minion itself.
    """
    if isinstance(what, str):
        return Effect(e.SHUFFLE_IN, None, n, what, side.side)
    if n != 1 or side != your:
        raise nonsense("minions go into their owners' decks; for copies use shuffle_copies()")
    return Effect(e.SHUFFLE_IN, selector_of(what, "shuffle_into_deck"), 1, way=1)


def shuffle_copies(who: Selector, n: Number = 1, side: Side = your) -> Effect:
    """Shuffles `n` copies of each minion, as printed, into a side's deck."""
    return Effect(e.SHUFFLE_IN, selector_of(who, "shuffle_copies"), n, side=side.side, way=2)


def copy_to_hand(who: Selector, n: Number = 1, side: Side = your) -> Effect:
    """Adds `n` copies of each minion, as printed, to a side's hand."""
    return Effect(e.COPY_TO_HAND, selector_of(who, "copy_to_hand"), n, side=side.side)


def put_into_play(what: Selector, from_hand: bool = False) -> Effect:
    """A random minion or secret of the set in a deck, or hand, comes into play if it has room."""
    if selector_of(what, "put_into_play").side == e.ANYONE:
        raise nonsense("put_into_play() takes a set of one side")
    return Effect(e.PUT_INTO_PLAY, what, 1, side=what.side, way=int(from_hand))


def copy_it(n: Number = 1, side: Side = your) -> Effect:
    """Adds copies of the card that the event is about to a hand."""
    return Effect(e.COPY_IT, None, n, side=side.side)


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
