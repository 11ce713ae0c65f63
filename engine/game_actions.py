"""Playing a game: legal actions, and the rule that an illegal one breaks. Part of `Game`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.card_handle import CardHandle
from engine.core import enums as e
from engine.core.actions import apply
from engine.core.options import list_options
from engine.illegal import IllegalAction, why_illegal
from engine.view import action_text

if TYPE_CHECKING:
    from engine.game import Game
    from engine.player_handle import Player
    from engine.rules import Rules


@dataclass(frozen=True)
class Action:
    """A legal action; `code` is the number the kernels take, `text` says what it does."""

    kind: str
    source: CardHandle | None
    target: CardHandle | None
    position: int
    choice: int
    code: int
    text: str

    def __str__(self) -> str:
        return self.text


def _code(kind: int, source: int = 0, target: int = 0, position: int = 0, choice: int = 0) -> int:
    if not (0 <= position < 256 and 0 <= choice < 256):
        raise IllegalAction(f"there is no place {position} with choice {choice}")
    return kind | source << 8 | target << 16 | position << 24 | choice << 32


class GameActions:
    """The actions of a game."""

    rules: Rules
    record: np.record
    vm: np.record
    current_player: Player
    choices: list[CardHandle]
    find: Callable[[str], CardHandle]
    _options: np.record

    def codes(self) -> list[int]:
        """Every legal action as the number that the kernels take."""
        if self.record.result != e.RUNNING:
            return []
        list_options(self.record, self.rules.tables, self._options)
        return self._options.actions[: self._options.n].tolist()

    def legal_actions(self) -> list[Action]:
        """Every legal action, in the order in which the search sees them."""
        return [self._action(code) for code in self.codes()]

    def _action(self, code: int) -> Action:
        source, target = (code >> 8) & 255, (code >> 16) & 255
        return Action(
            e.ACTIONS[code & 255],
            CardHandle(self, source) if source else None,
            CardHandle(self, target) if target else None,
            (code >> 24) & 255,
            (code >> 32) & 255,
            code,
            action_text(self.record, self.rules, code),
        )

    def targets_of(self, kind: int, source: int, choice: int | None = None) -> list[int]:
        """Entities that legal actions of the kind by the source may take, sorted; 0 for none.

        Args:
            kind: One of the actions of `engine.core.enums`.
            source: The entity that acts.
            choice: Of a Choose One card; any by default.
        """
        wanted = kind | source << 8
        found = (c for c in self.codes() if c & 0xFFFF == wanted and choice in (None, c >> 32))
        return sorted({(code >> 16) & 255 for code in found})

    def apply(self, action: Action | int) -> Game:
        """Plays an action of `legal_actions`, or its code.

        Raises:
            IllegalAction: It is not legal now; the message names the rule.
        """
        code = action.code if isinstance(action, Action) else int(action)
        legal = self.codes()
        if code not in legal:
            raise IllegalAction(why_illegal(self.record, self.rules, code, legal))
        apply(self.record, self.rules.tables, self.vm, code)
        return self

    def play(
        self,
        card: CardHandle | str,
        target: CardHandle | str | None = None,
        position: int | None = None,
        choice: int = 0,
    ) -> Game:
        """Plays a card from the hand of the player to move.

        Args:
            card: The card, or its name or id.
            target: The target, or its name, of a text that needs one.
            position: Where a minion goes, from the left; last by default.
            choice: Which text of a Choose One card, from 0.

        Raises:
            IllegalAction: The rules forbid it.
        """
        played = self._in_hand(card) if isinstance(card, str) else card
        if position is None:
            position = len(self.current_player.board) if played.type == "minion" else 0
        return self.apply(_code(e.PLAY, played.entity, self._entity(target), position, choice))

    def attack(self, attacker: CardHandle | str, defender: CardHandle | str) -> Game:
        """Attacks with a character of the player to move.

        Raises:
            IllegalAction: The rules forbid it.
        """
        return self.apply(_code(e.ATTACK, self._entity(attacker), self._entity(defender)))

    def use_power(self, target: CardHandle | str | None = None, choice: int = 0) -> Game:
        """Uses the hero power of the player to move.

        Args:
            target: The target, or its name, of a power that needs one.
            choice: Which option of a power that has several.

        Raises:
            IllegalAction: The rules forbid it.
        """
        hero = self.current_player.hero.entity
        return self.apply(_code(e.POWER, hero, self._entity(target), 0, choice))

    def choose(self, choice: CardHandle | str | int) -> Game:
        """Chooses one of `choices`, by card, name or place.

        Raises:
            IllegalAction: No choice is pending, or there is no such choice.
        """
        if not isinstance(choice, int):
            found = [i for i, c in enumerate(self.choices) if choice in (c, c.name, c.id)]
            if self.choices and not found:
                raise IllegalAction(f"{choice} is none of the cards to choose from: {self.choices}")
            choice = found[0] if found else 0
        return self.apply(_code(e.CHOOSE, choice=choice))

    def end_turn(self) -> Game:
        """Ends the turn of the player to move.

        Raises:
            IllegalAction: The game is over or a choice is pending.
        """
        return self.apply(_code(e.END_TURN))

    def skip_turn(self) -> Game:
        """Ends this turn and the other player's next one."""
        return self.end_turn().end_turn()

    def _in_hand(self, name: str) -> CardHandle:
        for card in self.current_player.hand:
            if name in (card.name, card.id):
                return card
        raise IllegalAction(f"{name} is not in the hand of the player to move")

    def _entity(self, who: CardHandle | str | None) -> int:
        if who is None:
            return 0
        return (self.find(who) if isinstance(who, str) else who).entity
