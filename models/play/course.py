"""`Course`: what the person has seen of a game, action by action."""

from typing import Any

from engine.game import Game
from models.play.game import PersonGame
from models.play.told import told
from models.players.changes import Watch
from models.players.places import moves_of
from models.players.seen import seen_by


class Course:
    """What the person sees of a game; all its values are those that the person may know.

    It follows the game, whatever is played or taken back there.

    Args:
        game: The game, also an attribute.
    """

    def __init__(self, game: PersonGame) -> None:
        self.game = game
        self._events: list[dict[str, Any]] = []
        self._actions: list[int] = []
        self._shown: Game | None = None

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the person has seen of each action so far.

        Its `number`, `turn`, `is_own`, `text`, the `changes` that it made, in words, and the
        `board` after it.
        """
        actions = self.game.actions
        if self._actions != actions[: len(self._actions)]:  # some were taken back
            self._forget()
        for number in range(len(self._actions), len(actions)):
            self._shown = self._shown or self._replayed(number)
            self._events.append(self._event(self._shown, number, actions[number]))
            self._actions.append(actions[number])
        return self._events

    def board(self) -> dict[str, Any]:
        """The position as the person sees it."""
        return seen_by(self.game.record, self.game.rules, self.game.person)

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
            "moves": moves_of(game, game.person) if game.phase == "person" else [],
            "events": self.events[since:],
            "can_undo": game.can_undo,
            "conceded": game.conceded,
            "result": game.outcome,
        }

    def _event(self, shown: Game, number: int, code: int) -> dict[str, Any]:
        """Plays an action in the game that is shown; returns what the person sees of it."""
        record, rules, person = shown.record, shown.rules, self.game.person
        event = {
            "number": number,
            "turn": shown.turn,
            "is_own": int(record.active) == person,
            "text": told(shown, code, person),
        }
        watch = Watch(record, rules, person)
        shown.apply(code)
        return event | {"changes": watch.after(code), "board": seen_by(record, rules, person)}

    def _replayed(self, number: int) -> Game:
        """The game before an action."""
        game = self.game.beginning()
        for code in self.game.actions[:number]:
            game.apply(code)
        return game

    def _forget(self) -> None:
        """Drops the events of actions that were taken back."""
        pairs = zip(self._actions, self.game.actions, strict=False)
        n = next((i for i, (old, new) in enumerate(pairs) if old != new), len(self.game.actions))
        del self._events[n:], self._actions[n:]
        self._shown = None
