"""`SearchPlayer`: a configured player and its plan for any position.

player = SearchPlayer(PlayerConfig(scorer="aggro"))
game = Game.stage(hand=["Fireball"], enemy_board=["Chillwind Yeti"])
print(player.plan(game))
"""

from dataclasses import dataclass

from engine.game import Action, Game
from models.players.config import PlayerConfig
from models.players.core.state import new_desk
from models.players.games import GameError
from models.players.search.dispatch import find_plan


@dataclass(frozen=True)
class Plan:
    """A player's plan for the rest of its turn.

    Attributes:
        actions: The actions in the present game: up to the end of the turn, or up to the first one
            that a random outcome makes illegal.
        codes: All actions of the plan, as the kernels' integers.
        points: The score of the state after the plan.
        n_states: Number of states that the search tried.
        capped: Whether the search stopped at its limit of states (`one_turn.max_nodes`); a better
            plan may exist.
    """

    actions: tuple[Action, ...]
    codes: tuple[int, ...]
    points: int
    n_states: int
    capped: bool = False

    def __str__(self) -> str:
        """One action per line."""
        return "\n".join(action.text for action in self.actions)


class SearchPlayer:
    """Searches plans, like the players in evaluations.

    Args:
        config: Its settings; DSA-ME's player by default. The cards are those of the game.
    """

    def __init__(self, config: PlayerConfig | None = None) -> None:
        self.config = config or PlayerConfig()
        self._desk = new_desk()

    def plan(self, game: Game, seed: int = 0) -> Plan:
        """Searches the best plan of the player to move; the game does not change.

        Args:
            game: The position.
            seed: Seed of the random outcomes in the search.

        Raises:
            ValueError: The game is over.
            GameError: A table of the engine or of the search is full.
        """
        if game.result != "running":
            raise ValueError(f"the game is over ({game.result}); there is nothing to plan")
        side, search = int(game.record.active), self._desk.search
        strategy = self.config.strategy(self.config.scorer, is_first=side == 0)
        search.n_seen = 0
        n = find_plan(game.record, game.rules.tables, self._desk.vm, side, strategy, seed, search)
        if n == 0:
            raise GameError("the search found no plan: it ran out of room")
        codes = tuple(search.plan[:n].tolist())
        return Plan(
            _played(game, codes), codes, int(search.best), int(search.n_nodes), bool(search.capped)
        )


def _played(game: Game, codes: tuple[int, ...]) -> tuple[Action, ...]:
    """The actions in a copy of the game, with the game's random stream."""
    copy, actions = game.copy(), []
    for code in codes:
        legal = {action.code: action for action in copy.legal_actions()}
        if code not in legal:
            break
        actions.append(legal[code])
        copy.apply(code)
    return tuple(actions)
