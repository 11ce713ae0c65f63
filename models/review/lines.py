"""Lines of actions: which are worth a look, and what each is worth over what it does not decide.

A line is played in copies of the position with other hidden cards and other random outcomes, up to
the first action that shows something new; from there a search goes on. So a line has the credit of
its plan, and not that of what was drawn.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from engine.core.actions import apply
from engine.core.enums import RUNNING
from engine.core.memory import copy_game
from engine.core.state import new_games
from engine.game import Game
from engine.view import action_text
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from models.players.games import GameError
from models.players.replay import Alternatives
from models.players.search.dispatch import find_plan
from models.review.chances import Judge
from models.review.reasons import Threats, reasons_of

#: Copies in which a line is played.
N_COPIES = 8
#: Lines with another first action than the search's plan that are looked at.
N_OTHERS = 3
_WIDE = PlayerConfig(fidelity="fair", scorer="value", width=64)
_QUICK = PlayerConfig(fidelity="fair", scorer="value")


@dataclass(frozen=True)
class Line:
    """A line of actions."""

    #: The actions up to the first one that shows something new, or the end of the turn
    codes: tuple[int, ...]
    texts: tuple[str, ...]  #: The same in words
    chance: float  #: The mean chance to win after the turn
    reasons: tuple[str, ...] = ()  #: What it is good for, in words, if that was asked for

    @property
    def wins(self) -> bool:
        """Whether it wins the game in this turn, in every copy that was played."""
        return self.chance == 1.0


def news(record: np.record) -> tuple[int, ...]:
    """Numbers that change whenever a card is drawn or offered, or a secret leaves play."""
    shown = [(int(player.n_deck), int(player.n_secrets)) for player in record.players]
    return (*shown[0], *shown[1], int(record.n_choices))


class Lines:
    """Searches lines, and says what they are worth for the side to move."""

    def __init__(self, judge: Judge) -> None:
        self.judge, rules = judge, judge.rules
        self._desk, self._others = new_desk(), Alternatives()
        self._copy, self.threats = Game(rules, new_games(1)[0], 0), Threats(rules)
        self._wide = _WIDE.strategy("value", is_first=True, rules=rules)
        self._quick = _QUICK.strategy("value", is_first=True, rules=rules)

    def apply(self, record: np.record, code: int) -> bool:
        """Plays an action; returns whether it had a random outcome or showed something new.

        The card that the opponent draws after the end of the turn is neither.
        """
        turn, known = int(record["turn"]), news(record)
        record["random_happened"] = 0
        apply(record, self.judge.rules.tables, self._desk.vm, code)
        is_same = int(record["turn"]) == turn and record["result"] == RUNNING
        return bool(record["random_happened"]) or (is_same and known != news(record))

    def searched(self, record: np.record, seed: int, n_others: int = N_OTHERS) -> list[Line]:
        """Returns the plan of a wide beam and the best plans that begin otherwise, best first."""
        plan = self._plan(record, self._wide, seed)
        self.judge.deal(record, int(record["active"]), seed, self._copy.record)
        others = self._others.of(self._copy, self._quick, seed, plan, n_others)
        codes = [plan, *(tuple(each.code for each in other.actions) for other in others)]
        lines = [self.line(record, each, seed) for each in codes]
        return sorted(lines, key=lambda line: -line.chance)

    def line(self, record: np.record, codes: Sequence[int], seed: int) -> Line:
        """Returns a line with what it is worth; equal seeds have equal copies."""
        chance = self._worth(record, codes, seed)
        self.judge.deal(record, int(record["active"]), seed, self._copy.record)
        game, shown, texts = self._copy, [], []
        for code in codes:
            if code not in game.codes():
                break
            shown.append(code)
            texts.append(action_text(game.record, game.rules, code))
            if self.apply(game.record, code):
                break
        return Line(tuple(shown), tuple(texts), chance)

    def with_reasons(self, record: np.record, line: Line, seed: int) -> Line:
        """Returns a line of this position and seed with its reasons."""
        before, after = new_games(1)[0], self._copy.record
        self.judge.deal(record, int(record["active"]), seed, after)
        copy_game(before, after)
        for code in line.codes:
            apply(after, self.judge.rules.tables, self._desk.vm, code)
        return replace(line, reasons=reasons_of(self.threats, before, after))

    def _worth(self, record: np.record, codes: Sequence[int], seed: int) -> float:
        """The mean chance to win after the turn that begins with these actions."""
        side, total, copy = int(record["active"]), 0.0, self._copy.record
        known = dict[tuple[int, float], float]()  # copies that look alike have one chance
        for number in range(N_COPIES):
            self.judge.deal(record, side, seed + number, copy)
            self._finish(codes, seed + number)
            seen = int(copy["result"]), self.judge.output(copy, side)
            if seen not in known:
                known[seen] = self.judge.chance(copy, side)
            total += known[seen]
        return total / N_COPIES

    def _finish(self, codes: Sequence[int], seed: int) -> None:
        """Plays actions and then the rest of the turn in the copy."""
        record = self._copy.record
        turn = int(record["turn"])
        while True:
            for code in codes:
                has_news = code not in self._copy.codes() or self.apply(record, code)
                if record["result"] != RUNNING or record["turn"] != turn:
                    return
                if has_news:
                    break
            codes = self._plan(record, self._quick, seed)

    def _plan(self, record: np.record, strategy: np.record, seed: int) -> tuple[int, ...]:
        """The plan of a search; `GameError` if it has none."""
        side, search, tables = int(record["active"]), self._desk.search, self.judge.rules.tables
        n = find_plan(record, tables, self._desk.vm, side, strategy, seed, search)
        if not n:
            raise GameError("the search found no plan: it ran out of room")
        return tuple(search.plan[:n].tolist())
