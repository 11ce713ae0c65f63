"""Finds the turns of a game that are puzzles, and proves them."""

from collections.abc import Sequence

import numpy as np

from engine.core.enums import RUNNING
from models.play.game import PersonGame
from models.players.search_player import SearchPlayer
from models.puzzles.puzzle import PLAYER, SAME, Kind, Puzzle, Referee, n_actions
from models.puzzles.whole_turn import End, whole_turn
from models.review.turns import MARKS

#: States of a turn at most; turns with more are left out.
MAX_STATES = 5_000
#: A turn is a puzzle if this share of its ends reaches the goal at most, of this many at least.
MOST_GOOD, LEAST_ENDS = 0.1, 10
#: Actions of a solution at least, the end of the turn not counted.
LEAST_ACTIONS = 2
#: The best end's lead over all others: an inaccuracy at least.
LEAST_LEAD = MARKS[-1][1]
#: Chances after the best end of `best`: elsewhere the game is decided.
_OPEN = (0.1, 0.95)
_FIRST_TURN = 7  # of both sides: before, few actions are possible


class Finder:
    """Looks for puzzles; it is asked about a game's turns one by one."""

    def __init__(self, referee: Referee) -> None:
        self._referee = referee
        self._maximiser = SearchPlayer(PLAYER.but(search="one-turn"))

    def puzzle(self, game: PersonGame, number: int, kinds: tuple[Kind, ...]) -> Puzzle | None:
        """Returns the puzzle that a game is after a number of actions; None if it is none.

        It is not graded. Left out are positions with a secret of the opponent, which nobody knows.
        """
        kept = game.kept()
        facts = {
            "decks": game.config.decks,
            "person": game.person,
            "seed": game.seed,
            "replaced": kept["replaced"],
            "actions": kept["actions"][:number],
        }
        start = Puzzle(kind="win", solution=(), ends=0, good=0, **facts).game()
        record, side = start.record, game.person
        if record["turn"] < _FIRST_TURN or record["players"][1 - side]["n_secrets"]:
            return None
        kind = self._kind(record)
        if kind not in kinds:
            return None
        ends = whole_turn(start, self._referee.lines, MAX_STATES, with_luck=kind != "best")
        if ends is None or len(ends) < LEAST_ENDS:
            return None
        found = self._best(start, ends) if kind == "best" else self._reached(kind, ends, side)
        if found is None or n_actions(found["solution"]) < LEAST_ACTIONS:
            return None
        return Puzzle(kind=kind, **facts, **found)

    def _kind(self, record: np.record) -> Kind:
        """What a turn could be a puzzle of."""
        if self._referee.threats.wins(record):
            return "win"
        return "survive" if self._referee.threats.loses_by_passing(record) else "best"

    def _reached(self, kind: Kind, ends: Sequence[End], side: int) -> dict | None:
        """The facts of a puzzle whose ends reach the goal or do not."""
        good = [end for end in ends if self._is_good(kind, end, side)]
        if not 0 < len(good) <= MOST_GOOD * len(ends):
            return None
        return _facts(good[0], len(ends), len(good))

    def _is_good(self, kind: Kind, end: End, side: int) -> bool:
        if kind == "win" or end.record["result"] != RUNNING:
            return self._referee.judge.chance(end.record, side) == 1
        return not self._referee.threats.wins_openly(end.record)

    def _best(self, start: PersonGame, ends: Sequence[End]) -> dict | None:
        """The facts of a puzzle with one best end; the one-turn player has to find it, too."""
        judge, side = self._referee.judge, start.person
        chances = np.array([judge.chance(end.record, side) for end in ends])
        best = chances.max()
        good = np.flatnonzero(chances >= best - SAME)
        second = chances[chances < best - SAME].max(initial=0)
        is_clear = best - second >= LEAST_LEAD and len(good) <= MOST_GOOD * len(chances)
        if not is_clear or not _OPEN[0] <= best <= _OPEN[1]:
            return None
        plan, copy = self._maximiser.plan(start), start.copy()
        for code in plan.codes:
            copy.apply(code)
        if plan.capped or judge.chance(copy.record, side) < best - SAME:
            return None
        facts = _facts(ends[good[0]], len(chances), len(good))
        return facts | {"chance": round(float(best), 4), "second": round(float(second), 4)}


def _facts(end: End, n_ends: int, n_good: int) -> dict:
    return {"solution": end.codes, "ends": n_ends, "good": n_good}
