"""Effects on minions in play, in addition to those of `effects`."""

from __future__ import annotations

from engine.core import enums as e
from engine.dsl.effects import Effect
from engine.dsl.errors import nonsense
from engine.dsl.keywords import Keyword, grant_of
from engine.dsl.selectors import Selector, selector_of

__all__ = [
    "give_one_of", "settle_deaths",
]  # fmt: skip


def give_one_of(who: Selector, *keywords: Keyword) -> Effect:
    """Gives each one of the keywords, at random."""
    if len(set(keywords)) < 2:
        raise nonsense("give_one_of() needs two or more different keywords")
    return Effect(e.GIVE_ONE_OF, selector_of(who, "give_one_of"), 0, grant_of(keywords))


def settle_deaths() -> Effect:
    """Who is dying leaves play, with all that follows, before the text goes on."""
    return Effect(e.SETTLE_DEATHS)
