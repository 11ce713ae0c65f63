"""A side's chance to win a position, from what it sees.

A network that looks for one side only is optimistic with strong decks: it knows its own good cards
and not the opponent's, so both sides believe that they lead. `Judge` lets it look for both. The
lead of a side is the network's output for that side minus its output for the opponent, the mean
over deals of what the side cannot see. Equal hopes cancel.

Three numbers, fitted to games, make a lead a chance. `data/calibration.json` has them, with the
command that fitted them.
"""

import math
from functools import cache
from pathlib import Path

import numpy as np

from engine.core.enums import FIRST_WON, RUNNING, SECOND_WON
from engine.core.memory import copy_game
from engine.core.state import new_games
from engine.input_files import parse_json
from engine.rules import Rules
from models.players.core.blind import deal_anew
from models.players.core.state import HIDDEN, VALUE_SIGHT
from models.players.core.value import logit, see_features
from models.players.value_networks import ValueScorer
from models.settings.config import Config

FILE = Path(__file__).parent / "data" / "calibration.json"
#: Deals of the hidden cards in which the opponent's view is taken.
N_DEALS = 8


def value_of_result(result: int, side: int) -> float:
    """Returns what the end of a game is worth for a side: 1 won, 0 lost, 0.5 drawn."""
    if result not in (FIRST_WON, SECOND_WON):
        return 0.5
    return float(result == (FIRST_WON, SECOND_WON)[side])


class ChanceCalibration(Config):
    """A logistic curve over the lead of a side, with a bonus for the side to move."""

    scale: float  #: Factor of the lead
    to_move: float  #: Added in the own turn
    waiting: float  #: Added in the opponent's turn

    def chance(self, lead: float, *, moves: bool) -> float:
        """Returns the chance to win, from 0 to 1, of a side with a lead."""
        logit = self.scale * lead + (self.to_move if moves else self.waiting)
        return 1 / (1 + math.exp(-logit))


@cache
def included() -> ChanceCalibration:
    """Returns the calibration that comes with the code."""
    return ChanceCalibration(**parse_json(FILE.read_bytes())["calibration"])


class Judge:
    """Gives chances to win with the cards of some rules."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._address = ValueScorer.read("value").address(rules)
        self._sight = np.zeros(1, VALUE_SIGHT)[0]
        self._hidden = np.zeros(1, HIDDEN)[0]
        self._dealt = new_games(1)[0]

    def output(self, record: np.record, side: int) -> float:
        """Returns the network's output for a side."""
        see_features(record, self.rules.tables, side, self._sight)
        return logit(self._sight, self._address)

    def lead(self, record: np.record, side: int) -> float:
        """Returns the lead of a side in a running game; it depends on what this side sees only."""
        theirs = 0.0
        for number in range(N_DEALS):
            self.deal(record, side, int(record["turn"]) * N_DEALS + number, self._dealt)
            theirs += self.output(self._dealt, 1 - side)
        return self.output(record, side) - theirs / N_DEALS

    def chance(self, record: np.record, side: int) -> float:
        """Returns the chance to win, from 0 to 1; at the end of a game 1, 0 or 0.5."""
        if record["result"] != RUNNING:
            return value_of_result(int(record["result"]), side)
        moves = int(record["active"]) == side
        return included().chance(self.lead(record, side), moves=moves)

    def deal(self, record: np.record, side: int, seed: int, dealt: np.record) -> None:
        """Copies a position, with other hidden cards and another random stream."""
        copy_game(dealt, record)
        deal_anew(dealt, self.rules.tables, side, seed, self._hidden)
