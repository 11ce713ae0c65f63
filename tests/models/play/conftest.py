import pytest

from models.play.course import Course
from models.play.game import PlayConfig, PlayDeck
from models.players.decks import named_deck
from models.players.player_names import read_player
from tests.models.play.at_random import random_game

DECKS = ("Classic Miracle Rogue", "Control Hunter")


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
