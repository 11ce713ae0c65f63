"""Positions written into the record by hand, without the kernels, and their options as words."""

import numpy as np

from engine.core import enums as e
from engine.core.state import DIED_EARLIER, NO_SLOT
from engine.rules import Rules
from tests.engine.naive import card_digest
from tests.engine.random_games import Table

HERO = "HERO_03"


class Stage(Table):
    """A game in the middle of the first player's turn: 10 mana, empty hands, boards and decks.

    Entities 1 and 2 are the heroes. Cards are named by name or id.
    """

    def __init__(self, rules: Rules, mana: int = 10):
        super().__init__(rules)
        game = self.game
        game.rng_state, game.rng_stream = 1, 1
        game.n_entities = game.order = game.turn = 1
        game.entities[0].slot = NO_SLOT
        game.listening = (1 << len(e.EVENTS)) - 1 | e.AURA_BIT
        for side, player in enumerate(game.players):
            row = rules.row(HERO)
            self._make(row, side, e.IN_PLAY, side)
            player.hero, player.power = row, rules.tables.cards[row].power
            player.crystals = mana
            hero = game.characters[side]
            hero.card, hero.health, hero.max_health = row, 30, 30

    def _make(self, row: int, side: int, zone: int, slot: int = NO_SLOT) -> int:
        entity = int(self.game.n_entities)
        made = self.game.entities[entity]
        made.card, made.side, made.zone, made.slot = row, side, zone, slot
        if slot != NO_SLOT:
            self.game.slot_entity[slot] = entity
            self.game.slot_side[slot] = side
        self.game.n_entities = entity + 1
        return entity

    def minion(self, name: str, side: int = 0, keywords: int = 0, **fields: int) -> int:
        """Puts a minion at the right end of a board, not fresh; returns its entity."""
        game, row = self.game, self.rules.find(name)
        slot = next(slot for slot in range(2, 16) if not game.slot_entity[slot])
        entity = self._make(row, side, e.IN_PLAY, slot)
        printed, character = self.rules.tables.cards[row], game.characters[slot]
        character.card, character.order = row, game.order
        game.order += 1
        character.attack, character.health = printed.attack, printed.health
        character.max_health, character.keywords = printed.health, printed.keywords | keywords
        character.spell_power = printed.spell_power
        for field, value in fields.items():
            character[field] = value
        player = game.players[side]
        player.board[player.n_board] = slot
        player.n_board += 1
        game.dirty = 1
        return entity

    def hand(self, *names: str, side: int = 0) -> list[int]:
        """Adds cards to a hand; returns their entities."""
        player, made = self.game.players[side], []
        for name in names:
            made.append(self._make(self.rules.find(name), side, e.IN_HAND))
            player.hand[player.n_hand] = made[-1]
            player.n_hand += 1
        return made

    def deck(self, *names: str, side: int = 0) -> list[int]:
        """Puts cards on top of a deck, the last one uppermost; returns their entities."""
        player, made = self.game.players[side], []
        for name in names:
            row = self.rules.find(name)
            made.append(self._make(row, side, e.IN_DECK))
            player.deck[player.n_deck] = made[-1]
            player.n_deck += 1
            player.deck_sum = (int(player.deck_sum) + card_digest(row, 0)) % 2**32
        return made

    def dead(self, *names: str, side: int = 0) -> None:
        """Minions that died in an earlier turn."""
        for name in names:
            entity = self._make(self.rules.find(name), side, e.IN_GRAVEYARD)
            self.game.entities[entity].died = DIED_EARLIER

    def secret(self, name: str, side: int = 0) -> int:
        player = self.game.players[side]
        entity = self._make(self.rules.find(name), side, e.IN_SECRETS)
        player.secrets[player.n_secrets] = entity
        player.n_secrets += 1
        return entity

    def weapon(self, name: str, side: int = 0) -> int:
        player, row = self.game.players[side], self.rules.find(name)
        entity = self._make(row, side, e.AS_WEAPON)
        printed = self.rules.tables.cards[row]
        player.weapon, player.weapon_entity = row, entity
        player.weapon_attack, player.weapon_durability = printed.attack, printed.health
        return entity

    def name(self, entity: int) -> str | None:
        """The card's name, "me" and "you" for the heroes, None for no entity."""
        if entity in (0, 1, 2):
            return (None, "me", "you")[entity]
        return self.rules.names[self.game.entities[entity].card]

    def choices(self) -> list[tuple]:
        """The legal actions: (kind, source, target, position, choice), with names."""
        return [self._words(action) for action in self.actions()]

    def _words(self, action: int) -> tuple:
        kind, source, target, position = (action >> shift & 255 for shift in (0, 8, 16, 24))
        return (
            e.ACTIONS[kind], self.name(source), self.name(target), position, action >> 32,
        )  # fmt: skip

    def play(self, entity: int, target: int = 0, position: int = 0, choice: int = 0) -> None:
        """Plays a hand card; it must be legal."""
        action = e.PLAY | entity << 8 | target << 16 | position << 24 | choice << 32
        assert action in self.actions(), f"{self._words(action)} is not legal"
        self.act(action)

    def board(self, side: int = 0) -> list[str]:
        """The names of the minions on a board, from the left."""
        player = self.game.players[side]
        return [
            self.rules.names[self.game.characters[slot].card]
            for slot in player.board[: player.n_board]
        ]

    def character(self, entity: int) -> np.record:
        return self.game.characters[self.game.entities[entity].slot]
