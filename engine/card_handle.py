"""Handles of a game's cards, for `engine.game`: what a card is, and what it can be made to do."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.card_data import did_you_mean
from engine.core import enums as e
from engine.core import staging
from engine.core.costs import attack_of, cost_of
from engine.core.state import NO_SLOT
from engine.illegal import IllegalAction, most_attacks, why_no_turn
from engine.view import character_text, flags_of, keyword_names

if TYPE_CHECKING:
    from engine.game import Game
    from engine.player_handle import Player

ZONES = (
    "removed", "deck", "hand", "play", "graveyard", "secrets", "weapon", "returning", "hero",
)  # fmt: skip
TYPES = ("none", "hero", "minion", "spell", "secret", "weapon", "hero power")


def _flag(bit: int, docstring: str) -> property:
    return property(lambda card: bool(card.flags & bit), doc=docstring)


def whole(value: int, low: int, high: int, what: str) -> int:
    """Returns a number that a record can hold, or raises a `ValueError` that names the bounds."""
    if not low <= value <= high:
        raise ValueError(f"{what} {value}: give {low} to {high}")
    return int(value)


def staged(game: Game, kernel: Callable[..., Any], *arguments: int) -> Any:
    """Calls a kernel of `engine.core.staging` that may run texts, and returns what it returns."""
    return kernel(game.record, game.rules.tables, game.vm, *arguments)


class CardHandle:
    """One card, wherever it is; equal to every other handle of the same card.

    Outside of play and hand its numbers are the printed ones.
    """

    def __init__(self, game: Game, entity: int):
        self.game = game
        self.entity = entity

    def __eq__(self, other) -> bool:
        mine = (self.game, self.entity)
        return isinstance(other, CardHandle) and mine == (other.game, other.entity)

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
        return NO_SLOT if self._row.zone == e.IN_HAND else int(self._row.slot)

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
        """Whether it lies in a graveyard, or is a hero that has lost the game."""
        if self._character is None:
            return self._row.zone == e.IN_GRAVEYARD
        return self.health <= 0 or bool(self.flags & e.DOOMED)

    @property
    def position(self) -> int:
        """Its place in hand, on the board or in the deck, from the left or top; -1 elsewhere."""
        for zone in (self.controller.board, self.controller.hand, self.controller.deck):
            if self in zone:
                return zone.index(self)
        return -1

    @property
    def adjacent(self) -> list[CardHandle]:
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
        if self._row.zone == e.IN_HAND:  # with what it has gained there
            return int(self._printed.attack) + NO_SLOT - int(self._row.slot)
        if self._character is None:
            return int(self._printed.attack)
        return int(attack_of(self.game.record, self._slot))

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
        return int(self._printed.health if self._character is None else self._character.health)

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
        """Durability of a weapon, settable on an equipped one; of others the printed one."""
        if self._row.zone == e.AS_WEAPON:
            return int(self.controller.record.weapon_durability)
        return int(self._printed.health)

    @durability.setter
    def durability(self, value: int) -> None:
        """Sets the durability.

        Raises:
            ValueError: The card is not an equipped weapon, or the value is not from 1 to 1000.
        """
        if self._row.zone != e.AS_WEAPON:
            raise ValueError(f"{self.name} is no weapon that is equipped: its zone is {self.zone}")
        self.controller.record.weapon_durability = whole(value, 1, 1000, "durability")

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
        if self._character is None:
            return int(self._printed.keywords)
        return flags_of(self.game.record, self._slot)

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
    rush = _flag(e.RUSH, "Rush.")
    lifesteal = _flag(e.LIFESTEAL, "Lifesteal.")
    cant_attack = _flag(e.CANT_ATTACK, "Can't attack, whatever its attack.")
    elusive = _flag(e.ELUSIVE, "Can't be targeted by spells or hero powers.")

    @property
    def exhausted(self) -> bool:
        """Whether it came into play or changed sides this turn, or has made all its attacks."""
        if self._character is None:
            return False
        is_fresh = self._slot >= 2 and self._character.fresh
        return bool(is_fresh and not self.flags & (e.CHARGE | e.RUSH)) or self.attacks_left == 0

    @property
    def attacks_made(self) -> int:
        """Attacks it has made this turn."""
        return 0 if self._character is None else int(self._character.attacks_made)

    @property
    def attacks_left(self) -> int:
        """Attacks it may still make this turn if nothing else forbids them."""
        if self._character is None:
            return 0
        most = most_attacks(self.game.record, self.game.rules, self._slot)
        return max(0, most - self.attacks_made)

    @property
    def given(self) -> list[str]:
        """Names of the enchantments with a text of their own that were given to it."""
        if self._character is None:
            return []
        rules, character = self.game.rules, self._character
        given = [int(entry) for entry in character.attached[: character.n_attached]]
        carriers = [(rules.tables.attachments[x & 15], (x >> 5) + 1) for x in given]
        return [rules.names[row] for row, times in carriers for _ in range(times)]

    @property
    def buffs(self) -> dict[str, object]:
        """What differs from the printed card; empty if nothing does.

        `attack` and `health` (of a weapon its durability, in hand `cost`) as differences,
        `keywords` gained and `lost`, and the `texts` that were given to it.
        """
        printed = self._printed
        toughness = self.durability if self.type == "weapon" else self.max_health
        words = set(keyword_names(int(printed.keywords)))
        found = {
            "attack": self.attack - int(printed.attack),
            "health": toughness - int(printed.health),
            "cost": self.cost - int(printed.cost),
            "keywords": self.keywords - words,
            "lost": words - self.keywords,
            "texts": self.given,
        }
        return {name: value for name, value in found.items() if value}

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
        self, target: CardHandle | str | None = None, position: int | None = None, choice: int = 0
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
        staged(self.game, staging.settle)

    def take_damage(self, amount: int) -> CardHandle:
        """Damages it, without a source."""
        self._in_play()
        staged(self.game, staging.stage_damage, self.entity, whole(amount, 0, 1000, "damage"))
        return self

    def heal(self, amount: int) -> CardHandle:
        """Restores health."""
        self._in_play()
        staged(self.game, staging.stage_heal, self.entity, whole(amount, 0, 1000, "healing"))
        return self

    def destroy(self) -> CardHandle:
        """Destroys it, a character or an equipped weapon, with everything that its end causes."""
        if self._row.zone == e.AS_WEAPON:
            staged(self.game, staging.stage_break, int(self._row.side))
        else:
            self._in_play().keywords |= e.DOOMED
            self._settle()
        return self

    def silence(self) -> CardHandle:
        """Silences the minion."""
        self._in_play("minion")
        staged(self.game, staging.stage_silence, self.entity)
        return self

    def change_controller(self) -> CardHandle:
        """Gives the minion to the other player.

        Raises:
            ValueError: The card is no minion in play, or the other board is full.
        """
        self._in_play("minion")
        if not staged(self.game, staging.stage_control, self.entity):
            raise ValueError(f"{self.name} finds no room: the other board is full")
        return self

    def set_flags(self, **flags: bool) -> CardHandle:
        """Sets keywords and flags by their names in `enums.KEYWORDS`: `set_flags(taunt=True)`.

        Raises:
            ValueError: The card is no character in play, or there is no such keyword.
        """
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
