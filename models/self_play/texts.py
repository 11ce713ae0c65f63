"""What a card's text does, as numbers: verbs, amounts, whom they are about, what they make.

Cards that do alike things have alike numbers, so that what is learned of one helps with the others.
"""

from collections.abc import Iterator

import numpy as np

from engine.core import enums as e
from engine.rules import Rules

_SIDES = 1 + e.ANYONE  # none, friendly, enemy, anyone
_KINDS, _PICKS = 1 + e.AIMS, 1 + e.DEFENDER
#: When a row of a text runs.
_NOW, _LATER, _WHENEVER = range(3)
_SECTIONS = {"play": _NOW, "combo": _NOW, "deathrattle": _LATER, "start": _LATER}
_GRANTING = (e.GIVE, e.GIVE_ONE_OF, e.GIVE_WEAPON)
_MAKING = (e.SUMMON, e.EQUIP, e.ADD_CARD, e.TRANSFORM, e.SHUFFLE_IN)
_STATS = ("attack", "health")
_SCALE = 0.1
_MOST = 3.0

_VERBS = slice(0, 3 * len(e.OPS))
_AMOUNTS = slice(_VERBS.stop, _VERBS.stop + len(e.OPS))
_WHOM = slice(_AMOUNTS.stop, _AMOUNTS.stop + _SIDES * _KINDS)
_HOW = slice(_WHOM.stop, _WHOM.stop + _PICKS)
_WHOSE = slice(_HOW.stop, _HOW.stop + _SIDES)
_GIVEN = slice(_WHOSE.stop, _WHOSE.stop + len(_STATS))
_MADE = slice(_GIVEN.stop, _GIVEN.stop + len(_STATS))
_TARGETS = slice(_MADE.stop, _MADE.stop + _SIDES * _KINDS)
_EVENTS = slice(_TARGETS.stop, _TARGETS.stop + len(e.EVENTS))
_AURAS = slice(_EVENTS.stop, _EVENTS.stop + 3)
N_TEXT = _AURAS.stop


def text_numbers(rules: Rules) -> np.ndarray:
    """Return an (n_cards, N_TEXT) array of float32 by card row, all of them from -3 to 3.

    - how often each verb is in what the card does when played, later, and whenever something
      happens; the sum of each verb's amounts, divided by 10
    - selectors: how many of each side and kind, and of each way of picking; sides of verbs
    - attack and health that is given, and of what is summoned, equipped or added, divided by 10
    - the selector of its target; events that it listens to; attack, health and cost of its auras
    """
    found = np.zeros((len(rules.names), N_TEXT), np.float32)
    for row, numbers in enumerate(found):
        _describe(rules.tables, rules.tables["cards"][row], numbers)
    return found.clip(-_MOST, _MOST)


def _describe(tables: np.record, card: np.record, numbers: np.ndarray) -> None:
    """Write what a card's text does into its zeros."""
    for when, effect in _effects(tables, card):
        op = effect["op"]
        numbers[_VERBS][when * len(e.OPS) + op] += 1
        if effect["kind"] in (e.CONSTANT, e.BETWEEN):
            numbers[_AMOUNTS][op] += _SCALE * effect["amount"]
        if effect["on"]:
            selector = tables["selectors"][effect["on"]]
            numbers[_WHOM][_kind_of(selector)] += 1
            numbers[_HOW][selector["pick"]] += 1
        numbers[_WHOSE][effect["side"]] += 1
        for among, table, place in ((_GRANTING, "grants", _GIVEN), (_MAKING, "cards", _MADE)):
            if op in among:
                what = tables[table][effect["arg"]]
                numbers[place] += [_SCALE * what[name] for name in _STATS]
    if card["target"]:
        numbers[_TARGETS][_kind_of(tables["selectors"][card["target"]])] = 1
    for trigger in tables["triggers"][card["triggers"] : card["triggers_stop"]]:
        numbers[_EVENTS][trigger["event"]] = 1
    for aura in tables["auras"][card["auras"] : card["auras_stop"]]:
        numbers[_AURAS] += [_SCALE * aura[name] for name in (*_STATS, "cost")]


def _effects(tables: np.record, card: np.record) -> Iterator[tuple[int, np.record]]:
    """When each row of a card's text runs, and the row."""
    rows, same = tables["effects"], card["combo"] == card["play"]
    for name, when in _SECTIONS.items():
        if name != "combo" or not same:
            yield from ((when, row) for row in rows[card[name] : card[f"{name}_stop"]])
    for trigger in tables["triggers"][card["triggers"] : card["triggers_stop"]]:
        yield from ((_WHENEVER, row) for row in rows[trigger["start"] : trigger["stop"]])


def _kind_of(selector: np.record) -> int:
    return int(selector["side"]) * _KINDS + int(selector["kind"])
