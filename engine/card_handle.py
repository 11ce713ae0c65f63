"""Handles of a game's cards, for `engine.game`: what a card can be made to do."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.card_data import did_you_mean
from engine.card_state import CardState
from engine.core import enums as e
from engine.core import staging
from engine.illegal import IllegalAction, why_no_turn

if TYPE_CHECKING:
    from engine.game import Game


def whole(value: int, low: int, high: int, what: str) -> int:
    """Returns a number that a record can hold, or raises a `ValueError` that names the bounds."""
    if not low <= value <= high:
        raise ValueError(f"{what} {value}: give {low} to {high}")
    return int(value)


class CardHandle(CardState):
    """One card, wherever it is; equal to every other handle of the same card."""

    def __init__(self, game: Game, entity: int):
        self.game = game
        self.entity = entity

    # --- actions ---

    @property
    def choices(self) -> list[str]:
        """Names of the texts of a Choose One card, in the order of `choice`."""
        rules, printed = self.game.rules, self._printed
        first = int(printed.options)
        return list(rules.names[first : first + int(printed.n_options)]) if first else []

    @property
    def targets(self) -> list[CardHandle]:
        """Legal targets of playing it now, with any choice; heroes first, then as they came."""
        return self.targets_with(None)

    def targets_with(self, choice: int | None) -> list[CardHandle]:
        """Legal targets of playing it now with one choice of a Choose One card."""
        return self.game.cards(t for t in self.game.targets_of(e.PLAY, self.entity, choice) if t)

    @property
    def attack_targets(self) -> list[CardHandle]:
        """What it may attack now."""
        return self.game.cards(self.game.targets_of(e.ATTACK, self.entity))

    @property
    def can_attack(self) -> bool:
        """Whether it has a legal attack now."""
        return bool(self.attack_targets)

    @property
    def is_playable(self) -> bool:
        """Whether it can be played now, with some target if it takes one."""
        return bool(self.game.targets_of(e.PLAY, self.entity))

    def play(
        self,
        target: CardHandle | str | None = None,
        position: int | None = None,
        choice: int = 0,
    ) -> CardHandle:
        """Plays it from hand: see `Game.play`."""
        self._check_turn()
        self.game.play(self, target, position, choice)
        return self

    def attacks(self, target: CardHandle | str) -> CardHandle:
        """Attacks a character: see `Game.attack`."""
        self._check_turn()
        self.game.attack(self, target)
        return self

    def _check_turn(self) -> None:
        why = why_no_turn(self.game.record, int(self._row.side))
        if why:
            raise IllegalAction(f"{self.name}: {why}")

    # --- staging ---

    def _in_play(self, *types: str) -> np.record:
        """The character's record; refuses what is not in play, or of another type."""
        if self._character is None or (types and self.type not in types):
            raise ValueError(
                f"{self.name} is in no position for this: it is a {self.type}, its zone {self.zone}"
            )
        return self._character

    def _settle(self) -> None:
        staging.settle(self.game.record, self.game.rules.tables, self.game.vm)

    @property
    def attack(self) -> int:
        """Attack; settable in play, where earlier changes then no longer count."""
        return super().attack

    @attack.setter
    def attack(self, value: int) -> None:
        value = whole(value, 0, 1000, "attack")
        if self._row.zone == e.AS_WEAPON:
            self.controller.record.weapon_attack = value
        else:
            character = self._in_play()
            character.attack, character.turn_attack = value, 0
        self._settle()

    @property
    def health(self) -> int:
        """Health left; settable in play: of a minion the maximum too, of a hero what is left."""
        return super().health

    @health.setter
    def health(self, value: int) -> None:
        character = self._in_play()
        character.health = whole(value, 1, 1000, "health")
        if self.type == "minion":
            character.max_health = value
        else:
            character.max_health = max(int(character.max_health), value)
        self._settle()

    @property
    def durability(self) -> int:
        """Durability of a weapon, settable on an equipped one; of others the printed one."""
        return super().durability

    @durability.setter
    def durability(self, value: int) -> None:
        if self._row.zone != e.AS_WEAPON:
            raise ValueError(f"{self.name} is no weapon that is equipped: its zone is {self.zone}")
        self.controller.record.weapon_durability = whole(value, 1, 1000, "durability")

    def take_damage(self, amount: int) -> CardHandle:
        """Damages it, without a source."""
        self._in_play()
        game, amount = self.game, whole(amount, 0, 1000, "damage")
        staging.stage_damage(game.record, game.rules.tables, game.vm, self.entity, amount)
        return self

    def heal(self, amount: int) -> CardHandle:
        """Restores health."""
        self._in_play()
        game, amount = self.game, whole(amount, 0, 1000, "healing")
        staging.stage_heal(game.record, game.rules.tables, game.vm, self.entity, amount)
        return self

    def destroy(self) -> CardHandle:
        """Destroys it, a character or an equipped weapon, with everything that its end causes."""
        game = self.game
        if self._row.zone == e.AS_WEAPON:
            staging.stage_break(game.record, game.rules.tables, game.vm, int(self._row.side))
        else:
            self._in_play().keywords |= e.DOOMED
            self._settle()
        return self

    def silence(self) -> CardHandle:
        """Silences the minion."""
        self._in_play("minion")
        game = self.game
        staging.stage_silence(game.record, game.rules.tables, game.vm, self.entity)
        return self

    def change_controller(self) -> CardHandle:
        """Gives the minion to the other player."""
        self._in_play("minion")
        game = self.game
        if not staging.stage_control(game.record, game.rules.tables, game.vm, self.entity):
            raise ValueError(f"{self.name} finds no room: the other board is full")
        return self

    def set_flags(self, **flags: bool) -> CardHandle:
        """Sets keywords and flags by their names in `enums.KEYWORDS`: `set_flags(taunt=True)`."""
        character = self._in_play()
        for name, value in flags.items():
            if name not in e.KEYWORDS:
                hint = did_you_mean(name, e.KEYWORDS, f"there are {', '.join(e.KEYWORDS)}")
                raise ValueError(f"no keyword '{name}'; {hint}")
            bits = int(character.keywords) & ~e.KEYWORDS[name]
            character.keywords = bits | (e.KEYWORDS[name] if value else 0)
        self._settle()
        return self

    def _take_from_hand(self, put_away) -> CardHandle:
        if self._row.zone != e.IN_HAND:
            raise ValueError(f"{self.name} is not in a hand: its zone is {self.zone}")
        put_away(self.game.record, self.game.rules.tables, self.entity)
        return self

    def discard(self) -> CardHandle:
        """Discards it from hand."""
        return self._take_from_hand(staging.stage_discard)

    def shuffle_into_deck(self) -> CardHandle:
        """Shuffles it from hand into its controller's deck."""
        return self._take_from_hand(staging.stage_shuffle)
