"""Effects about the dead: minions that come back, deathrattles and deaths that a text asks for."""

from __future__ import annotations

from engine.core import enums as e
from engine.dsl.effects import Effect
from engine.dsl.errors import nonsense
from engine.dsl.selectors import Selector, selector_of

__all__ = [  # noqa: RUF022 - in the order of the grammar
    "summon_dead", "revive", "resurrect", "trigger_deathrattles", "resolve_deaths",
]  # fmt: skip


def summon_dead() -> Effect:
    return Effect(e.SUMMON_DEAD)


def revive(health: int = 0, who: Selector | None = None) -> Effect:
    """Summons "it" or the source again; or the target, if it has died, for whose it was."""
    if who is not None and who.pick != e.TARGET:
        raise nonsense("revive() brings back the target, or without `who` the minion itself")
    return Effect(e.REVIVE, None, health, by_target=who is not None)


def resurrect() -> Effect:
    return Effect(e.RESURRECT)


def trigger_deathrattles(who: Selector) -> Effect:
    return Effect(e.TRIGGER_DEATHRATTLES, selector_of(who, "trigger_deathrattles"))


def resolve_deaths() -> Effect:
    """The dead leave play, and their deathrattles run, before what follows; see `buried`."""
    return Effect(e.RESOLVE_DEATHS)
