"""The player's decisions, and hints: any search player at a position of a game with a person."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from engine.core.memory import copy_game
from engine.game import Game
from engine.view import action_text
from models.play.config import PlayConfig
from models.players.config import PlayerConfig
from models.players.core.game_loop import follow_plan, search_seed
from models.players.core.state import PLAYED_GAME, new_desk
from models.players.games import GameError
from models.players.search.dispatch import find_plan
from models.tree_search.config import MAX_SIMULATIONS
from models.tree_search.core.state import METHODS

if TYPE_CHECKING:
    from models.play.learned import LearnedThinker

#: Searches that may find nothing that is still legal before the game fails.
_MAX_ATTEMPTS = 20
#: Simulations per second of a tree search before its speed is known.
_FIRST_SPEED = 20_000.0
_FIRST_SECONDS = 0.1


@dataclass(frozen=True)
class Hint:
    """What a player would do.

    Attributes:
        code: The first action.
        texts: The actions up to the first one that shows something new.
    """

    code: int
    texts: tuple[str, ...]


class Thinker:
    """A search player with its memory.

    Args:
        config: Its settings.
        seconds: Thinking time of a tree search per decision, in place of its simulations. It
            becomes a number of simulations by the speed of the decision before.
    """

    def __init__(self, config: PlayerConfig, seconds: float | None = None) -> None:
        self.config = config
        self.seconds = seconds if config.search in METHODS else None
        self._speed = 0.0
        self._desk = new_desk()

    def actions(self, game: Game, played: np.record, number: int) -> list[int]:
        """Return what the player to move does next, as in the games of evaluations.

        It is its plan up to the end of the turn or up to what makes it think again. The game does
        not change.

        Args:
            game: The position.
            played: The game's seeds (dtype `PLAYED_GAME`).
            number: Number of actions before it in the game: equal numbers give equal searches.

        Raises:
            GameError: The search found no plan.
        """
        desk, side = self._desk, int(game.record.active)
        copy_game(desk.game, game.record)
        desk.n_actions = 0
        desk.search.n_seen = 0
        strategy = self._strategy(side)
        tables, counts = game.rules.tables, np.zeros(1, PLAYED_GAME)[0]
        for attempt in range(_MAX_ATTEMPTS):
            seed = search_seed(played, np.int64(number * _MAX_ATTEMPTS + attempt))
            self._search(desk.game, tables, side, strategy, seed)
            follow_plan(desk, tables, side, strategy, counts)
            if desk.n_actions:
                return desk.actions[: desk.n_actions].tolist()
        raise GameError("the opponent found no action; take back an action, or concede")

    def hint(self, game: Game, seed: int) -> Hint:
        """Return what the player would do for the side to move.

        It sees no hidden card, whatever its settings, so a hint betrays nothing.

        Args:
            game: The position.
            seed: Seed of the search.

        Raises:
            GameError: The search found no plan.
        """
        side, desk = int(game.record.active), self._desk
        strategy = self._strategy(side)
        strategy["blind"] = 1
        copy_game(desk.game, game.record)
        self._search(desk.game, game.rules.tables, side, strategy, seed)
        codes = desk.search.plan[: desk.search.n_plan].tolist()
        dealt = Game(game.rules, desk.search.root, seed).copy()
        texts: list[str] = []
        for code in codes:
            if code not in dealt.codes():
                break
            texts.append(action_text(dealt.record, dealt.rules, code, side))
            known = _news(dealt)
            dealt.record.random_happened = 0
            dealt.apply(code)
            if dealt.record.random_happened or known != _news(dealt):
                break
        return Hint(codes[0], tuple(texts))

    def _strategy(self, side: int) -> np.record:
        strategy = self.config.strategy(self.config.scorer, is_first=side == 0)
        if self.seconds is not None:
            seconds = self.seconds if self._speed else min(self.seconds, _FIRST_SECONDS)
            wanted = (self._speed or _FIRST_SPEED) * seconds
            strategy["tree"]["simulations"] = int(min(max(wanted, 1), MAX_SIMULATIONS))
        return strategy

    def _search(
        self, record: np.record, tables: np.record, side: int, strategy: np.record, seed: int
    ) -> None:
        start = time.perf_counter()
        search = self._desk.search
        if not find_plan(record, tables, self._desk.vm, side, strategy, seed, search):
            raise GameError("the search found no plan: it ran out of room")
        spent = time.perf_counter() - start
        self._speed = float(strategy["tree"]["simulations"]) / max(spent, 1e-6)


def thinker_of(config: PlayConfig, side: int | None = None) -> Thinker | LearnedThinker:
    """Return the player of a game.

    Args:
        config: The settings of the game.
        side: Whose deck it plays, for hints; by default its own.

    Raises:
        CheckpointError: Its network cannot be used.
    """
    if config.learned is None:
        return Thinker(config.player, config.seconds)
    from models.play.learned import LearnedThinker  # torch takes seconds: only networks wait for it

    deck = config.decks[1 - config.person if side is None else side].deck()
    return LearnedThinker(config.learned, deck, config.player.rules())


def _news(game: Game) -> tuple[int, ...]:
    """Numbers that change whenever a card is drawn or offered, or a secret leaves play."""
    players = game.record.players
    shown = [(int(player.n_deck), int(player.n_secrets)) for player in players]
    return (*shown[0], *shown[1], int(game.record.n_choices))
