"""One game as in HearthSim, against the same game played step by step from Python."""

import numpy as np
import pytest

from engine.core.enums import FIRST_WON, RUNNING, SECOND_WON
from engine.core.setup import SETUP, begin, start_game
from engine.core.state import new_games, new_vm
from models.hearthsim.experiments import CARDS
from models.hearthsim.game_loop import COURSE, play_noted, play_noted_games
from models.players.config import PlayerConfig
from models.players.core.game_loop import take_turn
from models.players.core.state import PLAYED_GAME, STRATEGY, new_desk

PLAYER = PlayerConfig(scorer="aggro", cards="printed", width=1)
RULES = PLAYER.rules(CARDS)


@pytest.fixture
def setup():
    setup = np.zeros(1, SETUP)[0]
    for side, name in enumerate(("2/2", "3/1 Taunt")):
        setup.decks[side, :30] = RULES.find(name)
        setup.n_cards[side] = 30
        setup.heroes[side] = RULES.row("hearthsim:none")
    return setup


def played_game(number: int) -> np.record:
    game = np.zeros(1, PLAYED_GAME)[0]
    game.seed_a, game.seed_b = 7, number
    return game


def strategies() -> np.ndarray:
    found = np.zeros(2, STRATEGY)
    found[:] = PLAYER.strategy("aggro", is_first=True)
    return found


@pytest.mark.parametrize("number", range(3))
def test_the_course_is_that_of_the_game_turn_by_turn(setup, number):
    first, second = strategies()
    played, course = played_game(number), np.zeros(1, COURSE)[0]
    play_noted(new_desk(), RULES.tables, setup, first, second, played, course)
    desk, again = new_desk(), played_game(number)
    desk.game, vm = new_games(1)[0], new_vm()
    start_game(desk.game, RULES.tables, setup, again.seed_a, again.seed_b)
    assert (desk.game.players[0].n_hand, desk.game.players[1].n_hand) == (3, 4)
    begin(desk.game, RULES.tables, vm)
    rounds = 0
    while desk.game.result == RUNNING:
        for side in range(2):
            take_turn(desk, RULES.tables, side, strategies()[side], again)
            if desk.game.result == RUNNING:
                assert desk.game.active == 1 - side
            assert course.hand[rounds, side] == desk.game.players[side].n_hand
        for side, player in enumerate(desk.game.players):
            assert course.minions[rounds, side] == player.n_board
            assert course.health[rounds, side] == desk.game.characters[side].health
        rounds += 1
    assert (played.rounds, played.result) == (rounds, desk.game.result)
    assert np.array_equal(played.n_nodes, again.n_nodes)
    assert played.n_actions == desk.n_actions
    assert not course.minions[rounds:].any()


def test_who_dies_of_fatigue_as_a_round_begins_dies_in_that_round(setup):
    """Nobody can play: the first player dies of 1 + ... + 8 in round 8, the second has 28."""
    setup.decks[:, :3], setup.n_cards[:] = RULES.find("Deathwing"), 3
    first, second = strategies()
    played, course = played_game(0), np.zeros(1, COURSE)[0]
    play_noted(new_desk(), RULES.tables, setup, first, second, played, course)
    assert (played.result, played.rounds) == (SECOND_WON, 8)
    assert course.health[7].tolist() == [30 - 36, 30 - 28]


def test_the_player_that_goes_first_has_its_own_deck(setup):
    """With 30 health and a weak deck, the seat of the strong one wins, whoever goes first."""
    setups = np.zeros(2, SETUP)
    for first in range(2):
        setups[first] = setup
        for side, name in enumerate(("1/1", "5/4")):
            setups[first]["decks"][side ^ first, :30] = RULES.find(name)
    games, courses = np.zeros(2, PLAYED_GAME), np.zeros(2, COURSE)
    games["player"] = games["deck"] = [0, 1]
    play_noted_games(new_desk(), RULES.tables, setups, strategies(), games, courses, 0, 2)
    assert games["result"].tolist() == [SECOND_WON, FIRST_WON]
