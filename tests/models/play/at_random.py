"""A game of a person who acts at random."""

import numpy as np

from models.play.game import PersonGame, PlayConfig
from models.players.search_player import SearchPlayer


def random_game(config: PlayConfig, seed: int, n: int | None = None) -> PersonGame:
    """A game against the config's player, to its end or to a number of actions."""
    game = PersonGame(config, seed)
    game.mulligan([0])
    rng, seat = np.random.default_rng(seed), SearchPlayer(config.player)
    while game.phase != "over" and (n is None or len(game.actions) < n):
        if game.phase == "person":
            game.apply(int(rng.choice(game.codes())))
        else:
            for code in seat.actions(game, game.played, len(game.actions)):
                game.apply(code)
    return game
