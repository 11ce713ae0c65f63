"""The cards of a day: which sets there were, and what later patches of the game changed.

`data/nerfs.csv` has one row for each card that a patch of the game changed: the card *before* that
day. The cards of an earlier day are those of build 38377 with all later rows undone. Old texts are
lines of `engine/cards/builds.py`. `engine.patches.build_patch` takes a day in place of a build.
"""

from dataclasses import dataclass
from functools import cache

from engine.card_data import csv_rows

#: The days whose cards are known.
FIRST_DAY, LAST_DAY = "2013-12-01", "2019-12-31"
#: On which day a set appeared, an adventure with its first wing; Basic and Classic: before all.
RELEASED = {"NAXX": "2014-07-22", "GVG": "2014-12-08", "BRM": "2015-04-02"}
#: Days with a name: Basic and Classic only; with Naxxramas; with Blackrock Mountain.
PERIODS = {"classic14": "2014-07-15", "naxx14": "2014-11-01", "brm15": "2015-05-15"}
_BUILD_DAYS = {"38377": LAST_DAY, "23321": "2018-02-06"}
_NUMBERS = ("cost", "attack", "health")
#: What a card that was nerfed is for, by its own text: its body or removal; damage or a turn that
#: needs other cards; cards; mana.
KINDS = ("board", "combo", "draw", "ramp")


@dataclass(frozen=True)
class Nerf:
    """A card as it was before a patch of the game changed it; also changes that made it better."""

    day: str  #: The first day with the change
    card_id: str  #: The card; also a token or an option whose text changed
    numbers: dict[str, int]  #: Cost, attack and health before, those of them that changed
    text: str  #: Its printed text before; empty if the text did not change
    certainty: int  #: That all of this is so, in percent
    source: str  #: How it is known
    kind: str  #: Of a card that the change made weaker, one of `KINDS`; else empty
    whole: str  #: The card that decks have: itself, or the one whose token or option it is


@cache
def nerfs() -> tuple[Nerf, ...]:
    """Returns all rows of `data/nerfs.csv`, the oldest first."""
    return tuple(
        Nerf(
            row["date"], row["id"], {name: int(row[name]) for name in _NUMBERS if row[name]},
            row["text"], int(row["certainty"]), row["source"], row["kind"],
            row["part_of"] or row["id"],
        )
        for row in csv_rows("nerfs.csv")
    )  # fmt: skip


def first_nerfs(day: str) -> dict[str, list[Nerf]]:
    """Returns the first change after a day that made a card weaker, by its id, the oldest first.

    Changes of a card's tokens and options on the same day are a part of it.
    """
    found: dict[str, list[Nerf]] = {}
    for each in nerfs():
        if each.day > day and each.kind:
            there = found.setdefault(each.whole, [])
            there += [each] if not there or there[0].day == each.day else []
    return found


def later_nerfs(day: str) -> list[Nerf]:
    """Returns the changes after a day, the latest first: applied in turn they undo all of them."""
    return [each for each in reversed(nerfs()) if each.day > day]


def numbers_on(day: str) -> dict[str, dict[str, int]]:
    """Returns the numbers of a day that differ from build 38377, by card id."""
    numbers: dict[str, dict[str, int]] = {}
    for each in later_nerfs(day):
        numbers.setdefault(each.card_id, {}).update(each.numbers)
    return numbers


@cache
def texts_on(day: str) -> dict[str, str]:
    """Returns the printed texts of a day that differ from build 38377, by card id."""
    return {each.card_id: each.text for each in later_nerfs(day) if each.text}


def is_released(card_set: str, day: str) -> bool:
    """Whether a set was there on a day."""
    return RELEASED.get(card_set, FIRST_DAY) <= day


def day_of(base: str) -> str:
    """Returns the day of a build's texts; a day unchanged."""
    return _BUILD_DAYS.get(base, base)
