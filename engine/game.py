"""Games from Python, for people and tests: `Game`, its two `Player`s and handles of cards.

    game = Game.stage(hand=["Knife Juggler", "Wisp"], enemy_board=["Chillwind Yeti"])
    juggler, wisp = game.player.hand
    juggler.play()
    print(game.text())

A thin view of one game record: every action goes through the kernels of `engine.core`, and what is
legal is decided there. A handle names one card for the whole game, in deck, hand, play and
graveyard; two handles of one card are equal. (From the 256th card of a game on, a new one takes the
place of one that died long ago.)
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from engine.card_data import did_you_mean
from engine.card_handle import CardHandle
from engine.core import enums as e
from engine.core import staging
from engine.core.actions import apply
from engine.core.memory import copy_game
from engine.core.options import list_options
from engine.core.setup import SETUP, begin, start_game
from engine.core.state import OPTIONS, new_games, new_vm
from engine.deck_rules import Deck
from engine.illegal import IllegalAction, why_illegal
from engine.player_handle import HeroPower, Player
from engine.rules import Rules, rules_for
from engine.view import action_text, game_text

__all__ = ["Action", "CardHandle", "Game", "HeroPower", "IllegalAction", "Player"]

RESULTS = ("running", "first won", "second won", "both lost", "failed")


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


class Game:
    """A game in progress. Make one with `Game.start` or `Game.stage`.

    Attributes:
        player: The first player, whose side a staged position is set up from.
        opponent: The second player.
        rules: The cards.
        record: The game record (dtype `engine.core.state.GAME`) that the kernels change.
        seed: The seed it was made with.
    """

    def __init__(self, rules: Rules, record: np.record, seed: int):
        self.rules = rules
        self.record = record
        self.seed = seed
        self.vm = new_vm()
        self._options = np.zeros(1, OPTIONS)[0]
        self.player = Player(self, 0)
        self.opponent = Player(self, 1)

    # --- new games ---

    @classmethod
    def _new(cls, rules: Rules | None, decks: tuple[Deck, Deck], seed: int) -> Game:
        rules = rules or rules_for()
        setup = np.zeros(1, SETUP)[0]
        for side, deck in enumerate(decks):
            rules.seat(setup, side, deck, bodies=True)
        game = cls(rules, new_games(1)[0], seed)
        start_game(game.record, rules.tables, setup, seed, 0)
        return game

    @classmethod
    def start(cls, deck: Deck, opponent_deck: Deck, seed: int = 1, rules: Rules | None = None):
        """Starts a game between two decks, without mulligan; `deck` goes first.

        Args:
            deck: The first player's deck.
            opponent_deck: The second player's.
            seed: Equal seeds shuffle and play alike.
            rules: The cards; build 38377 by default.

        Raises:
            DeckError: A class or card is unknown, or there are more than 60 cards; decks that are
                not legal for other reasons may play.
        """
        game = cls._new(rules, (deck, opponent_deck), seed)
        begin(game.record, game.rules.tables, game.vm)
        return game

    @classmethod
    def stage(
        cls,
        hand: Iterable[str] = (),
        board: Iterable[str] = (),
        deck: Iterable[str] = (),
        secrets: Iterable[str] = (),
        weapon: str | None = None,
        mana: int = 10,
        health: int | None = None,
        armor: int = 0,
        hero: str = "ROGUE",
        enemy_hand: Iterable[str] = (),
        enemy_board: Iterable[str] = (),
        enemy_deck: Iterable[str] = (),
        enemy_secrets: Iterable[str] = (),
        enemy_weapon: str | None = None,
        enemy_mana: int = 10,
        enemy_health: int | None = None,
        enemy_armor: int = 0,
        enemy_hero: str = "HUNTER",
        fatigue: bool = False,
        seed: int = 1,
        rules: Rules | None = None,
    ) -> Game:
        """Sets up a position, in the first player's turn; nothing in it triggers while it is made.

        Args:
            hand: Names or ids of the cards in hand, from the left.
            board: Minions from the left, ready to attack.
            deck: Cards of the deck, the top card first.
            secrets: Secrets in play.
            weapon: The weapon equipped.
            mana: Mana crystals, all full.
            health: The hero's health (default: that of its card).
            armor: The hero's armour.
            hero: Class of the hero, or name of an extra hero, in capitals.
            enemy_hand: As `hand`, of the second player; likewise all other `enemy_` arguments.
            enemy_board: See `board`.
            enemy_deck: See `deck`.
            enemy_secrets: See `secrets`.
            enemy_weapon: See `weapon`.
            enemy_mana: See `mana`.
            enemy_health: See `health`.
            enemy_armor: See `armor`.
            enemy_hero: See `hero`.
            fatigue: Whether drawing from an empty deck hurts.
            seed: Seed of everything random.
            rules: The cards (default: build 38377).

        Raises:
            CardError: No card, or several, have this name.
            ValueError: The position is impossible: eight minions, for instance.
        """
        game = cls._new(rules, (Deck("", hero, ()), Deck("", enemy_hero, ())), seed)
        staging.stage_turn(game.record, 0)
        ours = (board, hand, deck, secrets, weapon, mana, health, armor)
        theirs = (
            *(enemy_board, enemy_hand, enemy_deck, enemy_secrets, enemy_weapon),
            *(enemy_mana, enemy_health, enemy_armor),
        )
        for player, staged in ((game.player, ours), (game.opponent, theirs)):
            player.fatigue_on = fatigue
            player.stage(*staged)
        return game

    def copy(self) -> Game:
        """Returns an independent copy, which plays on identically."""
        other = Game(self.rules, new_games(1)[0], self.seed)
        copy_game(other.record, self.record)
        return other

    # --- what is ---

    @property
    def current_player(self) -> Player:
        """The player to move."""
        return self.players[int(self.record.active)]

    @property
    def players(self) -> tuple[Player, Player]:
        """The first and the second player."""
        return self.player, self.opponent

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; both players' turns count."""
        return int(self.record.turn)

    @property
    def result(self) -> str:
        """One of `RESULTS`."""
        return RESULTS[int(self.record.result)]

    @property
    def winner(self) -> Player | None:
        """Who has won; None while the game runs, and if both have lost."""
        won = {e.FIRST_WON: self.player, e.SECOND_WON: self.opponent}
        return won.get(int(self.record.result))

    @property
    def choices(self) -> list[CardHandle]:
        """The cards to choose from, empty if no choice is pending."""
        return self.cards(self.record.choices[: self.record.n_choices])

    def cards(self, entities: Iterable[int]) -> list[CardHandle]:
        """Handles of entities."""
        return [CardHandle(self, int(entity)) for entity in entities]

    def find(self, name: str) -> CardHandle:
        """The first card of this name or id: in sight first, then in the decks and graveyards.

        The player to move comes first in both, and board, hand, secrets, weapon in this order.

        Raises:
            LookupError: There is none.
        """
        mine = self.current_player
        players = (mine, mine.enemy)
        everywhere = [c for player in players for c in player.in_sight]
        everywhere += [c for player in players for c in (*player.deck, *player.graveyard)]
        for card in everywhere:
            if name in (card.name, card.id):
                return card
        hint = did_you_mean(name, [card.name for card in everywhere], "give a name or an id")
        raise LookupError(f"no card in this game is called {name!r}; {hint}")

    def text(self) -> str:
        """The position as text."""
        return game_text(self.record, self.rules)

    def tried(self, codes: Iterable[int]) -> list[Action]:
        """The actions of these codes in a copy of the game, up to the first illegal one."""
        copy, found = self.copy(), []
        for code in codes:
            if code not in copy.codes():
                break
            found.append(copy._action(code))
            copy.apply(code)
        return found

    # --- what is done ---

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
