"""The game: its beginning is that of evaluations, and it goes on as it was."""

import numpy as np
import pytest

from engine.illegal import IllegalAction
from models.play.course import Course
from models.play.game import PersonGame
from models.players.core.game_loop import open_game
from models.players.core.state import new_desk
from models.players.games import GameError, setups_of


@pytest.mark.parametrize("person", [0, 1])
@pytest.mark.parametrize("seed", range(5))
def test_with_the_players_mulligan_it_begins_as_a_game_of_an_evaluation(config, person, seed):
    settings = config(person, "beam")
    other = PersonGame(config(1 - person, "beam"), seed)
    chosen = other._mulligan_of_player()  # what the game loop does on the person's side
    game = PersonGame(settings, seed)
    game.mulligan(chosen)
    desk = new_desk()
    first, second = (deck.deck() for deck in settings.decks)
    setup = setups_of(game.rules, [first], [second])[0, 0]
    strategies = [
        settings.player.strategy(settings.player.scorer, is_first=is_first)
        for is_first in (True, False)
    ]
    open_game(desk, game.rules.tables, setup, *strategies, game.played)
    assert np.array_equal(game.record, desk.game)


def test_a_player_without_mulligan_keeps_its_hand(config):
    hands = []
    for settings in (config(0, "beam"), config(0, "beam", opponent_mulligan=False)):
        game = PersonGame(settings, 1)
        dealt = game.record.players[1].hand.copy()
        game.mulligan([])
        hands.append(bool((game.record.players[1].hand[:4] == dealt[:4]).all()))
    assert hands == [False, True]


def test_a_restored_game_is_the_same(course):
    played = course(seed=3, n=25)
    game = played.game
    again = Course(PersonGame.restored(game.config, game.seed, game.kept()))
    assert np.array_equal(again.game.record, game.record)
    assert again.events == played.events
    assert again.state() == played.state()


def test_actions_that_are_not_legal_any_more_are_named(course):
    game = course(seed=3, n=10).game
    kept = game.kept() | {"actions": [*game.actions, 1 | 250 << 8]}
    with pytest.raises(GameError, match="start a new one"):
        PersonGame.restored(game.config, game.seed, kept)


def test_undo_takes_back_the_last_own_action_and_what_followed(course):
    played = course(seed=4, n=12, practice=True)
    game = played.game
    while game.phase != "person":
        game.apply(game.codes()[0])
    before = [len(game.actions), game.record.copy()]
    game.apply(game.codes()[0])  # the end of the turn
    while game.phase == "player":
        game.apply(game.codes()[0])
    events = list(played.events)
    game.undo()
    assert played.events == events[: before[0]]
    assert len(game.actions) == len(game.movers) == len(played.events) == before[0]
    assert np.array_equal(game.record, before[1])
    assert game.undone == 1
    game.apply(game.codes()[-1])
    again = PersonGame.restored(game.config, game.seed, game.kept())
    assert played.events == Course(again).events


def test_what_is_not_possible_now_names_its_reason(config):
    game = PersonGame(config(), 1)
    with pytest.raises(IllegalAction, match="mulligan first"):
        game.apply(0)
    with pytest.raises(IllegalAction, match="places 0 to 2"):
        game.mulligan([3])
    game.mulligan([])
    with pytest.raises(IllegalAction, match="the mulligan is over"):
        game.mulligan([])
    with pytest.raises(IllegalAction, match="only a practice game"):
        game.undo()
    game.concede()
    assert (game.phase, game.outcome, game.winning_side) == ("over", "lost", 1)
    with pytest.raises(IllegalAction, match="the game is over"):
        game.apply(0)
