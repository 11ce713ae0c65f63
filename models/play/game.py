"""A game of a person against a player: the settings, the seed and the actions so far.

Everything else follows from these three, so a stored game goes on as it was. What is legal, and
what an action does, is decided by the engine only.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any, Literal, Self

import numpy as np
from pydantic import Field

from engine.core.enums import FIRST_WON, SECOND_WON
from engine.core.setup import begin, mulligan_replace, start_game
from engine.core.state import new_games
from engine.decks import Deck, DeckError, deck_code, deck_from_code
from engine.game import Action, Game
from engine.illegal import IllegalAction
from models.players.config import PlayerConfig
from models.players.core.game_loop import MAX_TURNS, open_game
from models.players.core.state import PLAYED_GAME, new_desk
from models.players.games import GameError, schedule_games, setups_of
from models.players.learned import LearnedSetting
from models.players.own import OwnSetting, dealt_copy
from models.players.replay import ReplayedGame
from models.players.search_player import SearchPlayer
from models.players.table import Seat
from models.review.chances import Judge
from models.review.lines import N_OTHERS, Lines
from models.review.report import line_json
from models.settings.config import Config, added_field

#: The longest thinking time of a decision, in seconds.
MAX_SECONDS = 30.0


class PlayDeck(Config):
    """A deck as a setting, so that a manifest has all its cards."""

    name: str = Field(max_length=200, description="Its name in results.")
    code: str = Field(description="Its deck code.")
    cards: tuple[str, ...] = added_field(
        (), description="Its cards in the order that the shuffle begins with, if not the code's."
    )

    @classmethod
    def of(cls, deck: Deck, name: str = "") -> Self:
        """The setting that means this deck; `DeckError` if no deck code can hold it."""
        return cls(name=(name or deck.name or deck.hero.capitalize())[:200], code=deck_code(deck))

    def deck(self) -> Deck:
        """The deck itself.

        Raises:
            DeckError: The code cannot be read, its deck is not legal, or `cards` are not its cards.
        """
        deck = deck_from_code(self.code, self.name, format=None)
        if self.cards and sorted(self.cards) != sorted(deck.cards):
            raise DeckError(f"deck '{self.name}': its cards are not those of its code")
        return replace(deck, cards=self.cards or deck.cards)


class PlayConfig(Config):
    """The settings of a game; with the seed and the actions they are the whole game."""

    decks: tuple[PlayDeck, PlayDeck] = Field(description="The first player's deck, the second's.")
    person: Literal[0, 1] = Field(description="Side of the person: 0 goes first.")
    opponent: str = Field(description="Name of the player on the other side.")
    player: PlayerConfig = Field(description="Settings of that player, and the cards.")
    seconds: float | None = Field(
        None,
        gt=0,
        le=MAX_SECONDS,
        description="Thinking time of a tree search per action, in place of its simulations.",
    )
    practice: bool = Field(False, description="Whether the person may take actions back.")
    match: str | None = Field(None, description="Id of the match that the game is part of.")
    learned: LearnedSetting | None = added_field(
        None, description="Networks that play the other side, in place of a search."
    )
    own: OwnSetting | None = added_field(
        None, description="A class that plays the other side, in place of a search."
    )
    opponent_mulligan: bool = added_field(
        True, description="Whether the player replaces opening cards; a network may not have to."
    )
    seeds: tuple[int, int] | None = added_field(
        None, description="Seeds of the deal and of chance, if the game's own does not give them."
    )


# What damaged facts of a stored game raise.
_DAMAGED = (ValueError, KeyError, TypeError, AttributeError, OverflowError)

Phase = Literal["mulligan", "person", "player", "over"]


class PersonGame(Game):
    """A game of a person against a player, dealt with the opening hands.

    Attributes:
        replaced: Places of the opening hand that the person has replaced; None before that.
        actions: The codes of the actions of both sides so far.
        movers: The side of each action.
        conceded: Whether the person has given up.
        undone: How often the person has taken an action back.

    Raises:
        DeckError: A deck is not legal, or has a card that the engine, or the patch, does not have.
    """

    def __init__(self, config: PlayConfig, seed: int) -> None:
        super().__init__(config.player.rules(), new_games(1)[0], seed)
        self.config = config
        self.played = schedule_games(seed, np.zeros(1, np.int64), 1, 1)[0]
        if config.seeds:
            self.played["seed_a"], self.played["seed_b"] = config.seeds
        first, second = (deck.deck() for deck in config.decks)
        self._setup = setups_of(self.rules, [first], [second])[0, 0]
        self.replaced: tuple[int, ...] | None = None
        self.actions: list[int] = []
        self.movers: list[int] = []
        self.conceded = False
        self.undone = 0
        self._deal()

    @classmethod
    def restored(cls, config: PlayConfig, seed: int, kept: Mapping[str, Any]) -> Self:
        """A game that was begun before, as `kept` returned it.

        Raises:
            GameError: What was kept is damaged, or an action is not legal: the cards or the rules
                have changed.
        """
        try:
            game = cls(config, seed)
            if kept["replaced"] is not None:
                game.mulligan(kept["replaced"])
            for action in kept["actions"]:
                game.apply(action)
            game.conceded, game.undone = bool(kept["conceded"]), int(kept["undone"])
        except _DAMAGED as error:  # `IllegalAction` is a `ValueError`
            reason = f"{error.args[0]!r} is missing" if isinstance(error, KeyError) else error
            raise GameError(f"this game cannot be continued: {reason}; start a new one") from None
        return game

    def kept(self) -> dict[str, Any]:
        """What `restored` needs beside the settings and the seed, as JSON values."""
        return {
            "replaced": None if self.replaced is None else list(self.replaced),
            "actions": list(self.actions),
            "conceded": self.conceded,
            "undone": self.undone,
        }

    def beginning(self) -> Game:
        """A copy of the game as it was before the first action."""
        first = self.kept() | {"actions": [], "conceded": False}
        return self.restored(self.config, self.seed, first).copy()

    # --- what is ---

    @property
    def person(self) -> int:
        """The person's side."""
        return self.config.person

    @property
    def phase(self) -> Phase:
        """Whose turn it is to decide what."""
        if self.conceded or self.result != "running" or self.turn > MAX_TURNS:
            return "over"
        if self.replaced is None:
            return "mulligan"
        return "person" if int(self.record.active) == self.person else "player"

    @property
    def winning_side(self) -> int | None:
        """The side that has won; None while the game runs, and if nobody has."""
        if self.conceded:
            return 1 - self.person
        return {FIRST_WON: 0, SECOND_WON: 1}.get(int(self.record.result))

    @property
    def outcome(self) -> str | None:
        """How the game ended for the person: won, lost or drawn; None while it goes on."""
        if self.phase != "over":
            return None
        if self.winning_side is None:
            return "drawn"
        return "won" if self.winning_side == self.person else "lost"

    @property
    def can_undo(self) -> bool:
        """Whether the person has an action to take back, and may."""
        return self.config.practice and self.phase == "person" and self._last_own() is not None

    # --- what is done ---

    def mulligan(self, places: Iterable[int]) -> None:
        """Replaces cards of the opening hand, by places from 0, and begins the first turn.

        Raises:
            IllegalAction: The mulligan is over, or there is no such place.
        """
        if self.phase != "mulligan":
            raise IllegalAction("the mulligan is over")
        chosen = tuple(sorted(set(places)))
        n_hand = int(self.record.players[self.person].n_hand)
        if any(not 0 <= place < n_hand for place in chosen):
            raise IllegalAction(f"the opening hand has places 0 to {n_hand - 1}")
        theirs = self._mulligan_of_player()
        for side in range(2):
            for place in chosen if side == self.person else theirs:
                mulligan_replace(self.record, side, place)
        begin(self.record, self.rules.tables, self.vm)
        self.replaced = chosen

    def apply(self, action: Action | int) -> Self:
        """Plays an action of the side to move, or its code.

        Raises:
            IllegalAction: It is not legal now; the message names the rule.
        """
        if self.phase not in ("person", "player"):
            raise IllegalAction("the game is over" if self.phase == "over" else "mulligan first")
        side = int(self.record.active)
        super().apply(action)
        self.actions.append(action.code if isinstance(action, Action) else int(action))
        self.movers.append(side)
        return self

    def concede(self) -> None:
        """Gives up.

        Raises:
            IllegalAction: The game is over.
        """
        if self.phase == "over":
            raise IllegalAction("the game is over")
        self.conceded = True

    def undo(self) -> None:
        """Takes back the person's last action, and all that came after it, in a practice game.

        Raises:
            IllegalAction: The game is no practice game, the person is not to move, or they have
                not acted yet.
        """
        if not self.config.practice:
            raise IllegalAction("only a practice game lets you take actions back")
        last, replaced = self._last_own(), self.replaced
        if self.phase != "person" or last is None or replaced is None:
            raise IllegalAction("take an action back in your own turn, after your first one")
        kept = self.actions[:last]
        self.actions, self.movers, self.replaced = [], [], None
        self._deal()
        self.mulligan(replaced)
        for action in kept:
            self.apply(action)
        self.undone += 1

    def _deal(self) -> None:
        """A new game record with the opening hands."""
        self.record = new_games(1)[0]
        start_game(
            self.record,
            self.rules.tables,
            self._setup,
            int(self.played.seed_a),
            int(self.played.seed_b),
        )

    def _mulligan_of_player(self) -> list[int]:
        """The places that the player replaces, read off a copy in which the game loop has begun.

        A replaced card is back in the deck before the next one is drawn, never in its own place.
        """
        if not self.config.opponent_mulligan:
            return []
        side, desk = 1 - self.person, new_desk()
        strategy = self.config.player.strategy(self.config.player.scorer, is_first=side == 0)
        # On their own, so that the other side's draws do not matter.
        open_game(desk, self.rules.tables, self._setup, strategy, strategy, self.played)
        before, after = (record.players[side].hand for record in (self.record, desk.game))
        n_hand = int(self.record.players[side].n_hand)
        return [place for place in range(n_hand) if before[place] != after[place]]

    def _last_own(self) -> int | None:
        """The number of the person's last action."""
        own = [number for number, side in enumerate(self.movers) if side == self.person]
        return own[-1] if own else None


def taken_over(game: ReplayedGame, number: int) -> PersonGame:
    """Returns a game of an evaluation after some actions, for a person to play on.

    The person is the side to move, with the same cards and chance; the other side keeps its player.

    Raises:
        DeckError: A deck code cannot hold a deck.
        GameError: The actions are not legal.
    """
    desk = new_desk()
    now = game.open(desk).copy()
    for code in game.actions[:number]:
        now.apply(code)
    person = int(now.record.active)
    scorers = [game.player.scorer, game.player.opponents_scorer or game.opponent.scorer]
    names = [each if isinstance(each, str) else each.name for each in scorers]
    players = [game.player.but(scorer=each) for each in scorers]
    deck, other = (
        PlayDeck.of(each, name).but(cards=each.cards)
        for each, name in ((game.deck, ""), (game.opponent.deck, game.opponent.name))
    )
    config = PlayConfig(
        decks=(deck, other),
        person=0 if person == 0 else 1,
        opponent=f"{game.player.search}:{names[1 - person]}",
        player=players[1 - person],
        seeds=(int(game.played["seed_a"]), int(game.played["seed_b"])),
    )
    seed, turned = game.place[0], config.but(person=1 - person, player=players[person])
    replaced = PersonGame(turned, seed)._mulligan_of_player()
    kept = {"replaced": replaced, "actions": game.actions[:number], "conceded": False, "undone": 0}
    return PersonGame.restored(config, seed, kept)


def hint_of(seat: Seat, game: Game, seed: int, n_others: int = N_OTHERS) -> dict[str, Any]:
    """Returns what a player would do for the side to move, and why, as JSON values.

    It is asked about a copy with other hidden cards, and so are the lines, so a hint betrays
    nothing. Other lines begin with `n_others` other actions at most. The position does not change.

    Returns:
        `move`, the number of the first action among the legal ones; `chance`, the chance to win
        now, from 0 to 1, as the side sees it; `line`, what the player would do up to the first
        action that shows something new, with the chance to win after the turn; `others`, other
        lines, best first; and `visits` of a tree search: how often it tried each action, most
        first.

    Raises:
        GameError: The player finds no action.
    """
    dealt, played = dealt_copy(game, seed), np.zeros(1, PLAYED_GAME)[0]
    played["seed_a"] = seed
    codes, record = seat.actions(dealt, played, seed), game.record
    visits = seat.visits(dealt) if isinstance(seat, SearchPlayer) else ()
    lines = Lines(Judge(game.rules))
    chance = lines.judge.chance(record, int(record.active))
    line = lines.line(record, codes, seed)
    found = [each for each in lines.searched(record, seed, n_others) if each.codes != line.codes]
    told, *others = (line_json(lines.with_reasons(record, each, seed)) for each in (line, *found))
    return {
        "move": game.codes().index(codes[0]),
        "chance": chance,
        "line": told,
        "others": others,
        "visits": [asdict(each) for each in visits],
    }


def seat_of(config: PlayConfig, side: int | None = None) -> Seat:
    """Returns the player of a game, for hints also with the deck of another side.

    Raises:
        CheckpointError: Its network cannot be used.
        ConfigError: Its class cannot be used.
    """
    if config.own:
        return config.own.seat()
    if config.learned is None:
        return SearchPlayer(config.player, config.seconds)
    # torch takes seconds: only networks wait for it
    from models.self_play.learned_player import LearnedPlayer
    from models.self_play.matches import LearnedSeat

    deck = config.decks[1 - config.person if side is None else side].deck()
    return LearnedSeat(LearnedPlayer.load(config.learned, config.player.rules()), deck)
