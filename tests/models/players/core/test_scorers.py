"""Scorers against values computed by hand, the network against the published integers."""

import numpy as np
import pytest

from engine.core.enums import TAUNT
from engine.core.state import new_games
from models.players.config import PlayerConfig
from models.players.core.scorers import LOST, WON, score
from models.players.core.state import NEURONS, SCORERS, STRATEGY


def new_neurons() -> np.record:
    return np.zeros(1, NEURONS)[0]


def put(game: np.record, slot: int, side: int, attack: int, health: int, keywords: int = 0) -> None:
    player, minion = game.players[side], game.characters[slot]
    player.board[player.n_board] = slot
    player.n_board += 1
    game.slot_side[slot] = side
    minion.attack, minion.health, minion.max_health = attack, health, health
    minion.keywords = keywords


def a_game() -> np.record:
    """Own: 20 health, minions 3/2 and taunt 1/4; opponent: 17 health, minion taunt 2/5."""
    game = new_games(1)[0]
    game.characters[0].health, game.characters[1].health = 20, 17
    game.players[0].n_deck, game.players[1].n_deck = 12, 9
    put(game, 2, 0, 3, 2)
    put(game, 3, 0, 1, 4, TAUNT)
    put(game, 4, 1, 2, 5, TAUNT)
    return game


def cleared_game() -> np.record:
    """Own: 20 health, minions 3/2 and taunt 1/4; opponent: 17 health, 10 cards, no deck."""
    game = a_game()
    game.players[1].n_board = 0
    game.players[1].n_hand, game.players[1].n_deck = 10, 0
    return game


def points(game: np.record, scorer: str, rules, side: int = 0) -> int:
    strategy = np.zeros(1, STRATEGY)[0]
    strategy.scorer = SCORERS.index(scorer)
    return score(game, rules.tables, side, strategy, new_neurons())


@pytest.mark.parametrize(
    ("scorer", "own", "theirs", "cleared"),
    [
        ("aggro", -5000 + 4 + 3000, -4000 + 2 - 3000, 1000 + 4 + 3000),
        ("control", 50 - 25 + 4 + 30, -50 + 25 + 2 - 30, 1000 + 100 + 100 + 4 + 30),
        (
            "midrange",
            5 - 5000 + 4 + 30 + 10 + 20,
            -5 - 4000 + 2 - 30 - 10 - 20,
            5000 + 10 + 4 + 30 + 60 + 40,
        ),
        (
            "ramp",
            50 - 2000 + 4 + 30 + 10 + 40,
            -50 - 2500 + 2 - 30 - 10 - 40,
            5000 + 100 + 4 + 30 + 60 + 80,
        ),
        (
            "fatigue",
            150 + 10 - 10 + 4 + 15,
            -150 - 10 + 10 + 2 - 15,
            1000 + 1000 + 10000 + 600 + 20 + 40 + 4 + 15,
        ),
    ],
)
def test_hand_computed_values(rules, scorer: str, own: int, theirs: int, cleared: int):
    assert points(a_game(), scorer, rules) == own
    assert points(a_game(), scorer, rules, side=1) == theirs
    assert points(cleared_game(), scorer, rules) == cleared


@pytest.mark.parametrize("scorer", SCORERS)
def test_a_dead_opponent_comes_first_and_an_own_death_last(rules, scorer: str):
    game = a_game()
    game.characters[1].health = 0
    assert points(game, scorer, rules) == WON == 2**31 - 1
    assert points(game, scorer, rules, side=1) == LOST == -(2**31)
    game.characters[0].health = -3
    assert points(game, scorer, rules) == points(game, scorer, rules, side=1) == WON


def test_what_the_network_reads(rules):
    game = a_game()
    names = ("Backstab", "Sap", "Boulderfist Ogre")
    for i, name in enumerate(names):
        game.entities[10 + i].card = rules.find(name)
        game.players[0].hand[i] = 10 + i
    game.players[0].n_hand, game.players[1].n_hand = 3, 6
    for side, attack in ((0, 2), (1, 5)):
        game.players[side].weapon = rules.find("Light's Justice")
        game.players[side].weapon_attack = attack
    game.players[0].armor = 7
    game.active = 1  # so that our weapon does not count and theirs does
    strategy, neurons = PlayerConfig().strategy("rogue-network", is_first=True), new_neurons()
    score(game, rules.tables, 0, strategy, neurons)
    assert neurons["sight"]["values"][:15].tolist() == [
        20,
        17,
        0,
        5,
        0 + 2 + 6,
        3,
        6,
        12,
        9,
        4,
        2,
        6,
        5,
        4,
        5,
    ]
