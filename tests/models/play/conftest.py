import numpy as np
import pytest

from models.play.course import Course
from models.play.game import PersonGame, PlayConfig, PlayDeck
from models.players.decks import named_deck
from models.players.player_names import read_player
from models.players.search_player import SearchPlayer

DECKS = ("Classic Miracle Rogue", "Control Hunter")


def random_game(config: PlayConfig, seed: int, n: int | None = None) -> PersonGame:
    """A game of a person who acts at random, to its end or to a number of actions."""
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


@pytest.fixture
def config():
    """Makes settings of a game."""

    def made(person=0, player="random", decks=DECKS, **changes):
        named = tuple(PlayDeck.of(named_deck(name)) for name in decks)
        settings = read_player(player).config
        return PlayConfig(decks=named, person=person, opponent=player, player=settings, **changes)

    return made


@pytest.fixture
def course(config):
    """Makes a game that has been played at random up to a number of actions, or to its end."""

    def made(seed=0, n=None, **changes):
        return Course(random_game(config(**changes), seed, n))

    return made
