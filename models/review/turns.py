"""The review of a finished game: best lines, costs, and luck apart from choice, turn by turn.

What changes a side's chance to win is split, and the parts add up exactly. Between two own turns:

- `reply`: what the opponent's turn did, before the own draw
- `draw`: the card drawn, and what else chance did there, against the mean of other draws

In an own turn, with the best line that was found:

- `estimate`: what the search saw in the position that the network had not seen
- `choice`: minus the cost, what the lines played are worth less than the best ones
- `luck`: random outcomes and cards drawn in the turn, against their mean
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from engine.core.actions import apply
from engine.core.enums import RUNNING
from engine.core.memory import copy_game
from engine.core.state import new_games, new_vm
from engine.game import Game
from models.review.chances import Judge
from models.review.lines import Line, Lines

#: Points of winning chance from which a turn is marked, as on Lichess.
MARKS = (("blunder", 0.15), ("mistake", 0.10), ("inaccuracy", 0.05))
#: Draws over which the mean is taken.
N_DRAWS = 8
_STRIDE = 64  # between the seeds of two decisions


@dataclass(frozen=True)
class Decision:
    """What a side decided with what it knew then."""

    number: int  #: Number of its first action in the game
    played: Line  #: The line that was played
    #: The best line that was found; the one played if none is better. It has reasons if the
    #: decision is a marked mistake.
    best: Line
    others: tuple[Line, ...]  #: Other lines that were looked at, best first

    @property
    def cost(self) -> float:
        """What the line played is worth less than the best one."""
        return self.best.chance - self.played.chance


@dataclass(frozen=True)
class Turn:
    """A turn, seen by the side that plays it."""

    number: int  #: The number of the turn, from 1
    side: int  #: Who plays it
    first: int  #: The number of its first action
    stop: int  #: The number of the first action after it
    chance: float  #: The chance to win as it begins
    after: float  #: The chance to win after it
    reply: float  #: What the opponent's turn before it changed; 0 in the first own turn
    draw: float  #: What the draw changed, against the mean of other draws; 0 in the first own turn
    decisions: tuple[Decision, ...]  #: The decisions, of which each has news of the one before

    @property
    def cost(self) -> float:
        """What the decisions cost together."""
        return sum(decision.cost for decision in self.decisions)

    @property
    def choice(self) -> float:
        """What the decisions changed: minus the cost."""
        return -self.cost

    @property
    def estimate(self) -> float:
        """What the best line is worth more than the chance as the turn began."""
        return self.decisions[0].best.chance - self.chance

    @property
    def luck(self) -> float:
        """What random outcomes in the turn changed, against their mean."""
        after = [*(each.best.chance for each in self.decisions[1:]), self.after]
        return sum(
            now - decision.played.chance
            for now, decision in zip(after, self.decisions, strict=True)
        )

    @property
    def mark(self) -> str | None:
        """How large the mistakes are, by `MARKS`; None if they are small."""
        return next((name for name, least in MARKS if self.cost >= least), None)


class Positions:
    """All positions of a game, by the number of actions before them.

    Attributes:
        records: (n_actions + 1,) array of GAME.
        has_news: Whether each action showed something new to its side.
    """

    def __init__(self, opening: np.record, actions: Sequence[int], lines: Lines) -> None:
        self.actions = tuple(actions)
        self.records, self.has_news = new_games(len(actions) + 1), list[bool]()
        copy_game(self.records[0], opening)
        for number, code in enumerate(actions):
            after = self.records[number + 1]
            copy_game(after, self.records[number])
            self.has_news.append(lines.apply(after, code))

    def turns(self) -> list[tuple[int, int]]:
        """The first action of each turn, and the first of the next one."""
        if not self.actions:
            return []
        turns = self.records["turn"][:-1]
        starts = [0, *(np.flatnonzero(np.diff(turns)) + 1).tolist()]
        return list(zip(starts, [*starts[1:], len(self.actions)], strict=True))


class Reviewer:
    """Reviews the turns of a game, one after the other."""

    def __init__(self, positions: Positions, lines: Lines) -> None:
        self._positions, self._lines = positions, lines
        self._dealt, self._vm = new_games(1)[0], new_vm()
        self._after: dict[int, float] = {}

    def turn(self, start: int, stop: int) -> Turn:
        """Reviews the next turn."""
        first = self._positions.records[start]
        side, judge = int(first["active"]), self._lines.judge
        chance = judge.chance(first, side)
        reply = draw = 0.0
        if side in self._after:
            expected = self._before_the_draw(start, side)
            reply, draw = expected - self._after[side], chance - expected
        decisions = tuple(self._decision(*part) for part in self._parts(start, stop))
        last = self._positions.records[stop]
        is_whole = last["result"] != RUNNING or last["turn"] != first["turn"]
        after = judge.chance(last, side) if is_whole else decisions[-1].played.chance
        self._after[side] = after
        number = int(first["turn"])
        return Turn(number, side, start, stop, chance, after, reply, draw, decisions)

    def _parts(self, start: int, stop: int) -> list[tuple[int, int]]:
        """The decisions of a turn: each ends with an action that shows something new."""
        ends = [i + 1 for i in range(start, stop - 1) if self._positions.has_news[i]]
        return list(zip([start, *ends], [*ends, stop], strict=True))

    def _decision(self, start: int, stop: int) -> Decision:
        record, seed = self._positions.records[start], start * _STRIDE
        found = self._lines.searched(record, seed)
        played = self._lines.line(record, self._positions.actions[start:stop], seed)
        best = max(played, *found, key=lambda line: line.chance)
        others = tuple(line for line in found if line not in (best, played))
        if best.chance - played.chance >= MARKS[-1][1]:
            best = self._lines.with_reasons(record, best, seed)
        return Decision(start, played, best, others)

    def _before_the_draw(self, start: int, side: int) -> float:
        """The mean chance of a side over what it could have drawn for its turn."""
        judge, before = self._lines.judge, self._positions.records[start - 1]
        total = 0.0
        for number in range(N_DRAWS):
            judge.deal(before, side, start * _STRIDE + number, self._dealt)
            apply(self._dealt, judge.rules.tables, self._vm, self._positions.actions[start - 1])
            total += judge.chance(self._dealt, side)
        return total / N_DRAWS


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over."""

    opening: Game  #: The game before the first action
    actions: tuple[int, ...]  #: The codes of the actions of both sides
    names: tuple[str, str]  #: The names of both sides' decks
    won: float  #: The result for the side that went first: 1, 0, or 0.5
    conceded: bool = False  #: Whether a side gave up

    def result(self, side: int) -> float:
        """The result for a side: 1 won, 0 lost, 0.5 drawn."""
        return self.won if side == 0 else 1 - self.won


@dataclass(frozen=True)
class GameReview:
    """A reviewed game."""

    game: FinishedGame
    turns: tuple[Turn, ...]

    def of(self, side: int) -> list[Turn]:
        """The turns of a side."""
        return [turn for turn in self.turns if turn.side == side]

    def ending(self, side: int) -> float:
        """What changed a side's chance after its last own turn, up to the result."""
        return self.game.result(side) - self.of(side)[-1].after

    def total(self, side: int, part: str) -> float:
        """The sum of a part (`reply`, `draw`, `estimate`, `choice`, `luck`) over a side's turns."""
        return sum(getattr(turn, part) for turn in self.of(side))


def review_game(
    game: FinishedGame,
    progress: Callable[[int, int], None] | None = None,
) -> GameReview:
    """Reviews a game; equal games have equal reviews.

    Args:
        progress: Called with the number of reviewed turns, and of all.

    Raises:
        NetworkError: The included network is missing or damaged.
        GameError: A search found no plan.
    """
    lines = Lines(Judge(game.opening.rules))
    positions = Positions(game.opening.record, game.actions, lines)
    reviewer, spans, turns = Reviewer(positions, lines), positions.turns(), list[Turn]()
    for number, span in enumerate(spans):
        turns.append(reviewer.turn(*span))
        if progress:
            progress(number + 1, len(spans))
    return GameReview(game, tuple(turns))
