"""Whether a side can win in a turn with what it is known to have, by the one-turn player."""

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
