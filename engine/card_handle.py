"""Handles of a game's cards, for `engine.game`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from engine.core import enums as e
from engine.core import staging
from engine.core.costs import attack_of, cost_of
from engine.core.state import NO_SLOT
from engine.illegal import IllegalAction, why_no_turn
from engine.view import character_text, keyword_names

if TYPE_CHECKING:
    from engine.game import Game
    from engine.sides import Player

ZONES = (
    "removed", "deck", "hand", "play", "graveyard", "secrets", "weapon", "returning",
)  # fmt: skip
TYPES = ("none", "hero", "minion", "spell", "secret", "weapon", "hero power")


def _flag(bit: int, docstring: str) -> property:
    return property(lambda card: bool(card.flags & bit), doc=docstring)


class Card:
    """One card, wherever it is; equal to every other handle of the same card.

    Numbers of a card in play are its own; elsewhere they are the printed ones.
    """

    def __init__(self, game: Game, entity: int):
        self.game = game
        self.entity = entity

    def __eq__(self, other) -> bool:
        return isinstance(other, Card) and (self.game, self.entity) == (other.game, other.entity)

    def __hash__(self) -> int:
        return hash((id(self.game), self.entity))

    def __repr__(self) -> str:
        if self._slot >= 2 and self._slot != NO_SLOT:
            return character_text(self.game.record, self.game.rules, self._slot)
        return f"{self.name} ({self.zone})"

    # --- what it is ---

    @property
    def _row(self) -> np.record:
        return self.game.record.entities[self.entity]

    @property
    def _printed(self) -> np.record:
        return self.game.rules.tables.cards[self._row.card]

    @property
    def _slot(self) -> int:
        return int(self._row.slot)

    @property
    def _character(self) -> np.record | None:
        return None if self._slot == NO_SLOT else self.game.record.characters[self._slot]

    @property
    def id(self) -> str:
        """Blizzard's card id."""
        return self.game.rules.ids[self._row.card]

    @property
    def name(self) -> str:
        """Printed name."""
        return self.game.rules.names[self._row.card]

    @property
    def type(self) -> str:
        """One of `TYPES`."""
        return TYPES[int(self._printed.type)]

    @property
    def zone(self) -> str:
        """One of `ZONES`."""
        return ZONES[int(self._row.zone)]

    @property
    def controller(self) -> Player:
        """The player whose card it is now."""
        return self.game.players[int(self._row.side)]

    @property
    def in_play(self) -> bool:
        """Whether it is a hero, a minion on a board, or an equipped weapon."""
        return self._row.zone in (e.IN_PLAY, e.AS_WEAPON)

    @property
    def dead(self) -> bool:
        """Whether it lies in a graveyard."""
        return self._row.zone == e.IN_GRAVEYARD

    @property
    def position(self) -> int:
        """Its place in its hand or on its board, from the left; -1 anywhere else."""
        for zone in (self.controller.board, self.controller.hand):
            if self in zone:
                return zone.index(self)
        return -1

    @property
    def adjacent(self) -> list[Card]:
        """The minions beside it."""
        board, i = self.controller.board, self.position
        return board[max(0, i - 1) : i] + board[i + 1 : i + 2] if self in board else []

    # --- numbers ---

    @property
    def cost(self) -> int:
        """What it costs now in a hand; anywhere else the printed cost."""
        if self._row.zone != e.IN_HAND:
            return int(self._printed.cost)
        side = int(self._row.side)
        return int(cost_of(self.game.record, self.game.rules.tables, side, self.position))

    @property
    def attack(self) -> int:
        """Attack; settable in play, where earlier changes then no longer count."""
        player = self.controller.record
        if self._row.zone == e.AS_WEAPON:
            return max(0, int(player.weapon_attack) + int(player.weapon_aura))
        if self._character is None:
            return int(self._printed.attack)
        return int(attack_of(self.game.record, self._slot))

    @attack.setter
    def attack(self, value: int) -> None:
        character = self._in_play()
        character.attack = value
        character.turn_attack = 0
        self._settle()

    @property
    def health(self) -> int:
        """Health left; settable in play: of a minion the maximum too, of a hero what is left."""
        return int(self._printed.health if self._character is None else self._character.health)

    @health.setter
    def health(self, value: int) -> None:
        character = self._in_play()
        character.health = value
        if self.type == "minion":
            character.max_health = value
        else:
            character.max_health = max(int(character.max_health), value)
        self._settle()

    @property
    def max_health(self) -> int:
        """Maximum health."""
        character = self._character
        return int(self._printed.health if character is None else character.max_health)

    @property
    def damage(self) -> int:
        """Damage it has taken."""
        return self.max_health - self.health

    @property
    def stats(self) -> tuple[int, int]:
        """Attack and health; of a weapon attack and durability."""
        return self.attack, self.durability if self.type == "weapon" else self.health

    @property
    def durability(self) -> int:
        """Durability of a weapon; of one not equipped the printed one."""
        if self._row.zone == e.AS_WEAPON:
            return int(self.controller.record.weapon_durability)
        return int(self._printed.health)

    @property
    def armor(self) -> int:
        """Armour of a hero."""
        return int(self.controller.record.armor) if self.type == "hero" else 0

    @property
    def spell_damage(self) -> int:
        """Spell damage it gives."""
        source = self._printed if self._character is None else self._character
        return int(source.spell_power)

    # --- keywords and flags ---

    @property
    def flags(self) -> int:
        """Keywords and flags as bits of `engine.core.enums`, auras included."""
        character = self._character
        if character is None:
            return int(self._printed.keywords)
        return int(character.keywords) | int(character.aura_keywords)

    @property
    def keywords(self) -> set[str]:
        """Names of its keywords and flags."""
        return set(keyword_names(self.flags))

    taunt = _flag(e.TAUNT, "Taunt.")
    charge = _flag(e.CHARGE, "Charge.")
    divine_shield = _flag(e.DIVINE_SHIELD, "Divine Shield.")
    stealthed = _flag(e.STEALTH, "Stealth.")
    windfury = _flag(e.WINDFURY, "Windfury.")
    poisonous = _flag(e.POISONOUS, "Poisonous.")
    frozen = _flag(e.FROZEN, "Frozen.")
    silenced = _flag(e.SILENCED, "Silenced.")
    immune = _flag(e.IMMUNE, "Immune.")
    elusive = _flag(e.ELUSIVE, "Can't be targeted by spells or hero powers.")

    @property
    def exhausted(self) -> bool:
        """Whether it came into play, or changed sides, this turn and so can't attack yet."""
        tired = self._character is not None and self._slot >= 2 and self._character.fresh
        return bool(tired) and not self.charge

    @property
    def can_attack(self) -> bool:
        """Whether it has a legal attack now."""
        return bool(self.attack_targets)

    @property
    def attacks_made(self) -> int:
        """Attacks it has made this turn."""
        return 0 if self._character is None else int(self._character.attacks_made)

    @property
    def attacks_left(self) -> int:
        """Attacks it may still make this turn if nothing else forbids them."""
        weapon = self.controller.weapon if self.type == "hero" else None
        twice = self.windfury or (weapon is not None and weapon.windfury)
        return max(0, (2 if twice else 1) - self.attacks_made) if self._character is not None else 0

    @property
    def given(self) -> list[str]:
        """Names of the enchantments with a text of their own that were given to it."""
        if self._character is None:
            return []
        rules, character = self.game.rules, self._character
        attached = character.attached[: character.n_attached] & 127
        return [rules.names[rules.tables.attachments[i]] for i in attached]

    # --- actions ---

    @property
    def targets(self) -> list[Card]:
        """Legal targets of playing it now, from the left, heroes first."""
        return self.game.cards(sorted(self.game.targets_of(e.PLAY, self.entity) - {0}))

    @property
    def attack_targets(self) -> list[Card]:
        """What it may attack now."""
        return self.game.cards(sorted(self.game.targets_of(e.ATTACK, self.entity)))

    @property
    def is_playable(self) -> bool:
        """Whether it can be played now, with some target if it takes one."""
        return bool(self.game.targets_of(e.PLAY, self.entity))

    def play(
        self,
        target: Card | str | None = None,
        position: int | None = None,
        choice: int = 0,
    ) -> Card:
        """Plays it from hand: see `Game.play`."""
        self._check_turn()
        self.game.play(self, target, position, choice)
        return self

    def attacks(self, target: Card | str) -> Card:
        """Attacks a character: see `Game.attack`."""
        self._check_turn()
        self.game.attack(self, target)
        return self

    def _check_turn(self) -> None:
        why = why_no_turn(self.game.record, int(self._row.side))
        if why:
            raise IllegalAction(f"{self.name}: {why}")

    # --- staging ---

    def _in_play(self) -> np.record:
        if self._character is None:
            raise ValueError(f"{self.name} is in no position for this: its zone is {self.zone}")
        return self._character

    def _settle(self) -> None:
        staging.settle(self.game.record, self.game.rules.tables, self.game.vm)

    def take_damage(self, amount: int) -> Card:
        """Damages it, without a source."""
        self._in_play()
        game = self.game
        staging.stage_damage(game.record, game.rules.tables, game.vm, self.entity, amount)
        return self

    def heal(self, amount: int) -> Card:
        """Restores health."""
        self._in_play()
        game = self.game
        staging.stage_heal(game.record, game.rules.tables, game.vm, self.entity, amount)
        return self

    def destroy(self) -> Card:
        """Destroys it, with everything that its death causes."""
        self._in_play().keywords |= e.DOOMED
        self._settle()
        return self

    def silence(self) -> Card:
        """Silences it."""
        self._in_play()
        game = self.game
        staging.stage_silence(game.record, game.rules.tables, game.vm, self.entity)
        return self

    def change_controller(self) -> Card:
        """Gives the minion to the other player."""
        self._in_play()
        game = self.game
        if not staging.stage_control(game.record, game.rules.tables, game.vm, self.entity):
            raise ValueError(f"{self.name} finds no room: the other board is full")
        return self

    def set_flags(self, **flags: bool) -> Card:
        """Sets keywords and flags by their names in `enums.KEYWORDS`: `set_flags(taunt=True)`."""
        character = self._in_play()
        for name, value in flags.items():
            bits = int(character.keywords) & ~e.KEYWORDS[name]
            character.keywords = bits | (e.KEYWORDS[name] if value else 0)
        self._settle()
        return self

    def discard(self) -> Card:
        """Discards it from hand."""
        if self._row.zone != e.IN_HAND:
            raise ValueError(f"{self.name} is not in a hand")
        staging.stage_discard(self.game.record, self.entity)
        return self

    def shuffle_into_deck(self) -> Card:
        """Shuffles it from hand into its controller's deck."""
        if self._row.zone != e.IN_HAND:
            raise ValueError(f"{self.name} is not in a hand")
        staging.stage_shuffle(self.game.record, self.entity)
        return self
