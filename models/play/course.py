"""What the person sees of a game, action by action, and a finished game as JSON lines.

`docs/replay-lines.md` describes the lines.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from engine.core import enums as e
from engine.core.costs import cost_of
from engine.game import Game
from engine.view import action_text
from models.play.game import PersonGame
from models.players.board import POWER, moves_of, places_of, seen_by
from models.players.changes import Scene, Watch, damage_of
from models.players.replay import FORMAT, FORMAT_VERSION, action_line, deck_entry

#: What an action did to characters, by their places.
Effects = dict[str, list[Any]]


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


def _card_of(game: Game, code: int, side: int) -> dict[str, str] | None:
    """The card that acts, as both sides see it; None for a secret or a choice of the other side."""
    record, rules, kind = game.record, game.rules, code & 255
    row = int(record.entities[(code >> 8) & 255].card)
    if kind == e.POWER:
        row = int(record.players[record.active].power)
    is_foreign = int(record.active) != side
    is_secret = kind == e.PLAY and rules.tables.cards[row].type == e.SECRET_CARD
    if kind not in (e.PLAY, e.POWER, e.ATTACK) or (is_foreign and is_secret):
        return None
    card_id = rules.ids[row]
    return {"id": card_id, "name": rules.names[row], "text": rules.card_text(card_id)}


def _effects(before: Scene, after: Scene, was: dict[int, str], now: dict[int, str]) -> Effects:
    """What a page animates: see `Course.events`; the places before and after are by entity."""
    old, new, zones = before.characters(), after.characters(), after.entities["zone"]
    felt = []
    for entity, found in old.items():
        damage = damage_of(found, new[entity]) if entity in new else 0
        if damage or entity not in new:
            returned = found["id"] if zones[entity] == e.IN_HAND else None
            place = {"place": was[entity], "damage": damage, "is_gone": entity not in new}
            felt.append(place | {"returned": returned})
    return {"felt": felt, "came": [now[entity] for entity in new if entity not in old]}


class Course:
    """What the person sees of a game; all its values are those that the person may know.

    It follows the game, whatever is played or taken back there.
    """

    def __init__(self, game: PersonGame) -> None:
        self.game = game
        self._events: list[dict[str, Any]] = []
        self._shown: Game | None = None  # after the last of them
        self._undone = game.undone

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the person has seen of each action so far.

        Its `number`, `turn`, `is_own`, `text`, the `changes` that it made, in words, and the
        `board` after it. For animations: the `card` that acts, None if the person does not see it;
        `source` and `target`, places before the action or None; `felt`, the `place` of each
        character that was hurt (`damage`), healed (below 0) or has left play (`is_gone`), and its
        id if it has `returned` to a hand; and `came`, the places of new minions.
        """
        game = self.game
        if self._undone != game.undone:  # some actions were taken back: all events are made anew
            self._undone, self._events, self._shown = game.undone, [], None
        for number in range(len(self._events), len(game.actions)):
            self._shown = self._shown or game.beginning()
            self._events.append(self._event(self._shown, number, game.actions[number]))
        return self._events

    def board(self) -> dict[str, Any]:
        """The position as the person sees it."""
        return seen_by(self.game.record, self.game.rules, self.game.person)

    def state(self, since: int = 0) -> dict[str, Any]:
        """All that the person may know now, as JSON values, with the events from number `since` on.

        Returns:
            `number`, of actions so far; `phase`; `board`; `moves`, see `moves_of`; `events`;
            `can_undo`; `conceded`; `left`, the cards in the person's deck without their order:
            `id`, `name`, `cost`, `copies` and `text`; `listed`, the same of the opponent's list;
            and at the end `result`: won, lost or drawn, else None.
        """
        game = self.game
        return {
            "number": len(game.actions),
            "phase": game.phase,
            "board": self.board(),
            "moves": moves_of(game, game.person) if game.phase == "person" else [],
            "events": self.events[since:],
            "can_undo": game.can_undo,
            "left": self._left(),
            "listed": self._copies(Counter(game.config.decks[1 - game.person].deck().cards)),
            "conceded": game.conceded,
            "result": game.outcome,
        }

    def _event(self, shown: Game, number: int, code: int) -> dict[str, Any]:
        """Plays an action in the game that is shown; returns what the person sees of it."""
        record, rules, person = shown.record, shown.rules, self.game.person
        is_own, places = int(record.active) == person, places_of(shown, person)
        source, target = (code >> 8) & 255, (code >> 16) & 255
        event = {
            "number": number,
            "turn": shown.turn,
            "is_own": is_own,
            "text": told(shown, code, person),
            "card": _card_of(shown, code, person),
            "source": places.get(source),
            "target": places.get(target) if target else None,
        }
        if code & 255 == e.POWER:
            event["source"] = POWER if is_own else f"enemy-{POWER}"
        watch = Watch(record, rules, person)
        before = watch.scene
        shown.apply(code)
        event |= {"changes": watch.after(code), "board": seen_by(record, rules, person)}
        return event | _effects(before, watch.scene, places, places_of(shown, person))

    def _left(self) -> list[dict[str, Any]]:
        record, rules = self.game.record, self.game.rules
        player = record.players[self.game.person]
        rows = record.entities["card"][player.deck[: player.n_deck]].tolist()
        return self._copies(Counter(rules.ids[row] for row in rows))

    def _copies(self, cards: Mapping[str, int]) -> list[dict[str, Any]]:
        """Cards with their numbers, the cheapest first."""
        rules = self.game.rules
        found = [rules.card_data(card) for card in cards]
        return [
            {
                "id": card.id,
                "name": card.name,
                "cost": card.cost,
                "copies": cards[card.id],
                "text": rules.card_text(card.id),
            }
            for card in sorted(found, key=lambda each: (each.cost, each.name))
        ]


PERSON = "you"


def play_lines(game: PersonGame) -> Iterator[dict[str, Any]]:
    """Yields a game that is over: its head, the opening, every action, and the end.

    Both hands are in the lines.
    """
    yield _head(game)
    shown = game.beginning()
    watch = Watch(shown.record, shown.rules)
    yield {"line": "opening", "board": watch.scene.board}
    for number, code in enumerate(game.actions):
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


def _head(game: PersonGame) -> dict[str, Any]:
    config = game.config
    names = [config.opponent, config.opponent]
    names[config.person] = PERSON
    return {
        "line": "game",
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "title": f"{config.decks[0].name} against {config.decks[1].name}",
        "seed": game.seed,
        "search": config.player.search,
        "fidelity": config.player.fidelity,
        "person": config.person,
        "players": [
            deck_entry(deck.deck(), f"{deck.name} ({name})") | {"player": name}
            for deck, name in zip(config.decks, names, strict=True)
        ],
    }
