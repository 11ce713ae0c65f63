"""The two sides of a game, for `engine.game`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from engine.card_handle import TYPES, CardHandle, staged, whole
from engine.core import enums as e
from engine.core import staging
from engine.illegal import IllegalAction, why_no_turn

if TYPE_CHECKING:
    from engine.game import Game


# Types of cards that hands and decks hold.
_IN_HAND = ("minion", "spell", "secret", "weapon")


def _number(field: str, docstring: str, most: int = 0, name: str = "") -> property:
    """A field of a player's record; with `most`, settable up to it under its public name."""

    def write(player: Player, value: int) -> None:
        player.record[field] = whole(value, 0, most, name)

    return property(
        lambda player: int(player.record[field]), write if most else None, doc=docstring
    )


class HeroPower:
    """A player's hero power."""

    def __init__(self, player: Player):
        self.player = player

    def __repr__(self) -> str:
        return self.name

    @property
    def name(self) -> str:
        """Printed name."""
        return self.player.game.rules.names[self.player.record.power]

    @property
    def id(self) -> str:
        """Blizzard's card id."""
        return self.player.game.rules.ids[self.player.record.power]

    @property
    def cost(self) -> int:
        """What it costs now."""
        game = self.player.game
        return int(staging.power_cost_of(game.record, game.rules.tables, self.player.side))

    @property
    def times_used(self) -> int:
        """How often it was used this turn."""
        return int(self.player.record.power_used)

    @property
    def targets(self) -> list[CardHandle]:
        """Its legal targets now."""
        found = self.player.game.targets_of(e.POWER, self.player.hero.entity)
        return self.player.game.cards(target for target in found if target)

    @property
    def is_usable(self) -> bool:
        """Whether it can be used now."""
        return bool(self.player.game.targets_of(e.POWER, self.player.hero.entity))

    def use(self, target: CardHandle | str | None = None, choice: int = 0) -> HeroPower:
        """Uses it: see `Game.use_power`.

        Raises:
            IllegalAction: The player cannot act now, or the rules forbid it.
        """
        why = why_no_turn(self.player.game.record, self.player.side)
        if why:
            raise IllegalAction(f"{self.name}: {why}")
        self.player.game.use_power(target, choice)
        return self


class Player:
    """One side of a game; lists of cards are fresh at each reading."""

    def __init__(self, game: Game, side: int):
        self.game = game
        self.side = side

    def __repr__(self) -> str:
        return f"the {('first', 'second')[self.side]} player"

    @property
    def record(self) -> np.record:
        """The player's record (dtype `engine.core.state.PLAYER`)."""
        return self.game.record.players[self.side]

    @property
    def enemy(self) -> Player:
        """The other player."""
        return self.game.players[1 - self.side]

    # --- cards ---

    @property
    def hero(self) -> CardHandle:
        """The hero."""
        return CardHandle(self.game, int(self.game.record.slot_entity[self.side]))

    @property
    def power(self) -> HeroPower:
        """The hero power."""
        return HeroPower(self)

    @property
    def weapon(self) -> CardHandle | None:
        """The weapon equipped."""
        return CardHandle(self.game, int(self.record.weapon_entity)) if self.record.weapon else None

    @property
    def weapon_zone(self) -> list[CardHandle]:
        """The weapon as a list, empty without one."""
        return [self.weapon] if self.weapon else []

    @property
    def in_sight(self) -> list[CardHandle]:
        """Board, hand, secrets and weapon, in this order."""
        return [*self.board, *self.hand, *self.secrets, *self.weapon_zone]

    @property
    def hand(self) -> list[CardHandle]:
        """Cards in hand, from the left."""
        return self.game.cards(self.record.hand[: self.record.n_hand])

    @property
    def board(self) -> list[CardHandle]:
        """Minions, from the left."""
        slots = self.record.board[: self.record.n_board]
        return self.game.cards(self.game.record.slot_entity[slots])

    field = board

    @property
    def secrets(self) -> list[CardHandle]:
        """Secrets in play, the oldest first."""
        return self.game.cards(self.record.secrets[: self.record.n_secrets])

    @property
    def graveyard(self) -> list[CardHandle]:
        """Cards in the graveyard, in the order in which they were made."""
        entities = self.game.record.entities[: self.game.record.n_entities]
        found = (entities["zone"] == e.IN_GRAVEYARD) & (entities["side"] == self.side)
        return self.game.cards(np.flatnonzero(found))

    @property
    def deck(self) -> list[CardHandle]:
        """The deck, the top card first; settable to the same cards in another order."""
        return self.game.cards(self.record.deck[: self.record.n_deck][::-1])

    @deck.setter
    def deck(self, cards: Iterable[CardHandle]) -> None:
        """Puts the cards of the deck in another order.

        Raises:
            ValueError: The cards are not those of the deck.
        """
        entities = [card.entity for card in cards]
        if sorted(entities) != sorted(card.entity for card in self.deck):
            raise ValueError("the new deck must hold the same cards as the old one")
        self.record.deck[: len(entities)] = entities[::-1]

    # --- numbers ---

    @property
    def mana(self) -> int:
        """Mana left this turn; settable, above the crystals as temporary mana."""
        return int(staging.mana_of(self.game.record, self.side))

    @mana.setter
    def mana(self, value: int) -> None:
        value, crystals = whole(value, 0, 100, "mana"), int(self.record.crystals)
        self.record.locked = 0
        self.record.spent = max(0, crystals - value)
        self.record.temporary = max(0, value - crystals)

    max_mana = _number("crystals", "Mana crystals; settable.", e.MAX_MANA, "max_mana")
    armor = _number("armor", "The hero's armour; settable.", 1000, "armor")

    @property
    def health(self) -> int:
        """The hero's health."""
        return self.hero.health

    temporary_mana = _number("temporary", "Mana left of this turn only; it is spent first.")

    @property
    def overload(self) -> tuple[int, int]:
        """Crystals locked by overload: this turn, and next turn."""
        return int(self.record.locked), int(self.record.overload)

    spell_damage = _number("spell_power", "Spell damage of everything in play.")
    cards_played = _number("cards_played", "Cards played this turn.")
    minions_played = _number("minions_played", "Minions played this turn.")
    cards_drawn = _number("cards_drawn", "Cards drawn this turn.")

    @property
    def combo_active(self) -> bool:
        """Whether the next card's combo works."""
        return bool(self.cards_played)

    fatigue = _number("fatigue", "Damage of the last draw from an empty deck.")

    @property
    def fatigue_on(self) -> bool:
        """Whether drawing from an empty deck hurts; settable."""
        return not self.record.fatigue_off

    @fatigue_on.setter
    def fatigue_on(self, value: bool) -> None:
        self.record.fatigue_off = not value

    # --- staging ---

    def _made(self, entity: int, name: str, reason: str) -> CardHandle:
        if not entity:
            raise ValueError(f"{self} can't have {name}: {reason}")
        return CardHandle(self.game, int(entity))

    def _row(self, name: str, *types: str) -> int:
        row = self.game.rules.find(name)
        found = TYPES[int(self.game.rules.tables.cards[row].type)]
        if types and found not in types:
            raise ValueError(f"{name} is a {found}, not a {' or '.join(types)}")
        return row

    def stage(
        self,
        board: Iterable[str],
        hand: Iterable[str],
        deck: Iterable[str],
        secrets: Iterable[str],
        weapon: str | None,
        mana: int,
        health: int | None,
        armor: int,
    ) -> None:
        """Adds cards to every zone and sets mana, health and armour: see `Game.stage`."""
        for name in board:
            self.put(name)
        for name in hand:
            self.give(name)
        for name in reversed(list(deck)):
            self.put_on_deck(name)
        for name in secrets:
            self.put_secret(name)
        if weapon:
            self.equip(weapon)
        self.max_mana = mana
        self.record.spent = 0
        if health is not None:
            self.hero.health = health
        self.armor = armor

    def give(self, name: str) -> CardHandle:
        """Adds a new card to the hand; with a full hand it goes to the graveyard."""
        tables, row = self.game.rules.tables, self._row(name, *_IN_HAND)
        entity = staging.stage_card(self.game.record, tables, self.side, row)
        return self._made(entity, name, "there is no room for more cards in this game")

    def put(self, name: str, position: int = e.MAX_BOARD) -> CardHandle:
        """Puts a minion on the board, ready to attack; nothing triggers."""
        row = self._row(name, "minion")
        entity = staged(self.game, staging.stage_minion, self.side, row, position)
        return self._made(entity, name, "the board is full")

    def summon(self, name: str, position: int = e.MAX_BOARD) -> CardHandle:
        """Summons a minion as a card would, with everything that triggers."""
        row = self._row(name, "minion")
        entity = staged(self.game, staging.stage_summon, self.side, row, position)
        return self._made(entity, name, "the board is full")

    def equip(self, name: str) -> CardHandle:
        """Equips a new weapon; the old one is destroyed."""
        entity = staged(self.game, staging.stage_weapon, self.side, self._row(name, "weapon"))
        return self._made(entity, name, "there is no room for more cards in this game")

    def put_secret(self, name: str) -> CardHandle:
        """Puts a secret into play.

        Raises:
            CardError: No card, or several, have this name.
            ValueError: The card is no secret, or the player already has it or has five secrets.
        """
        game, row = self.game, self._row(name, "secret")
        if any(card.id == game.rules.ids[row] for card in self.secrets):
            raise ValueError(f"{self} can't have {name}: a player has each secret once")
        entity = staging.stage_secret(game.record, game.rules.tables, self.side, row)
        return self._made(entity, name, "it has five secrets")

    def put_on_deck(self, name: str) -> CardHandle:
        """Puts a new card on top of the deck."""
        return self._into_deck(name, False)

    def shuffle_into_deck(self, name: str) -> CardHandle:
        """Shuffles a new card into the deck."""
        return self._into_deck(name, True)

    def _into_deck(self, name: str, shuffled: bool) -> CardHandle:
        row = self._row(name, *_IN_HAND)
        if len(self.deck) >= e.MAX_DECK:
            raise ValueError(f"{self} can't have {name}: the deck holds {e.MAX_DECK} cards")
        entity = staging.stage_deck_card(self.game.record, self.side, row, shuffled)
        return self._made(entity, name, "there is no room for more cards in this game")

    def draw(self, n: int = 1) -> Player:
        """Draws cards, or takes fatigue."""
        for _ in range(whole(n, 0, e.MAX_DECK, "cards to draw")):
            staged(self.game, staging.stage_draw, self.side)
        return self

    def discard_hand(self) -> Player:
        """Discards the hand."""
        for card in self.hand:
            card.discard()
        return self
