"""What the person sees of a game, action by action, and a finished game as JSON lines.

`docs/replay-lines.md` describes the lines.
"""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.core import enums as e
from engine.core.costs import cost_of
from engine.game import Game
from engine.view import action_text
from models.play.game import PersonGame, PlayConfig
from models.players.board import seen_by
from models.players.changes import Watch
from models.players.places import moves_of
from models.players.replay import FORMAT, FORMAT_VERSION, action_line, deck_entry


def told(game: Game, code: int, side: int) -> str:
    """Return what an action does; of a secret or a choice of the other side, only that.

    Call it before the action is applied, for the side that hears of it.
    """
    record, kind, source = game.record, code & 255, (code >> 8) & 255
    mover = int(record.active)
    if mover != side and kind == e.CHOOSE:
        return "chooses a card"
    card = game.rules.tables.cards[record.entities[source].card]
    if mover != side and kind == e.PLAY and card.type == e.SECRET_CARD:
        place = list(record.players[mover].hand).index(source)
        return f"plays a secret ({int(cost_of(record, game.rules.tables, mover, place))})"
    return action_text(record, game.rules, code, side)


class Course:
    """What the person sees of a game; all its values are those that the person may know.

    It follows the game, whatever is played or taken back there.
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
        """All that the person may know now, as JSON values, with the events from number `since` on.

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


PERSON = "you"


def play_json(config: PlayConfig, seed: int, kept: Mapping[str, Any]) -> str:
    """The lines of a game as JSON lines; equal games give equal bytes."""
    return "".join(
        json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n"
        for line in play_lines(config, seed, kept)
    )


def play_lines(config: PlayConfig, seed: int, kept: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Yields a game: its head, the opening, every action, and the end.

    Both hands are in the lines. `kept` is what `PersonGame.kept` returned at its end.

    Raises:
        GameError: An action is not legal: the cards or the rules have changed.
    """
    yield _head(config, seed)
    game = PersonGame.restored(config, seed, kept)
    shown = game.beginning()
    watch = Watch(shown.record, shown.rules)
    yield {"line": "opening", "board": watch.scene.board}
    for number, code in enumerate(kept["actions"]):
        yield action_line(shown, watch, number, code)
    yield {"line": "end", **ending(game)}


def ending(game: PersonGame) -> dict[str, Any]:
    """How a game ended, for the person."""
    own, health = game.person, [player.hero.health for player in game.players]
    return {
        "result": game.outcome,
        "rounds": (1 + game.turn) // 2,
        "health_difference": health[own] - health[1 - own],
        "conceded": game.conceded,
    }


def _head(config: PlayConfig, seed: int) -> dict[str, Any]:
    names = [config.opponent, config.opponent]
    names[config.person] = PERSON
    return {
        "line": "game",
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "title": f"{config.decks[0].name} against {config.decks[1].name}",
        "seed": seed,
        "search": config.player.search,
        "fidelity": config.player.fidelity,
        "person": config.person,
        "players": [
            deck_entry(deck.deck(), f"{deck.name} ({name})") | {"player": name}
            for deck, name in zip(config.decks, names, strict=True)
        ],
    }
