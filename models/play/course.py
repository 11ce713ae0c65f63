"""`Course`: a game with what the person has seen of it, action by action."""

from collections.abc import Iterable, Mapping
from typing import Any

from models.play.config import PlayConfig
from models.play.game import PersonGame
from models.play.places import moves_of
from models.play.seen import seen_by
from models.play.told import told
from models.players.changes import Watch


class Course:
    """A game and its events; all its values are those that the person may see.

    Args:
        game: The game.

    Attributes:
        game: The game.
        events: For each action so far its `number`, `turn`, `is_own`, `text`, the `changes` that
            it made, in words, and the `board` after it.
    """

    def __init__(self, game: PersonGame) -> None:
        self.game = game
        self.events: list[dict[str, Any]] = []

    @classmethod
    def restored(cls, config: PlayConfig, seed: int, kept: Mapping[str, Any]) -> "Course":
        """A game that was begun before; see `PersonGame.restored`."""
        events: list[dict[str, Any]] = []
        course = cls(PersonGame.restored(config, seed, kept, lambda g, a: _play(g, events, a)))
        course.events = events
        return course

    def mulligan(self, places: Iterable[int]) -> None:
        """See `PersonGame.mulligan`."""
        self.game.mulligan(places)

    def apply(self, code: int) -> None:
        """See `PersonGame.apply`."""
        _play(self.game, self.events, code)

    def undo(self) -> None:
        """See `PersonGame.undo`."""
        self.game.undo()
        del self.events[len(self.game.actions) :]

    def board(self) -> dict[str, Any]:
        """The position as the person sees it."""
        return seen_by(self.game.game.record, self.game.rules, self.game.person)

    def state(self, since: int = 0) -> dict[str, Any]:
        """All that the person may know now, as JSON values.

        Args:
            since: Number of the first event to return.

        Returns:
            `number`, of actions so far; `phase`; `board`; `moves`, see `places.moves_of`; `events`;
            `can_undo`; and at the end `result`: won, lost or drawn, else None.
        """
        game = self.game
        return {
            "number": len(game.actions),
            "phase": game.phase,
            "board": self.board(),
            "moves": moves_of(game.game, game.person) if game.phase == "person" else [],
            "events": self.events[since:],
            "can_undo": game.can_undo,
            "conceded": game.conceded,
            "result": game.result,
        }


def _play(game: PersonGame, events: list[dict[str, Any]], code: int) -> None:
    """Plays an action and notes what the person has seen of it."""
    record, person = game.game.record, game.person
    known = code in game.game.codes()  # else `apply` raises the reason
    text = told(game.game, code, person) if known else ""
    event = {
        "number": len(game.actions),
        "turn": int(record.turn),
        "is_own": int(record.active) == person,
        "text": text,
    }
    watch = Watch(record, game.rules, person)
    game.apply(code)
    event["changes"] = watch.after(code)
    events.append(event | {"board": seen_by(record, game.rules, person)})
