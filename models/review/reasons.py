"""What a line of actions is good for, in words: wins, threats, trades, damage.

Threats are wins within a turn, found by the one-turn player.
"""

from collections.abc import Iterator

import numpy as np

from engine.core.actions import apply
from engine.core.enums import END_TURN, RUNNING
from engine.core.memory import copy_game
from engine.core.state import new_games
from engine.rules import Rules
from models.players.config import PlayerConfig
from models.players.core.scorers import WON
from models.players.core.state import new_desk
from models.players.search.dispatch import find_plan
from models.review.chances import value_of_result

_ONE_TURN = PlayerConfig(fidelity="fair", search="one-turn", scorer="hearthsim")


class Threats:
    """Looks for certain wins within a turn, with the cards of some rules.

    A win is certain if it comes whatever chance does. A search that reaches the one-turn player's
    limit of states may miss one.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules, self._desk, self._copy = rules, new_desk(), new_games(1)[0]
        self._strategy = _ONE_TURN.strategy("hearthsim", is_first=True, rules=rules)
        self._strategy["blind"] = 0  # the side's own cards are known, or are taken away

    def wins(self, record: np.record) -> tuple[int, ...]:
        """Returns the actions with which the side to move wins this turn; none if it cannot."""
        desk, side = self._desk, int(record["active"])
        if record["result"] != RUNNING:
            return ()
        n = find_plan(record, self.rules.tables, desk.vm, side, self._strategy, 1, desk.search)
        return tuple(desk.search.plan[:n].tolist()) if desk.search.best == WON else ()

    def wins_openly(self, record: np.record) -> tuple[int, ...]:
        """As `wins`, with what lies on the table only: without the hand of the side to move."""
        copy_game(self._copy, record)
        self._copy["players"][int(record["active"])]["n_hand"] = 0
        return self.wins(self._copy)

    def loses_by_passing(self, record: np.record) -> bool:
        """Whether the opponent wins with what lies on the table if this turn ends now."""
        passed = self._passed(record)
        if passed["result"] != RUNNING:
            return value_of_result(int(passed["result"]), int(record["active"])) == 0
        return bool(self.wins_openly(passed))

    def wins_next(self, record: np.record) -> bool:
        """Whether the side that is not to move wins in its next turn if this one ends now.

        The card that it draws then does not count.
        """
        passed, side = self._passed(record), 1 - int(record["active"])
        if passed["result"] != RUNNING:
            return False
        player = passed["players"][side]
        player["n_hand"] = min(int(player["n_hand"]), int(record["players"][side]["n_hand"]))
        return bool(self.wins(passed))

    def _passed(self, record: np.record) -> np.record:
        passed = new_games(1)[0]
        copy_game(passed, record)
        apply(passed, self.rules.tables, self._desk.vm, END_TURN)
        return passed


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
