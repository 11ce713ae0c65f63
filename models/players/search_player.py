"""`SearchPlayer`: a configured search player, and what it does in any position.

player = SearchPlayer(PlayerConfig(scorer="aggro"))
game = Game.stage(hand=["Fireball"], enemy_board=["Chillwind Yeti"])
print(player.plan(game))
"""

import time
from dataclasses import dataclass

import numpy as np

from engine.core.memory import copy_game
from engine.game import Action, Game
from engine.view import action_text
from models.players.config import PlayerConfig
from models.players.core.game_loop import follow_plan, search_seed
from models.players.core.state import PLAYED_GAME, new_desk
from models.players.games import GameError
from models.players.search.dispatch import find_plan
from models.tree_search.config import MAX_SIMULATIONS
from models.tree_search.core.state import METHODS

#: Searches that may find nothing that is still legal before the game fails.
_MAX_ATTEMPTS = 20
#: Simulations per second of a tree search before its speed is known.
_FIRST_SPEED = 20_000.0
_FIRST_SECONDS = 0.1


@dataclass(frozen=True)
class Plan:
    """A player's plan for the rest of its turn."""

    #: The actions in the present game: up to the end of the turn, or up to the first one that a
    #: random outcome makes illegal
    actions: tuple[Action, ...]
    codes: tuple[int, ...]  #: All actions of the plan, as the kernels' integers
    points: int  #: The score of the state after the plan
    n_states: int  #: Number of states that the search tried
    #: Whether the search stopped at its limit of states (`one_turn.max_nodes`); a better plan may
    #: exist
    capped: bool = False

    def __str__(self) -> str:
        """One action per line."""
        return "\n".join(action.text for action in self.actions)


@dataclass(frozen=True)
class Visited:
    """An action at the root of a tree search."""

    text: str  #: The action in words
    visits: int  #: Simulations that began with it
    value: float  #: Their mean reward for the side to move, from 0 to 1


class SearchPlayer:
    """A search player with its memory, a `Seat`; it decides as the players in evaluations.

    Args:
        config: Its settings; DSA-ME's player by default. The cards are those of the game.
        seconds: Thinking time of a tree search per decision, in place of its simulations. It
            becomes a number of simulations by the speed of the decision before.
    """

    has_mulligan = True

    def __init__(self, config: PlayerConfig | None = None, seconds: float | None = None) -> None:
        self.config = config or PlayerConfig()
        self.seconds = seconds if self.config.search in METHODS else None
        self._speed = 0.0
        self._desk = new_desk()

    def plan(self, game: Game, seed: int = 0) -> Plan:
        """Searches the best plan of the player to move; the game does not change.

        `seed` is that of the random outcomes in the search.

        Raises:
            ValueError: The game is over.
            GameError: A table of the engine or of the search is full.
        """
        if game.result != "running":
            raise ValueError(f"the game is over ({game.result}); there is nothing to plan")
        search = self._desk.search
        search.n_seen = 0
        self._search(game.record, game, self._strategy(game), seed)
        codes = tuple(search.plan[: search.n_plan].tolist())
        actions, capped = tuple(game.tried(codes)), bool(search.capped)
        return Plan(actions, codes, int(search.best), int(search.n_nodes), capped)

    def actions(self, game: Game, played: np.record, number: int) -> list[int]:
        """As `Seat.actions`: the plan up to the end of the turn or to what makes it think again."""
        desk, side, tables = self._desk, int(game.record.active), game.rules.tables
        copy_game(desk.game, game.record)
        desk.n_actions = 0
        desk.search.n_seen = 0
        strategy, counts = self._strategy(game), np.zeros(1, PLAYED_GAME)[0]
        for attempt in range(_MAX_ATTEMPTS):
            seed = search_seed(played, np.int64(number * _MAX_ATTEMPTS + attempt))
            self._search(desk.game, game, strategy, seed)
            follow_plan(desk, tables, side, strategy, counts)
            if desk.n_actions:
                return desk.actions[: desk.n_actions].tolist()
        raise GameError(f"the search found no legal action in {_MAX_ATTEMPTS} attempts")

    def visits(self, game: Game) -> tuple[Visited, ...]:
        """Returns the root of the last decision, which was in this position; most visits first.

        Empty if the search is no tree search, or had only one action to choose.
        """
        tree = self._desk.search["trees"]["tree"]
        if self.config.search not in METHODS or tree["n_root"] < 2:
            return ()
        names = ("root_actions", "root_visits", "root_totals")
        rows = zip(*(tree[name][: tree["n_root"]].tolist() for name in names), strict=True)
        found = [
            Visited(action_text(game.record, game.rules, code), visits, total / visits)
            for code, visits, total in rows
            if visits
        ]
        return tuple(sorted(found, key=lambda each: -each.visits))

    def _strategy(self, game: Game) -> np.record:
        is_first = int(game.record.active) == 0
        strategy = self.config.strategy(self.config.scorer, is_first=is_first, rules=game.rules)
        if self.seconds is not None:
            seconds = self.seconds if self._speed else min(self.seconds, _FIRST_SECONDS)
            wanted = (self._speed or _FIRST_SPEED) * seconds
            strategy["tree"]["simulations"] = int(min(max(wanted, 1), MAX_SIMULATIONS))
        return strategy

    def _search(self, record: np.record, game: Game, strategy: np.record, seed: int) -> None:
        """Searches in a record with the cards of a game; the plan is in the memory."""
        start, side, desk = time.perf_counter(), int(record.active), self._desk
        if not find_plan(record, game.rules.tables, desk.vm, side, strategy, seed, desk.search):
            raise GameError("the search found no plan: it ran out of room")
        spent = time.perf_counter() - start
        if desk.search["trees"]["tree"]["n_root"] > 1:  # a single action needs no simulations
            self._speed = float(strategy["tree"]["simulations"]) / max(spent, 1e-6)
