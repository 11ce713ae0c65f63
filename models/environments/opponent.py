"""`NamedOpponent`: a player by its name in the full game of the environments.

opponent, game = NamedOpponent("fair-beam:value"), HearthstoneGame(("Aggro Hunter", "Aggro Hunter"))
while not game.standing().is_over:
    game.play(opponent.act(game) if game.to_move() else int(game.legal()[0]))
"""

import numpy as np

from engine.game import Game
from models.environments.core.action_space import action_at
from models.environments.hearthstone import HearthstoneGame
from models.environments.two_player_game import check_seed
from models.players.core.state import PLAYED_GAME
from models.players.player_names import read_player
from models.players.search_player import SearchPlayer
from models.players.table import Seat
from models.settings.config import ConfigError


class NamedOpponent:
    """A player by its name, also one of your own; it may sit on both sides, and in many games.

    Args:
        name: The name, such as `one-turn:value` or `my_players:Careful`.
        seed: Equal seeds give equal actions in equal positions.

    Raises:
        ConfigError: There is no such player, or it is a network that needs its own deck.
        ValueError: The seed is out of range.
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        named = read_player(name)
        if named.learned:
            raise ConfigError(
                f"{name}: such a network has a deck of its own; use a search, or a class of yours"
            )
        self._seat: Seat = named.own.seat() if named.own else SearchPlayer(named.config)
        self._played = np.zeros(1, PLAYED_GAME)[0]
        self._played["seed_a"] = check_seed(seed)

    def act(self, game: HearthstoneGame) -> int:
        """Returns what it would do for the side to move, as an index; the game does not change.

        Raises:
            GameError: It found no action.
        """
        position = Game(game.rules, game.record, 0)
        legal, turn, spent = game.legal(), int(game.record.turn), game.record.players["spent"]
        # Nearly always a number of its own for a decision of a turn, from what both players see.
        number = (turn << 16) + (len(legal) << 6) + int(spent[game.record.active])
        code = self._seat.actions(position, self._played, number)[0]
        codes = [int(action_at(game.record, int(index))) for index in legal]
        return int(legal[codes.index(code)])
