"""What an action has changed, in words: damage, deaths, and what chance has given."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from engine.core import enums as e
from engine.rules import Rules
from engine.view import owner_text
from models.players.board import board_of

#: Marks that are reported when a character gets them, with their verb; some also when they go.
_GAINED = {
    **dict.fromkeys(("taunt", "charge", "divine_shield", "stealth", "windfury"), "has"),
    **dict.fromkeys(("frozen", "silenced", "immune", "poisonous"), "is"),
}
_LOST = ("divine_shield", "stealth")


class Scene(NamedTuple):
    """A position, kept while the game goes on."""

    board: dict[str, Any]  #: What `board_of` returns
    entities: np.ndarray  #: All cards: what and where they are

    @classmethod
    def of(cls, game: np.record, rules: Rules) -> "Scene":
        """The scene of a game (dtype `engine.core.state.GAME`)."""
        return cls(board_of(game, rules), game["entities"].copy())

    def characters(self) -> dict[int, dict[str, Any]]:
        """Heroes and minions by entity."""
        players = self.board["players"]
        found = [each for player in players for each in (player["hero"], *player["board"])]
        return {each["entity"]: each for each in found}


class Watch:
    """Reports what each action of a game has changed.

    Args:
        game: The game (dtype `engine.core.state.GAME`), which goes on meanwhile.

    Attributes:
        scene: The position at the beginning, or after the last action.
    """

    def __init__(self, game: np.record, rules: Rules, hearer: int | None = None) -> None:
        self._game, self._rules, self._hearer = game, rules, hearer
        self.scene = Scene.of(game, rules)

    def after(self, code: int) -> list[str]:
        """Return what an action has changed, in words. Call it after each action."""
        before, self.scene = self.scene, Scene.of(self._game, self._rules)
        return changes(before, self.scene, self._rules, code, self._hearer)


def changes(
    before: Scene, after: Scene, rules: Rules, code: int, hearer: int | None = None
) -> list[str]:
    """Return what an action has changed, in words.

    Args:
        code: The action; the card that it plays is not among the changes.
        hearer: The side that hears of it, as in `engine.view.action_text`: hidden cards of the
            other side are only counted. By default, nothing is hidden.
    """
    return list(_Changes(before, after, rules, code, hearer).lines())


class _Changes:
    """Two positions, compared card by card."""

    def __init__(
        self, before: Scene, after: Scene, rules: Rules, code: int, hearer: int | None
    ) -> None:
        self.before, self.after, self.rules, self.hearer = before, after, rules, hearer
        self.mover = before.board["active"]
        self.was, self.now = before.characters(), after.characters()
        self.cards, self.sides, zones = (
            after.entities[name].tolist() for name in ("card", "side", "zone")
        )
        moves = enumerate(zip(before.entities["zone"].tolist(), zones, strict=True))
        self.moved = {card: move for card, move in moves if move[0] != move[1]}
        if code & 255 == e.PLAY:
            self.moved.pop((code >> 8) & 255, None)
        self.made = self._transformed()

    def lines(self) -> Iterator[str]:
        """Damage first, then what left, then what came."""
        for card, now in self.now.items():
            if card in self.was and (parts := list(_felt(self.was[card], now))):
                yield f"{self._owned(card)} {' and '.join(parts)}"
        for card, move in self.moved.items():
            if text := self._left(card, *move):
                yield f"{self._owned(card)} {text}"
        for side in range(2):
            for verb, things, where in self._came(side):
                if things:
                    yield f"{self._subject(side, verb)} {', '.join(things)}{where}"

    # --- words ---

    def _owned(self, card: int) -> str:
        """A card with its owner."""
        is_hero = any(card == each["hero"]["entity"] for each in self.after.board["players"])
        name = "hero" if is_hero else self.rules.names[self.cards[card]]
        return f"{owner_text(self.sides[card], self.mover, self.hearer)} {name}"

    def _shown(self, card: int) -> str:
        """A card, with the numbers of a minion."""
        name, found = self.rules.names[self.cards[card]], self.now.get(card)
        return f"{name} {found['attack']}/{found['health']}" if found else name

    def _secret(self, side: int, cards: list[int]) -> list[str]:
        """Cards that only the side's player sees."""
        if self.hearer in (None, side) or not cards:
            return [self._shown(card) for card in cards]
        return ["a card" if len(cards) == 1 else f"{len(cards)} cards"]

    def _subject(self, side: int, verb: str) -> str:
        """A player, and what it does."""
        if side == (self.mover if self.hearer is None else self.hearer):
            return f"{'they' if self.hearer is None else 'you'} {verb}"
        return f"{'the enemy' if self.hearer is None else 'the opponent'} {verb}s"

    # --- what has happened ---

    def _transformed(self) -> dict[int, int]:
        """Minions that have become others in their places."""
        slots = {int(self.after.entities["slot"][card]): card for card in self.now}
        places = self.before.entities["slot"].tolist()
        gone = [card for card, move in self.moved.items() if move == (e.IN_PLAY, e.REMOVED)]
        return {card: slots[places[card]] for card in gone if places[card] in slots}

    def _left(self, card: int, start: int, end: int) -> str:
        """How a card has left play; empty if it has not."""
        if end == e.IN_GRAVEYARD and self.after.entities["died"][card]:
            return "dies"
        if card in self.made:
            return f"becomes {self._shown(self.made[card])}"
        if start == e.IN_PLAY:
            return {e.IN_HAND: "returns to the hand", e.IN_DECK: "goes into the deck"}.get(end, "")
        return {e.AS_WEAPON: "is destroyed", e.IN_SECRETS: "is revealed"}.get(start, "")

    def _came(self, side: int) -> Iterator[tuple[str, list[str], str]]:
        """What a side has got or lost: a verb, the cards, and whence or where."""
        own = [(card, move) for card, move in self.moved.items() if self.sides[card] == side]

        def to(end: int, *starts: int) -> list[int]:
            return [card for card, move in own if move[1] == end and move[0] in starts]

        def shown(cards: list[int]) -> list[str]:
            return [self._shown(card) for card in cards]

        made, was_side = self.made.values(), self.before.entities["side"]
        taken = [card for card in self.now if card in self.was and was_side[card] != side]
        lost = to(e.IN_GRAVEYARD, e.IN_DECK)  # a card that is not chosen is not shown
        made_or_drawn = (e.REMOVED, e.IN_DECK, e.IN_HAND, e.IN_GRAVEYARD)
        yield "take", shown([card for card in taken if self.sides[card] == side]), ""
        yield "summon", shown([c for c in to(e.IN_PLAY, *made_or_drawn) if c not in made]), ""
        yield "draw", self._secret(side, to(e.IN_HAND, e.IN_DECK)), ""
        yield "get", self._secret(side, to(e.IN_HAND, e.REMOVED, e.RETURNING)), ""
        yield "discard", shown(to(e.IN_GRAVEYARD, e.IN_HAND)), ""
        hidden = self._secret(side, lost) if self.before.board["choices"] else shown(lost)
        yield "lose", hidden, " from the deck"
        yield "equip", shown(to(e.AS_WEAPON, *made_or_drawn)), ""
        yield "put", self._secret(side, to(e.IN_SECRETS, *made_or_drawn)), " into play"


def damage_of(was: dict[str, Any], now: dict[str, Any]) -> int:
    """Return the damage that a character has taken between two scenes, below 0 if it was healed."""
    wounds, before = (each["max_health"] - each["health"] for each in (now, was))
    return int(wounds - before - min(now.get("armor", 0) - was.get("armor", 0), 0))


def _felt(was: dict[str, Any], now: dict[str, Any]) -> Iterator[str]:
    """What a character has felt."""
    armor = now.get("armor", 0) - was.get("armor", 0)
    damage = damage_of(was, now)
    if damage > 0:
        yield f"takes {damage} damage"
    elif damage < 0 and now["max_health"] == was["max_health"]:
        yield f"regains {-damage} health"
    if armor > 0:
        yield f"gains {armor} armour"
    is_minion = "armor" not in now
    if is_minion and any(was[each] != now[each] for each in ("attack", "max_health")):
        yield f"is now {now['attack']}/{now['health']}"
    gained = [mark for mark in now["marks"] if mark in _GAINED and mark not in was["marks"]]
    yield from (f"{_GAINED[mark]} {mark.replace('_', ' ')}" for mark in gained)
    lost = [mark for mark in _LOST if mark in was["marks"] and mark not in now["marks"]]
    yield from (f"loses {mark.replace('_', ' ')}" for mark in lost)
