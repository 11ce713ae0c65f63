"""What a line of actions is good for, in words: wins, threats, trades, damage."""

from collections.abc import Iterator

import numpy as np

from engine.core.enums import RUNNING
from engine.rules import Rules
from models.review.chances import value_of_result
from models.review.threats import Threats


def reasons_of(threats: Threats, before: np.record, after: np.record) -> tuple[str, ...]:
    """Returns what changed for the side to move in `before`, the strongest first.

    Cards that this side cannot see do not matter. There are none if little changed.
    """
    side = int(before["active"])
    if after["result"] != RUNNING:
        return ("wins this turn",) if value_of_result(int(after["result"]), side) == 1 else ()
    found = _threatened(threats, before, after) if after["active"] != side else ()
    return (*found, *_fought(threats.rules, before, after, side))


def _threatened(threats: Threats, before: np.record, after: np.record) -> Iterator[str]:
    """What either side could win next, after an ended turn."""
    if threats.wins_openly(after):
        yield "the opponent could win with what lies on the table"
    elif threats.loses_by_passing(before):
        yield "survives what the opponent has on the table"
    if threats.wins_next(after):
        yield "lethal next turn, unless the opponent answers"


def _fought(rules: Rules, before: np.record, after: np.record, side: int) -> Iterator[str]:
    """What became of both boards and of the opponent's hero."""
    mine, theirs = (_gone(before, after, each) for each in (side, 1 - side))
    lost, killed = (", ".join(rules.names[row] for row in rows) for rows in (mine, theirs))
    if theirs and mine:
        costs = [int(rules.tables.cards["cost"][rows].sum()) for rows in (theirs, mine)]
        how = "up" if costs[0] > costs[1] else "down" if costs[0] < costs[1] else "evenly"
        yield f"trades {how}: {lost} for {killed}"
    elif theirs:
        kept = " and keeps the board" if before["players"][side]["n_board"] else ""
        yield f"kills {killed}{kept}"
    if theirs and not after["players"][1 - side]["n_board"]:
        yield "clears the opponent's board"
    if (damage := _health(before, 1 - side) - _health(after, 1 - side)) > 0:
        yield f"{damage} damage to the opponent's hero"
    if (healed := _health(after, side) - _health(before, side)) > 0:
        yield f"{healed} health or armour for your hero"
    n_new = int(after["players"][side]["n_board"]) - int(before["players"][side]["n_board"])
    if (n_new := n_new + len(mine)) > 0:
        yield f"{n_new} new {'minion' if n_new == 1 else 'minions'}"


def _gone(before: np.record, after: np.record, side: int) -> list[int]:
    """The cards of a side's minions that have left the board."""
    was, now = (_board(record, side) for record in (before, after))
    return [was[entity] for entity in was if entity not in now]


def _board(record: np.record, side: int) -> dict[int, int]:
    """The cards of a side's minions, by entity."""
    player = record["players"][side]
    slots = player["board"][: player["n_board"]]
    cards = record["characters"]["card"][slots].tolist()
    return dict(zip(record["slot_entity"][slots].tolist(), cards, strict=True))


def _health(record: np.record, side: int) -> int:
    return int(record["characters"][side]["health"]) + int(record["players"][side]["armor"])
