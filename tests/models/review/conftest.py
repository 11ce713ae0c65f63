"""Finished games, of players and of random actions."""

import numpy as np
import pytest

from flows.replay import finished as replayed_for_review
from models.players.config import PlayerConfig
from models.players.decks import opponent_suite
from models.players.replay import ReplayedGame
from models.review.chances import Judge, value_of_result
from models.review.lines import Lines
from models.review.reasons import Threats
from models.review.turns import FinishedGame, review_game


def finished(seed: int) -> FinishedGame:
    """A game between Zoolock and another deck of 2015, by weak players, who make mistakes."""
    player = PlayerConfig(fidelity="fair", format="blackrock", width=1, depth=4)
    first, second = opponent_suite("brm15")[1:3]
    return replayed_for_review(ReplayedGame.play(first.deck, second, player, seed=seed))


def at_random(seed: int) -> FinishedGame:
    """A game of random actions."""
    game = finished(seed)
    played, rng, actions = game.opening.copy(), np.random.default_rng(seed), []
    while played.result == "running":
        actions.append(int(rng.choice(played.codes())))
        played.apply(actions[-1])
    won = value_of_result(int(played.record.result), 0)
    return FinishedGame(game.opening, tuple(actions), game.names, won)


@pytest.fixture(scope="session")
def games():
    """Three finished games."""
    return [finished(1), finished(2), at_random(3)]


@pytest.fixture(scope="session")
def reviews(games):
    """Their reviews."""
    return [review_game(game) for game in games]


@pytest.fixture(scope="session")
def lines(rules):
    """The search of lines with the cards of the default build."""
    return Lines(Judge(rules))


@pytest.fixture(scope="session")
def threats(rules):
    """Wins within a turn with the cards of the default build."""
    return Threats(rules)


@pytest.fixture(scope="session")
def lines_of_games(games):
    """The search of lines with the cards of the games."""
    return Lines(Judge(games[0].opening.rules))
