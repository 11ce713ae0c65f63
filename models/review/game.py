"""The review of a finished game: all its turns, and how the chances add up to the result."""

from collections.abc import Callable
from dataclasses import dataclass

from engine.game import Game
from models.review.chances import Judge
from models.review.lines import Lines
from models.review.turns import Positions, Reviewer, Turn


@dataclass(frozen=True)
class FinishedGame:
    """A game that is over.

    Attributes:
        opening: The game before the first action.
        actions: The codes of the actions of both sides.
        names: The names of both sides' decks.
        won: The result for the side that went first: 1, 0, or 0.5.
        conceded: Whether a side gave up.
    """

    opening: Game
    actions: tuple[int, ...]
    names: tuple[str, str]
    won: float
    conceded: bool = False

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
